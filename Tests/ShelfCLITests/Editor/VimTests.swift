import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Vim with ALE does a day's work with the server, by the settings on the page about editors.
@Suite(.enabled(if: EditorTools.hasALE, "Vim with ALE is not installed"))
struct VimTests {
  private static let script = """
    set nocompatible encoding=utf-8 viminfo= noswapfile nobackup hidden
    set rtp^=\(EditorTools.ale)
    filetype plugin on
    let g:ale_linters_explicit = 1
    let g:ale_linters = {'yaml': ['shelf']}
    let g:ale_hover_to_preview = 1
    let g:ale_lint_delay = 0
    source $SETTINGS
    function! Say(text)
      call writefile([a:text], $OUT, 'a')
    endfunction
    function! Await(what, Test)
      let l:start = reltime()
      while !a:Test()
        if reltimefloat(reltime(l:start)) > 20
          call Say('FAILED ' . a:what)
          cquit
        endif
        sleep 20m
      endwhile
    endfunction
    function! Preview()
      return join(getbufline('ALEPreviewWindow', 1, '$'))
    endfunction
    function! Work()
      try
        " What ALE asks a person for.
        call ale#util#FeedKeys('', 'n')
        execute "function! ale#util#Input(message, value, ...) abort\\nreturn g:answer\\nendfunction"
        execute 'edit' fnameescape($ROOT . '/books/dune.yaml')
        let l:dune = bufnr('')
        call Await('diagnostics', {-> len(getloclist(0)) == 1})
        let l:problem = getloclist(0)[0]
        call Say('diagnostic ' . l:problem.lnum . ':' . l:problem.col . ' ' . l:problem.text)
        call cursor(5, 9)
        ALEHover
        call Await('hover', {-> bufwinnr('ALEPreviewWindow') > 0})
        call Say('hover ' . (Preview() =~ 'Zukunft' ? 'right' : Preview()))
        pclose
        ALEGoToDefinition
        call Await('definition', {-> bufnr('') != l:dune})
        call Say('definition ' . expand('%:t'))
        execute 'buffer' l:dune
        call cursor(3, 10)
        let g:answer = '1'
        ALECodeAction
        call Await('action', {-> getline(3) == 'status: wanted'})
        call ale#Queue(0, 'lint_file')
        call Await('no diagnostics', {-> empty(getloclist(0))})
        call cursor(5, 9)
        let g:answer = 'Future'
        ALERename
        call Await('rename', {-> getline(5) =~ 'Future'})
        silent wall
      catch
        call Say('FAILED ' . v:exception . ' ' . v:throwpoint)
        cquit
      endtry
      qall!
    endfunction
    autocmd VimEnter * call timer_start(50, {-> Work()})
    """

  @Test func doesADaysWork() throws {
    let id = { (number: Int) in ShelfTestSupport.TestLibrary.id(number) }
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\n",
      "books/dune.yaml": "id: \(id(1))\ntitle: Dune\nstatus: wantd\ngenres:\n  - \(id(10)) # Zukunft\n",
      "genres/sf.yaml": "id: \(id(10))\nname: Zukunft\n",
    ])
    let other = try TemporaryFolder()
    try other.write("settings.vim", try #require(EditorPage.blocks("vim").first))
    try other.write("drive.vim", Self.script)
    let out = other.path + "/out"
    let (status, text) = try Program.run(
      [
        "env", "ROOT=\(library.root)", "SETTINGS=\(other.path)/settings.vim", "OUT=\(out)", "HOME=\(other.path)",
        "TERM=xterm", "PATH=\(EditorTools.searchPath)", "script", "-qec",
        "vim.nox -u '\(other.path)/drive.vim' -i NONE -n", "/dev/null",
      ], in: library.root)
    let said = (try? String(contentsOfFile: out, encoding: .utf8)) ?? ""
    #expect(status == 0, "\(said) \(text)")
    let problem = "“wantd” is not one of wanted, onShelf, inProgress, completed, abandoned"
    #expect(said == "diagnostic 3:9 unknown-choice: \(problem)\nhover right\ndefinition sf.yaml\n")
    #expect(
      library["books/dune.yaml"] == "id: \(id(1))\ntitle: Dune\nstatus: wanted\ngenres:\n  - \(id(10)) # Future\n")
    #expect(library["genres/sf.yaml"] == "id: \(id(10))\nname: Future\n")
    #expect(try library.problems().isEmpty)
  }
}
