/// An error response to a request: a code of JSON-RPC 2.0 or of the Language Server Protocol 3.17 (ErrorCodes), and one
/// sentence.
package struct RPCError: Error, Hashable, Sendable {
  package let code: Int
  package let message: String

  package init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  package static func parseError(_ message: String) -> RPCError { RPCError(-32700, message) }
  package static func invalidRequest(_ message: String) -> RPCError { RPCError(-32600, message) }
  package static func methodNotFound(_ method: String) -> RPCError { RPCError(-32601, "there is no method \(method)") }
  package static func invalidParams(_ message: String) -> RPCError { RPCError(-32602, message) }
  package static let notInitialized = RPCError(-32002, "the server is not initialized")
  package static let cancelled = RPCError(-32800, "the request was cancelled")
  /// A valid request that cannot be carried out.
  package static func failed(_ message: String) -> RPCError { RPCError(-32803, message) }

  var json: JSON { ["code": .integer(code), "message": .text(message)] }
}
