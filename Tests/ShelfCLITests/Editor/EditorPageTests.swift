import Foundation
import ShelfTestSupport
import Testing

/// Tests the settings for Emacs and Vim on the page about editors, exactly as they are printed.
struct EditorPageTests {
  private static let files = [
    "shelf.yaml": "format: 1\n",
    "books/dune.yaml":
      "id: \(id(1))\ntitle: Dune\nstatus: wantd\nrating: 5\ngenres:\n  - \(id(10)) # Science Fiction\n",
    "genres/sf.yaml": "id: \(id(10))\nname: Science Fiction\n",
    "genres/uf.yaml": "id: \(id(11))\nname: Urban Fantasy\n",
  ]
  private static let problem = "“wantd” is not one of wanted, onShelf, inProgress, paused, completed, abandoned"

  private static func id(_ number: Int) -> String { ShelfTestSupport.TestLibrary.id(number) }

  /// Returns the only code block in a language on the page, with the name of the program replaced with the path of the
  /// built program.
  private static func settings(_ language: String) throws -> String {
    let page = URL(filePath: #filePath).appending(path: "../../../../docs/editors.md").standardizedFileURL
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```\(language)\n")
    try #require(parts.count == 2)
    let settings = parts[1].components(separatedBy: "```")[0]
    for name in ["\"shelf\" \"lsp\"", "'executable': 'shelf'"] where settings.contains(name) {
      return settings.replacing(name, with: name.replacing("shelf", with: EditorProcess.program))
    }
    Issue.record("the settings name no program: \(settings)")
    return settings
  }

  // MARK: - Emacs

  private static let emacs = """
    (defun say (&rest words) (princ (concat (apply #'format words) "\\n")))
    (defun wait (what test)
      (let ((count 0))
        (while (and (< count 1000) (not (funcall test))) (accept-process-output nil 0.02) (setq count (1+ count)))
        (unless (funcall test) (say "FAILED %s" what) (kill-emacs 1))))
    (setq eglot-sync-connect 20 eglot-confirm-server-initiated-edits nil)
    (find-file "books/dune.yaml")
    (run-hooks 'post-command-hook)
    (wait "connection" (lambda () (and (fboundp 'eglot-managed-p) (eglot-managed-p))))
    (wait "problem" (lambda () (flymake-start) (flymake-diagnostics)))
    (let* ((problem (car (flymake-diagnostics)))
           (actions (eglot-code-actions (flymake-diagnostic-beg problem) (flymake-diagnostic-end problem))))
      (say "%d %s" (line-number-at-pos (flymake-diagnostic-beg problem)) (flymake-diagnostic-text problem))
      (let ((action (seq-find (lambda (action) (eq t (plist-get action :isPreferred))) actions)))
        (say "action %s" (plist-get action :title))
        (eglot--apply-workspace-edit (plist-get action :edit))))
    (eglot--signal-textDocument/didChange)
    (wait "repair" (lambda () (flymake-start) (not (flymake-diagnostics))))
    (goto-char (point-max))
    (insert "  - urb")
    (let* ((found (run-hook-with-args-until-success 'completion-at-point-functions))
           (choice (car (completion-all-completions "urb" (nth 2 found) nil 3))))
      (say "completion %s" choice)
      (delete-region (nth 0 found) (nth 1 found))
      (insert choice)
      (funcall (plist-get (nthcdr 3 found) :exit-function) choice 'finished))
    (goto-char (point-min))
    (search-forward "# Sci")
    (search-backward "-")
    (xref-find-definitions (thing-at-point 'symbol))
    (say "definition %s" (file-name-nondirectory buffer-file-name))
    (switch-to-buffer "dune.yaml")
    (goto-char (point-min))
    (search-forward "# Sci")
    (eglot--signal-textDocument/didChange)
    (eglot-rename "Zukunft")
    (save-some-buffers t)
    (find-file (expand-file-name "../other.yaml" (locate-dominating-file default-directory "shelf.yaml")))
    (run-hooks 'post-command-hook)
    (accept-process-output nil 0.3)
    (say "elsewhere %s" (eglot-managed-p))
    """

  @Test(.enabled(if: Editors.hasEglot, "Emacs, eglot or yaml-mode is not installed"))
  func emacsDoesADaysWork() throws {
    let library = try TestLibrary(Self.files)
    library[".drive.el"] =
      "(package-initialize)\n(require 'yaml-mode)\n(require 'seq)\n\(try Self.settings("elisp"))\n\(Self.emacs)\n"
    let (status, text) = try Program.run(
      ["env", "HOME=\(library.root)", "emacs", "--batch", "--no-init-file", "-l", ".drive.el"], in: library.root)
    #expect(status == 0, "\(text)")
    for line in [
      "3 shelf [unknown-choice]: \(Self.problem)", "action Write “wanted”", "completion Urban Fantasy",
      "definition sf.yaml", "elsewhere nil",
    ] { #expect(text.contains(line + "\n"), "\(line): \(text)") }
    let book = try #require(library["books/dune.yaml"])
    #expect(
      book.contains("\nstatus: wanted\n")
        && book.contains("  - \(Self.id(10)) # Zukunft\n  - \(Self.id(11)) # Urban Fantasy"), "\(book)")
    #expect(library["genres/sf.yaml"] == "id: \(Self.id(10))\nname: Zukunft\n")
  }

  // MARK: - Vim

  private static let vim = """
    let g:said = []
    function! Done(status) abort
      call writefile(g:said, 'said')
      if a:status | cquit | endif
      qa!
    endfunction
    function! Wait(what, Test) abort
      let l:count = 0
      while !a:Test() && l:count < 1000
        sleep 20m
        let l:count += 1
      endwhile
      if !a:Test() | call add(g:said, 'FAILED ' . a:what) | call Done(1) | endif
    endfunction
    edit books/dune.yaml
    call Wait('problem', {-> len(ale#engine#GetLoclist(bufnr('%'))) > 0})
    let g:problem = ale#engine#GetLoclist(bufnr('%'))[0]
    call add(g:said, g:problem.lnum . ' ' . g:problem.text)
    call cursor(6, 8)
    ALEHover
    call Wait('hover', {-> winnr('$') > 1})
    call add(g:said, 'hover ' . join(getbufline(winbufnr(1), 1, '$'), ' '))
    pclose
    ALEGoToDefinition
    call Wait('definition', {-> expand('%:t') ==# 'sf.yaml'})
    call add(g:said, 'definition ' . expand('%:t'))
    ALESymbolSearch rating:5
    call Wait('symbols', {-> winnr('$') > 1})
    call add(g:said, 'symbols ' . join(getbufline(winbufnr(1), 1, '$'), ' '))
    pclose
    edit! ../other.yaml
    sleep 300m
    call add(g:said, 'elsewhere ' . ShelfRoot(bufnr('%')) . len(ale#engine#GetLoclist(bufnr('%'))))
    call Done(0)
    """

  @Test(.enabled(if: Editors.hasALE, "Vim or ALE is not installed"))
  func vimDoesADaysWork() throws {
    let library = try TestLibrary(Self.files)
    library["settings.vim"] = "packadd! ale\nfiletype plugin on\n\(try Self.settings("vim"))"
    library["drive.vim"] = Self.vim
    let vim = "vim -N -u settings.vim -i NONE -n --not-a-term -S drive.vim"
    let (status, screen) = try Program.run(
      ["env", "HOME=\(library.root)", "TERM=xterm", "script", "-qec", vim, "/dev/null"], in: library.root)
    let said = library["said"] ?? ""
    #expect(status == 0, "\(said)\n\(screen)")
    let lines = said.split(separator: "\n").map(String.init)
    #expect(lines.contains("3 \(Self.problem)"), "\(said)")
    #expect(lines.contains("definition sf.yaml") && lines.contains("elsewhere 0"), "\(said)")
    #expect(lines.contains { $0.hasPrefix("hover ") && $0.contains("Science Fiction") }, "\(said)")
    #expect(lines.contains { $0.hasPrefix("symbols ") && $0.contains("dune.yaml") }, "\(said)")
  }
}

private enum Editors {
  static let hasEglot =
    (try? Program.run(
      [
        "emacs", "--batch", "--no-init-file", "--eval",
        "(progn (package-initialize) (require 'eglot) (require 'yaml-mode))",
      ], in: "/"))?.status == 0
  static let hasALE =
    FileManager.default.fileExists(atPath: "/usr/share/vim-ale")
    && (try? Program.run(["vim", "--version"], in: "/"))?.text.contains("+channel") == true
}
