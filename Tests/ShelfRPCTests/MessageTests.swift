import Dispatch
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfRPC

@Suite struct MessageTests {
  private static func read(_ text: String) -> RPCMessage { RPCMessage(Array(text.utf8)) }

  @Test func readsMessagesAndWritesThemAgain() {
    let messages: [RPCMessage] = [
      .request(id: 1, method: "a", params: ["x": [1, 2.5.json, .null, true, "🐉\n\"\\"]]),
      .request(id: "one", method: "b", params: .null), .notification(method: "c", params: ["y": .object([])]),
      .response(id: 7, .success(.null)), .response(id: "r", .failure(RPCError(-32601, "no"))),
    ]
    for message in messages { #expect(RPCMessage(message.content) == message) }
  }

  @Test(arguments: [
    ("{", -32700), ("", -32700), ("[]", -32600), ("3", -32600), ("{\"id\":1}", -32600),
    ("{\"id\":[],\"method\":\"a\"}", -32600),
    ("{\"id\":true,\"method\":\"a\"}", -32600), ("{\"method\":5,\"id\":1}", -32600), ("{\"a\":\"\\ud8\"}", -32700),
    (String(repeating: "[", count: 100_000), -32700),
  ])
  func tellsWhatIsNotAMessage(_ text: String, _ code: Int) {
    guard case .invalid(_, let error) = Self.read(text) else {
      Issue.record("\(text.prefix(40)) was taken")
      return
    }
    #expect(error.code == code)
  }

  @Test func repairsWhatIsNotUTF8() {
    let message = RPCMessage(Array("{\"method\":\"a\",\"params\":{\"x\":\"".utf8) + [0xFF, 0xC3] + Array("\"}}".utf8))
    #expect(message == .notification(method: "a", params: ["x": "\u{FFFD}\u{FFFD}"]))
  }
}

extension Double {
  fileprivate var json: JSON { .number(self) }
}

@Suite struct LifecycleTests {
  @Test func admitsNothingBeforeItIsInitialized() {
    var lifecycle = Lifecycle()
    #expect(lifecycle.handle("shutdown", isRequest: true) == .refuse(.notInitialized))
    #expect(lifecycle.handle("textDocument/didOpen", isRequest: false) == .ignore)
    #expect(lifecycle.handle("initialize", isRequest: true) == .take)
    guard case .refuse(let error) = lifecycle.handle("initialize", isRequest: true) else {
      Issue.record("initialized twice")
      return
    }
    #expect(error.code == -32600)
    #expect(lifecycle.handle("anything", isRequest: true) == .take)
  }

  @Test func endsWellOnlyAfterAShutdown() {
    var lifecycle = Lifecycle()
    #expect(lifecycle.handle("exit", isRequest: false) == .end(1))
    _ = lifecycle.handle("initialize", isRequest: true)
    #expect(lifecycle.handle("exit", isRequest: false) == .end(1))
    #expect(lifecycle.handle("shutdown", isRequest: true) == .take)
    guard case .refuse(let error) = lifecycle.handle("textDocument/hover", isRequest: true) else {
      Issue.record("answers after a shutdown")
      return
    }
    #expect(error.code == -32600)
    #expect(lifecycle.handle("exit", isRequest: false) == .end(0))
  }
}

@Suite struct PeerTests {
  @Test func aRequestThatWaitsCanBeCancelled() throws {
    let (toServer, toClient) = (try SystemPipe(), try SystemPipe())
    let mailbox = Mailbox<Peer.Event>()
    let peer = Peer(input: toServer.reading, output: toClient.writing) { mailbox.put($0) }
    func send(_ message: RPCMessage) { _ = Streams.writeAll(message.frame, to: toServer.writing) }
    send(.request(id: 1, method: "slow", params: .null))
    send(.request(id: 2, method: "slow", params: .null))
    send(.notification(method: "$/cancelRequest", params: ["id": 2]))
    send(.notification(method: "$/cancelRequest", params: ["id": 9]))
    send(.notification(method: "done", params: .null))
    var seen: [RPCMessage] = []
    while seen.count < 3, case .message(let message)? = mailbox.take(until: .now() + .seconds(60)) {
      seen.append(message)
    }
    #expect(seen.count == 3)
    #expect(!peer.isCancelled(1) && peer.isCancelled(2) && !peer.isCancelled(9))
    peer.send(.response(id: 2, .failure(.cancelled)))
    #expect(!peer.isCancelled(2))
    toServer.closeWriting()
    guard case .end? = mailbox.take(until: .now() + .seconds(60)) else {
      Issue.record("the end of the input was not noticed")
      return
    }
  }
}
