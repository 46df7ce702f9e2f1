/// A message of JSON-RPC 2.0.
package enum RPCMessage: Hashable, Sendable {
  case request(id: JSON, method: String, params: JSON)
  case notification(method: String, params: JSON)
  case response(id: JSON, Result<JSON, RPCError>)
  /// Data that is not a valid message, with the error to send as the response.
  case invalid(id: JSON, RPCError)

  /// Parses the content of a frame.
  package init(_ content: [UInt8]) {
    do {
      self = RPCMessage.read(try JSON(content))
    } catch {
      self = .invalid(id: .null, .parseError("the content is not JSON: \(error.reason)"))
    }
  }

  private static func read(_ json: JSON) -> RPCMessage {
    guard case .object(let members) = json else {
      return .invalid(id: .null, .invalidRequest("a message is an object"))
    }
    let id = members.last { $0.key == "id" }?.value
    if let id, !isID(id) { return .invalid(id: .null, .invalidRequest("an id is a number or a text")) }
    if let method = json["method"]?.text {
      let params = json["params"] ?? .null
      if let id, id != .null { return .request(id: id, method: method, params: params) }
      return .notification(method: method, params: params)
    }
    guard let id, json["method"] == nil, members.contains(where: { $0.key == "result" || $0.key == "error" }) else {
      return .invalid(id: id ?? .null, .invalidRequest("a message has a method, or is an answer"))
    }
    if let error = json["error"] {
      return .response(id: id, .failure(RPCError(error["code"]?.integer ?? 0, error["message"]?.text ?? "")))
    }
    return .response(id: id, .success(json["result"] ?? .null))
  }

  private static func isID(_ json: JSON) -> Bool {
    switch json {
    case .null, .integer, .number, .text: true
    case .flag, .array, .object: false
    }
  }

  /// The message as the content of a frame.
  package var content: [UInt8] {
    let json: JSON =
      switch self {
      case .request(let id, let method, let params):
        .members(["jsonrpc": "2.0", "id": id, "method": .text(method), "params": params == .null ? nil : params])
      case .notification(let method, let params):
        .members(["jsonrpc": "2.0", "method": .text(method), "params": params == .null ? nil : params])
      case .response(let id, .success(let result)): ["jsonrpc": "2.0", "id": id, "result": result]
      case .response(let id, .failure(let error)), .invalid(let id, let error):
        ["jsonrpc": "2.0", "id": id, "error": error.json]
      }
    return json.bytes
  }

  /// The message with its header.
  package var frame: [UInt8] {
    let content = content
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
