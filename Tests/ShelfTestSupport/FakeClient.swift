import Dispatch
import ShelfRPC
import ShelfSystem
import Synchronization

/// A client of a language server for tests. It keeps all messages from the server, and waits no longer than necessary.
package final class FakeClient: Sendable {
  private let output: Int32
  private let messages = Mutex<[RPCMessage]>([])
  private let signal = DispatchSemaphore(value: 0)
  private let nextID = Mutex(1)
  private let faults = Mutex<[String]>([])
  private let ended = DispatchSemaphore(value: 0)

  /// The maximum time to wait for a response in seconds, which is enough even on a busy computer.
  private static let timeout = 120.0

  package struct NoAnswer: Error {
    package let to: String

    package init(to: String) { self.to = to }
  }

  /// - Parameters:
  ///   - input: the descriptor that the server writes to.
  ///   - output: the descriptor that the server reads from.
  package init(input: Int32, output: Int32) {
    self.output = output
    DispatchQueue(label: "test.client").async { [self] in
      var reader = FrameReader()
      while let bytes = Streams.readSome(64 << 10, from: input) {
        reader.append(bytes)
        while let piece = reader.next() {
          switch piece {
          case .content(let content): messages.withLock { $0.append(RPCMessage(content)) }
          case .fault(let fault): faults.withLock { $0.append(fault) }
          }
          signal.signal()
        }
      }
      faults.withLock { $0.append("end") }
      signal.signal()
      ended.signal()
    }
  }

  /// Waits until the server has closed its output and no thread reads it anymore.
  package func waitForEnd() {
    if ended.wait(timeout: .now() + FakeClient.timeout) == .success { ended.signal() }
  }

  /// The malformed frames from the server, followed by `end` once it has closed its output.
  package var oddities: [String] { faults.withLock { $0 } }

  package func send(_ bytes: [UInt8]) { _ = Streams.writeAll(bytes, to: output) }

  package func notify(_ method: String, _ params: JSON) {
    send(RPCMessage.notification(method: method, params: params).frame)
  }

  /// Sends a request and returns its id.
  package func request(_ method: String, _ params: JSON) -> JSON {
    let id = nextID.withLock { number in
      defer { number += 1 }
      return JSON.integer(number)
    }
    send(RPCMessage.request(id: id, method: method, params: params).frame)
    return id
  }

  /// Sends a request and waits for the response.
  package func ask(_ method: String, _ params: JSON) throws -> Result<JSON, RPCError> {
    try answer(to: request(method, params), method)
  }

  /// Waits for the response to a request.
  package func answer(to id: JSON, _ what: String = "") throws -> Result<JSON, RPCError> {
    try wait(for: what) { message in
      if case .response(id, let result) = message { return result }
      return nil
    }
  }

  /// Waits for the first message for which a function returns a value, removes the message and returns the value.
  package func wait<Found>(for what: String, _ find: (RPCMessage) -> Found?) throws -> Found {
    let deadline = DispatchTime.now() + FakeClient.timeout
    while true {
      let found = messages.withLock { messages -> Found? in
        for (position, message) in messages.enumerated() {
          if let found = find(message) {
            messages.remove(at: position)
            return found
          }
        }
        return nil
      }
      if let found { return found }
      if oddities.contains("end") { throw NoAnswer(to: what + ": the server is gone") }
      guard signal.wait(timeout: deadline) == .success else { throw NoAnswer(to: what) }
    }
  }

  /// Removes and returns all messages received so far.
  package func take() -> [RPCMessage] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

extension FakeClient {
  /// The capabilities of a client that supports everything.
  package static func abilities(encoding: String = "utf-16") -> JSON {
    [
      "general": ["positionEncodings": [.text(encoding)]],
      "workspace": [
        "applyEdit": true,
        "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]],
      ],
      "textDocument": [
        "hover": ["contentFormat": ["markdown", "plaintext"]],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
        "completion": ["completionItem": ["snippetSupport": true, "documentationFormat": ["markdown"]]],
        "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
        "publishDiagnostics": ["relatedInformation": true, "versionSupport": true],
      ],
    ]
  }

  /// Sends `initialize` and `initialized`.
  @discardableResult package func initialize(
    _ capabilities: JSON = FakeClient.abilities(), folder: String? = nil
  ) throws -> JSON {
    let folder = folder.map { JSON.text("file://" + $0) }
    let result = try ask("initialize", .members(["processId": .null, "rootUri": folder, "capabilities": capabilities]))
      .get()
    notify("initialized", .object([]))
    return result
  }

  package func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(uri), "languageId": "yaml", "version": .integer(version), "text": .text(text)]])
  }

  /// Replaces the whole text of a document.
  package func change(_ uri: String, _ text: String, version: Int) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri), "version": .integer(version)],
        "contentChanges": [["text": .text(text)]],
      ])
  }

  /// Waits for diagnostics of a document that satisfy a condition.
  package func diagnostics(_ uri: String, where accept: ([JSON]) -> Bool) throws -> [JSON] {
    try wait(for: "diagnostics of \(uri)") { message in
      guard case .notification("textDocument/publishDiagnostics", let params) = message, params["uri"] == .text(uri)
      else { return nil }
      let items = params["diagnostics"]?.items ?? []
      return accept(items) ? items : nil
    }
  }

  /// Sends a request about a position in a document, and waits for the response.
  package func ask(_ method: String, _ uri: String, line: Int, character: Int, _ more: [JSON.Member] = []) throws
    -> JSON
  {
    let params: [JSON.Member] = [
      JSON.Member(key: "textDocument", value: ["uri": .text(uri)]),
      JSON.Member(key: "position", value: ["line": .integer(line), "character": .integer(character)]),
    ]
    return try ask(method, .object(params + more)).get()
  }

  /// Shuts down the server.
  package func shutDown() throws {
    _ = try ask("shutdown", .null).get()
    notify("exit", .null)
  }
}
