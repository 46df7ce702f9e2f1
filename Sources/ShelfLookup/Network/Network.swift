/// A way to send requests. shelf opens no connections itself.
package protocol Network: Sendable {
  /// Sends one request. Redirects are not followed.
  func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse
}

/// The reason why there is no response.
package enum NetworkFailure: Error, Hashable, Sendable {
  /// The program that sends requests is not installed.
  case notInstalled(program: String)
  /// The program failed with this error message, for example because of an unknown host, a refused connection or a
  /// timeout.
  case failed(String)
  case tooLarge(bytes: Int)
}
