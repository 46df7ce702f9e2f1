/// What asks servers on behalf of shelf, which never connects to anything itself.
package protocol Network: Sendable {
  /// Asks a server once, following no redirect.
  func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse
}

/// Why there is no answer.
package enum NetworkFailure: Error, Hashable, Sendable {
  /// The program that asks is not installed.
  case notInstalled(program: String)
  /// What the program says: no such host, no connection, no answer in time.
  case failed(String)
  case tooLarge(bytes: Int)
}
