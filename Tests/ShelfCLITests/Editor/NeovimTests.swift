import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the server in a real Neovim session. The script works with version 0.7 and later.
@Suite(.enabled(if: Neovim.isThere, "Neovim is not installed"))
struct NeovimTests {
  private static let script = """
    vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.ROOT .. '/books/dune.yaml'))
    local buf = vim.api.nvim_get_current_buf()
    local config = { name = 'shelf', cmd = { vim.env.SHELF, 'lsp' }, root_dir = vim.env.ROOT,
      capabilities = vim.lsp.protocol.make_client_capabilities() }
    local function say(text) io.stdout:write(text .. '\\n') end
    local function fail(text) say('FAILED ' .. text) vim.cmd('cquit 1') end
    local function wait(what, f) if not vim.wait(20000, f, 10) then fail(what) end end
    local id = vim.lsp.start and vim.lsp.start(config, { bufnr = buf }) or vim.lsp.start_client(config)
    if not vim.lsp.start then vim.lsp.buf_attach_client(buf, id) end
    wait('initialize', function() local c = vim.lsp.get_client_by_id(id) return c and c.initialized end)
    local client = vim.lsp.get_client_by_id(id)
    local encoding = client.offset_encoding
    local function ask(method, params)
      local answers, problem = vim.lsp.buf_request_sync(buf, method, params, 20000)
      if not answers or not answers[id] then fail(method .. ' ' .. tostring(problem)) end
      if answers[id].error then fail(method .. ' ' .. vim.inspect(answers[id].error)) end
      return answers[id].result
    end
    local function at(line, column)
      vim.api.nvim_win_set_cursor(0, { line, column })
      return vim.lsp.util.make_position_params(0, encoding)
    end
    local function diagnostics() return vim.diagnostic.get(buf) end
    wait('diagnostics', function() return #diagnostics() == 1 end)
    local d = diagnostics()[1]
    say('diagnostic ' .. (d.lnum + 1) .. ':' .. (d.col + 1) .. ' ' .. d.message)
    local hover = ask('textDocument/hover', at(5, 8))
    say('hover ' .. (hover.contents.value:find('三体 🐉', 1, true) and 'right' or hover.contents.value))
    local places = ask('textDocument/definition', at(5, 8))
    local place = places[1] or places
    say('definition ' .. (place.uri or place.targetUri):match('[^/]+$'))
    local range = { start = { line = d.lnum, character = d.col }, ['end'] = { line = d.end_lnum, character = d.end_col } }
    local actions = ask('textDocument/codeAction', { textDocument = vim.lsp.util.make_text_document_params(buf),
      range = range, context = { diagnostics = {} } })
    for _, action in ipairs(actions) do
      if action.isPreferred then
        say('action ' .. action.title)
        vim.lsp.util.apply_workspace_edit(action.edit, encoding)
      end
    end
    wait('no diagnostics', function() return #diagnostics() == 0 end)
    vim.api.nvim_buf_set_lines(buf, 5, 5, false, { '  - 🐉' })
    local list = ask('textDocument/completion', vim.tbl_extend('force', at(6, 8), { context = { triggerKind = 1 } }))
    local items = list.items or list
    say('completion ' .. items[1].label)
    vim.lsp.util.apply_text_edits({ items[1].textEdit }, buf, encoding)
    vim.api.nvim_buf_set_lines(buf, 5, 6, false, {})
    local edit = ask('textDocument/rename', vim.tbl_extend('force', at(5, 8), { newName = 'Zukunft 三' }))
    vim.lsp.util.apply_workspace_edit(edit, encoding)
    vim.cmd('silent! wall')
    say(table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '|'))
    client.stop()
    vim.wait(5000, function() return client.is_stopped() end, 10)
    """

  @Test func doesADaysWork() throws {
    let id = { (number: Int) in ShelfTestSupport.TestLibrary.id(number) }
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\n",
      "books/dune.yaml": "id: \(id(1))\ntitle: Dune\nstatus: wantd\ngenres:\n  - \(id(10)) # 三体 🐉\n",
      "books/emma.yaml": "id: \(id(2))\ntitle: Emma\ngenres:\n  - \(id(11)) # 🐉 Drachen\n",
      "genres/sf.yaml": "id: \(id(10))\nname: 三体 🐉\n", "genres/dragons.yaml": "id: \(id(11))\nname: 🐉 Drachen\n",
    ])
    let script = library.absolute("drive.lua")
    try Data(Self.script.utf8).write(to: URL(filePath: script))
    let (status, text) = try Program.run(
      [
        "env", "ROOT=\(library.root)", "SHELF=\(EditorProcess.program)", "HOME=\(library.root)",
        "XDG_STATE_HOME=\(library.root)/.state",
        "nvim", "--headless", "--clean", "-n", "-i", "NONE", "-c", "luafile \(script)", "-c", "qa!",
      ], in: library.root)
    #expect(status == 0, "\(text)")
    let lines = text.split(separator: "\n").map { String($0).replacing("\r", with: "") }
    #expect(
      lines.contains("diagnostic 3:9 “wantd” is not one of wanted, onShelf, inProgress, paused, completed, abandoned"),
      "\(text)")
    for line in ["hover right", "definition sf.yaml", "action Write “wanted”", "completion 🐉 Drachen"] {
      #expect(lines.contains(line), "\(text)")
    }
    #expect(library["books/dune.yaml"]?.contains("status: wanted\n") == true)
    #expect(library["books/dune.yaml"]?.contains("  - \(id(10)) # Zukunft 三\n") == true, "\(text)")
    #expect(library["genres/sf.yaml"] == "id: \(id(10))\nname: Zukunft 三\n", "\(text)")
    #expect(try library.problems().isEmpty)
  }
}

/// Tests that the settings for Neovim on the page about editors work without changes.
@Suite(.enabled(if: Neovim.isThere, "Neovim is not installed"))
struct NeovimPageTests {
  @Test func theSettingsOnThePageStartTheServer() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../../docs/editors.md").standardized
    let blocks = try String(contentsOf: page, encoding: .utf8).matches(of: /```lua\n(.*?)```/.dotMatchesNewlines())
      .map { String($0.1) }
    let settings = try #require(blocks.first).replacing(
      "cmd = { 'shelf', 'lsp' }", with: "cmd = { vim.env.SHELF, 'lsp' }")
    #expect(settings.contains("vim.env.SHELF"))
    let id = ShelfTestSupport.TestLibrary.id(1)
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\n", "books/dune.yaml": "id: \(id)\ntitle: Dune\nrating: 7\n",
    ])
    let other = try TemporaryFolder()
    try other.write("other.yaml", "id: nothing\n")
    let script = """
      \(settings)
      vim.cmd('filetype on')
      local function wait(f) if not vim.wait(20000, f, 10) then io.stdout:write('FAILED') vim.cmd('cquit 1') end end
      vim.cmd('edit \(library.root)/books/dune.yaml')
      wait(function() return #vim.diagnostic.get(0) == 1 end)
      io.stdout:write(vim.diagnostic.get(0)[1].message .. '\\n')
      vim.cmd('edit \(other.path)/other.yaml')
      vim.wait(500)
      io.stdout:write('elsewhere ' .. #vim.diagnostic.get(0) .. '\\n')
      """
    try other.write("init.lua", script)
    let (status, text) = try Program.run(
      [
        "env", "SHELF=\(EditorProcess.program)", "HOME=\(other.path)", "XDG_STATE_HOME=\(other.path)/.state", "nvim",
        "--headless", "--clean", "-n", "-i", "NONE", "-c", "luafile \(other.path)/init.lua", "-c", "qa!",
      ], in: other.path)
    #expect(status == 0 && text.contains("7 is more than 5") && text.contains("elsewhere 0"), "\(text)")
  }
}

private enum Neovim {
  static let isThere = (try? Program.run(["nvim", "--version"], in: "/"))?.status == 0
}
