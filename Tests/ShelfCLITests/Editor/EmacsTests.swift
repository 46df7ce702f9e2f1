import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Emacs with eglot does a day's work with the server, by the settings on the page about editors.
@Suite(.enabled(if: EditorTools.hasEglot, "Emacs with eglot is not installed"))
struct EmacsTests {
  private static let script = """
    (package-initialize)
    (require 'eglot)
    (require 'flymake)
    (fset 'y-or-n-p (lambda (&rest _) t))
    (setq eglot-confirm-server-initiated-edits nil create-lockfiles nil make-backup-files nil)
    ;; Debian's Emacs has no mode for YAML of its own.
    (define-derived-mode yaml-mode fundamental-mode "YAML")
    (add-to-list 'auto-mode-alist '("\\\\.yaml\\\\'" . yaml-mode))
    (load (getenv "SETTINGS"))
    (defun say (&rest words) (princ (concat (apply #'format words) "\\n")))
    (defun await (what test)
      (let ((end (+ (float-time) 20)))
        (while (not (funcall test))
          (when (> (float-time) end) (say "FAILED %s" what) (kill-emacs 1))
          (accept-process-output nil 0.02))))
    (defun ask (method)
      (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams) :timeout 20))
    (defun at (line column) (goto-char (point-min)) (forward-line (1- line)) (forward-char column))
    (find-file (concat (getenv "ROOT") "/books/dune.yaml"))
    (apply #'eglot--connect (eglot--guess-contact))
    (await "managed" #'eglot-managed-p)
    (flymake-mode 1)
    (defun problems () (flymake-start) (flymake-diagnostics))
    (await "diagnostics" (lambda () (= (length (problems)) 1)))
    (let ((problem (car (problems))))
      (say "diagnostic %d %s" (line-number-at-pos (flymake-diagnostic-beg problem)) (flymake-diagnostic-text problem)))
    (at 5 8)
    (let ((hover (plist-get (plist-get (ask :textDocument/hover) :contents) :value)))
      (say "hover %s" (if (string-match-p "三体 🐉" hover) "right" hover)))
    (let* ((places (append (ask :textDocument/definition) nil))
           (place (if (plist-member places :uri) places (car places))))
      (say "definition %s" (file-name-nondirectory (or (plist-get place :uri) (plist-get place :targetUri)))))
    (at 3 9)
    (let* ((actions (append (eglot-code-actions (line-beginning-position) (line-end-position)) nil))
           (action (seq-find (lambda (action) (eq (plist-get action :isPreferred) t)) actions)))
      (say "action %s" (plist-get action :title))
      (eglot--apply-workspace-edit (plist-get action :edit)))
    (eglot--signal-textDocument/didChange)
    (await "no diagnostics" (lambda () (null (problems))))
    (goto-char (point-max)) (insert "  - stad") (eglot--signal-textDocument/didChange)
    ;; What is offered is taken, as a person does who chooses the first of the list.
    (setq completion-ignore-case t
          completion-in-region-function
          (lambda (start end table &optional predicate)
            (let* ((typed (buffer-substring start end))
                   (first (car (completion-all-completions typed table predicate (length typed)))))
              (delete-region start end)
              (insert first)
              (funcall (plist-get completion-extra-properties :exit-function) first 'finished))))
    (completion-at-point)
    (say "completed %s" (buffer-substring (line-beginning-position) (line-end-position)))
    (delete-region (line-beginning-position) (line-end-position))
    (eglot--signal-textDocument/didChange)
    (at 5 8)
    (eglot-rename "Zukunft 三")
    (save-some-buffers t)
    (eglot-shutdown (eglot-current-server))
    """

  @Test func doesADaysWork() throws {
    let id = { (number: Int) in ShelfTestSupport.TestLibrary.id(number) }
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\n",
      "books/dune.yaml": "id: \(id(1))\ntitle: Dune\nstatus: wantd\ngenres:\n  - \(id(10)) # 三体 🐉\n",
      "books/emma.yaml": "id: \(id(2))\ntitle: Emma\ngenres:\n  - \(id(11)) # Stadt 三\n",
      "genres/sf.yaml": "id: \(id(10))\nname: 三体 🐉\n", "genres/city.yaml": "id: \(id(11))\nname: Stadt 三\n",
    ])
    let other = try TemporaryFolder()
    let settings = try EditorPage.blocks("elisp")
    try other.write("settings.el", try #require(settings.first))
    try other.write("drive.el", Self.script)
    let (status, text) = try Program.run(
      [
        "env", "ROOT=\(library.root)", "SETTINGS=\(other.path)/settings.el", "HOME=\(other.path)", "LC_ALL=C.UTF-8",
        "PATH=\(EditorTools.searchPath)", "emacs", "--batch", "-l", other.path + "/drive.el",
      ], in: library.root)
    #expect(status == 0, "\(text)")
    let lines = text.split(separator: "\n").map(String.init)
    let problem = "“wantd” is not one of wanted, onShelf, inProgress, completed, abandoned"
    for line in [
      "diagnostic 3 shelf [unknown-choice]: \(problem)", "hover right", "definition sf.yaml", "action Write “wanted”",
      "completed   - \(id(11)) # Stadt 三",
    ] { #expect(lines.contains(line), "\(line): \(text)") }
    #expect(
      library["books/dune.yaml"]
        == "id: \(id(1))\ntitle: Dune\nstatus: wanted\ngenres:\n  - \(id(10)) # Zukunft 三\n", "\(text)")
    #expect(library["genres/sf.yaml"] == "id: \(id(10))\nname: Zukunft 三\n", "\(text)")
    #expect(try library.problems().isEmpty)
  }
}
