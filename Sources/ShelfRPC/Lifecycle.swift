/// The state of a server, which determines how it treats messages (Language Server Protocol 3.17, Server lifecycle).
/// Before `initialize` and after `shutdown`, the server refuses or ignores every message except `exit`.
package struct Lifecycle: Sendable {
  private enum Phase { case fresh, running, shut }
  private var phase = Phase.fresh

  package init() {}

  /// The treatment of a message.
  package enum Action: Hashable, Sendable {
    case take
    case refuse(RPCError)
    case ignore
    /// The server ends the process with this exit status.
    case end(Int32)
  }

  /// The exit status if the client disconnects without sending `exit`.
  package var exitStatusOnDisconnect: Int32 { phase == .shut ? 0 : 1 }

  /// Decides how to treat a message, and updates the state.
  package mutating func handle(_ method: String, isRequest: Bool) -> Action {
    if method == "exit", !isRequest { return .end(exitStatusOnDisconnect) }
    switch phase {
    case .fresh:
      guard isRequest else { return .ignore }
      guard method == "initialize" else { return .refuse(.notInitialized) }
      phase = .running
      return .take
    case .running:
      if method == "initialize", isRequest { return .refuse(.invalidRequest("the server is initialized already")) }
      if method == "shutdown", isRequest { phase = .shut }
      return .take
    case .shut:
      return isRequest ? .refuse(.invalidRequest("the server has been shut down")) : .ignore
    }
  }
}
