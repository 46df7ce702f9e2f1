import ShelfRPC
import ShelfSystem

/// A session of `shelf lsp`, with a client that waits for each response.
final class EditorSession {
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var reader = FrameReader()
  private var nextID = 1

  init(_ shelf: String, folder: String) throws {
    var (toServer, toClient): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toServer) == 0, pipe(&toClient) == 0 else { throw BenchError.system("pipe", shelf) }
    for end in [toServer[1], toClient[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    process = try Child(program: shelf, arguments: ["lsp"]).spawn(input: toServer[0], output: toClient[1])
    close(toServer[0])
    close(toClient[1])
    (input, output) = (toServer[1], toClient[0])
    _ = try ask(
      "initialize",
      ["rootUri": .text("file://" + folder), "capabilities": ["general": ["positionEncodings": ["utf-8"]]]])
    notify("initialized", .object([]))
  }

  /// Shuts down the server.
  func end() throws {
    _ = try ask("shutdown", .null)
    notify("exit", .null)
    close(input)
    close(output)
    var status: Int32 = 0
    _ = waitpid(process, &status, 0)
  }

  func notify(_ method: String, _ params: JSON) {
    _ = Streams.writeAll(RPCMessage.notification(method: method, params: params).frame, to: input)
  }

  func ask(_ method: String, _ params: JSON) throws -> JSON {
    let id = JSON.integer(nextID)
    nextID += 1
    _ = Streams.writeAll(RPCMessage.request(id: id, method: method, params: params).frame, to: input)
    return try wait { message in
      if case .response(id, let result) = message { return try? result.get() }
      return nil
    }
  }

  /// Waits for the diagnostics of a version of a document.
  func waitForFindings(_ uri: String, version: Int) throws {
    _ = try wait { message -> Bool? in
      guard case .notification("textDocument/publishDiagnostics", let params) = message,
        params["uri"]?.text == uri, params["version"]?.integer == version
      else { return nil }
      return true
    }
  }

  private func wait<Found>(_ find: (RPCMessage) -> Found?) throws -> Found {
    while true {
      while case .content(let content)? = reader.next() { if let found = find(RPCMessage(content)) { return found } }
      guard let bytes = Streams.readSome(64 << 10, from: output) else { throw BenchError("shelf lsp has ended") }
      reader.append(bytes)
    }
  }

  /// The current memory of the server in bytes, or nil if the system does not provide it.
  var residentBytes: Int? {
    let path = "/proc/\(process)/statm"
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let fields = (Streams.readSome(256, from: file) ?? []).split(separator: 0x20)
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
