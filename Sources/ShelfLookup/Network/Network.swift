/// A way to send requests. shelf opens no connections itself.
package protocol Network: Sendable {
  /// Sends one request. Does not follow redirects.
  func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse

  /// Sends several requests to one server over one connection, until the first response with an error status.
  ///
  /// The caller can send unanswered requests again, one at a time.
  ///
  /// - Parameters:
  ///   - pause: the interval between the starts of two requests, in milliseconds.
  ///   - take: called with each response when it arrives, and returns false to stop.
  /// - Returns: false if the implementation cannot do this and sent nothing.
  /// - Throws: `NetworkFailure` if the request after the last response failed.
  func get(
    _ addresses: [WebAddress], pause: Int, _ take: (WebResponse) -> Bool
  ) throws(NetworkFailure) -> Bool
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
