import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfEditor

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isTrimmed($0) }.map { index(after: $0) } ?? startIndex)]
  }
}

/// What the server holds after any edits in a real Neovim is what Neovim saves.
@Suite(.enabled(if: !Neovim.installed.isEmpty, "Neovim is not installed"))
struct NeovimSyncTests {
  /// Edits a file at random, saves it now and then, and keeps what was saved.
  private static let script = """
    math.randomseed(tonumber(vim.env.SEED))
    local path = vim.env.ROOT .. '/books/dune.yaml'
    vim.cmd('edit ' .. vim.fn.fnameescape(path))
    local buf = vim.api.nvim_get_current_buf()
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    if capabilities.general and vim.env.ENCODING ~= '' then
      capabilities.general.positionEncodings = { vim.env.ENCODING }
    end
    local config = { name = 'shelf', cmd = { vim.env.PROXY }, root_dir = vim.env.ROOT, capabilities = capabilities }
    local id = vim.lsp.start and vim.lsp.start(config, { bufnr = buf }) or vim.lsp.start_client(config)
    if not vim.lsp.start then vim.lsp.buf_attach_client(buf, id) end
    local function ready() local c = vim.lsp.get_client_by_id(id) return c and c.initialized end
    if not vim.wait(20000, ready, 10) then io.stdout:write('FAILED initialize') vim.cmd('cquit 1') end
    local client = vim.lsp.get_client_by_id(id)
    local pieces = { 'a', 'title: x', '三体', '🐉', 'é', 'e\\204\\129', ' ', '# ', '- ', '\\t', '' }
    local function text() return pieces[math.random(#pieces)] .. pieces[math.random(#pieces)] end
    local function place()
      local row = math.random(0, vim.api.nvim_buf_line_count(buf) - 1)
      local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, true)[1]
      local column = math.random(0, #line)
      while column > 0 and column < #line and line:byte(column + 1) >= 128 and line:byte(column + 1) < 192 do
        column = column - 1
      end
      return row, column
    end
    local acts = {
      function()
        local row, column = place()
        local to, last = place()
        if to < row or (to == row and last < column) then row, column, to, last = to, last, row, column end
        if to - row > 2 then to, last = row, column end
        local new = { text() }
        for _ = 1, math.random(0, 2) do new[#new + 1] = text() end
        vim.api.nvim_buf_set_text(buf, row, column, to, last, new)
      end,
      function() local row = place() vim.api.nvim_buf_set_lines(buf, row, row, true, { text(), text() }) end,
      function() local row = place() vim.api.nvim_buf_set_lines(buf, row, row + 1, true, {}) end,
      function() local row = place() vim.api.nvim_win_set_cursor(0, { row + 1, 0 }) vim.cmd('silent! normal! J') end,
      function() local row = place() vim.api.nvim_win_set_cursor(0, { row + 1, 0 }) vim.cmd('silent! normal! ddp') end,
      function() vim.cmd('silent! undo') end, function() vim.cmd('silent! redo') end,
      function() vim.cmd('silent! %s/x/三/g') end,
    }
    for round = 1, 12 do
      for _ = 1, math.random(1, 12) do acts[math.random(#acts)]() end
      vim.cmd('silent write')
      vim.fn.writefile(vim.fn.readfile(path, 'b'), vim.env.SAVES .. '/' .. round, 'b')
    end
    client.stop()
    vim.wait(5000, function() return client.is_stopped() end, 10)
    """

  @Test(arguments: Neovim.installed, ["", "utf-16"])
  func holdsWhatIsSaved(_ program: String, _ encoding: String) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for ending in ["\n", "\r\n"] {
      let seed = Int.random(in: 1...1_000_000, using: &generator)
      let text = "id: \(ShelfTestSupport.TestLibrary.id(1))\ntitle: Dune 🐉\nreview: |\n  三体\n  é\n"
        .replacing("\n", with: ending)
      let library = try TestLibrary(["shelf.yaml": "format: 1\n", "books/dune.yaml": text])
      let other = try TemporaryFolder()
      try other.write("fuzz.lua", Self.script)
      try library.writeProgram(".proxy", "#!/bin/sh\ntee '\(other.path)/log' | '\(EditorProcess.program)' lsp\n")
      let (status, printed) = try Program.run(
        [
          "env", "ROOT=\(library.root)", "PROXY=\(library.absolute(".proxy"))", "SAVES=\(other.path)", "SEED=\(seed)",
          "ENCODING=\(encoding)",
          "HOME=\(other.path)", "XDG_STATE_HOME=\(other.path)/.state", program, "--headless", "--clean", "-n", "-i",
          "NONE", "-c", "luafile \(other.path)/fuzz.lua", "-c", "qa!",
        ], in: library.root)
      #expect(status == 0, "\(printed)")
      let saves = try check(Array(Data(contentsOf: URL(filePath: other.path + "/log"))), encoding, other.path, seed)
      #expect(saves == 12, "seed \(seed)")
    }
  }

  /// Takes the messages in their order, as the server does, and compares the text at each saving; returns how many there
  /// were.
  private func check(_ log: [UInt8], _ encoding: String, _ folder: String, _ seed: Int) throws -> Int {
    var reader = FrameReader()
    reader.append(log)
    var text: OpenText?
    var units = PositionEncoding.utf16
    var saves = 0
    while case .content(let content)? = reader.next() {
      switch Message(content) {
      case .request(_, "initialize", let params): units = ClientAbilities(params["capabilities"] ?? .null).encoding
      case .notification("textDocument/didOpen", let params):
        let opened = try #require(params["textDocument"]?["text"]?.text)
        text = OpenText(uri: "", version: nil, opened, stored: nil, units)
      case .notification("textDocument/didChange", let params): text?.apply(params["contentChanges"]?.items ?? [])
      case .notification("textDocument/didSave", let params):
        saves += 1
        // A text that was empty in between ends otherwise in what Neovim says of it; the saving says how it is.
        let all = try #require(params["text"]?.text)
        let start = String(decoding: text?.bytes ?? [], as: UTF8.self)
        #expect(start.trimmingSuffix { $0.isNewline } == all.trimmingSuffix { $0.isNewline }, "seed \(seed)")
        if text?.holds(all) == false { text?.apply([["text": .text(all)]]) }
        let saved = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(saves)")))
        let held = String(decoding: text?.bytes ?? [], as: UTF8.self)
        // An empty buffer has a line, and its file none.
        #expect(
          held == String(decoding: saved, as: UTF8.self) || saved.isEmpty && held.allSatisfy(\.isNewline),
          "seed \(seed), saving \(saves)")
      default: break
      }
    }
    return saves
  }
}
