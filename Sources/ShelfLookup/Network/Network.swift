/// What asks servers on behalf of shelf, which never connects to anything itself.
package protocol Network: Sendable {
  /// Asks a server once, following no redirect.
  func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse

  /// Asks a server for several things, one after the other over one connection, up to the first answer that is a status of
  /// failure.
  ///
  /// What is not answered in the end may be asked for alone.
  ///
  /// - Parameters:
  ///   - pause: the milliseconds from the beginning of a request to that of the next.
  ///   - take: called with each answer as it comes; returns false to ask no more.
  /// - Returns: false if nothing was asked, because that cannot be done.
  /// - Throws: `NetworkFailure` if there is no answer to the one after those that were taken.
  func get(
    _ addresses: [WebAddress], pause: Int, _ take: (WebResponse) -> Bool
  ) throws(NetworkFailure) -> Bool
}

/// Why there is no answer.
package enum NetworkFailure: Error, Hashable, Sendable {
  /// The program that asks is not installed.
  case notInstalled(program: String)
  /// What the program says: no such host, no connection, no answer in time.
  case failed(String)
  case tooLarge(bytes: Int)
}
