/// The reason why a catalogue returned no answer.
package enum CatalogueFailure: Error, Hashable, Sendable {
  case network(NetworkFailure)
  /// The server responded with an HTTP error status. The text is the first line of the body.
  case status(Int, String)
  /// The catalogue reports an error in the body of a successful HTTP response.
  case refusal(String)
  /// The response is not in the format that this catalogue normally sends.
  case unreadable(String)
  /// The server redirects to a host that does not belong to the catalogue, so shelf did not follow the redirect.
  case elsewhere(String)
  /// There were more than three redirects in a row.
  case tooManyRedirects
  /// The catalogue needs an API key, and the user's settings have none.
  case keyMissing
  /// Nothing was sent, because network access is disabled.
  case offline
  /// Nothing was sent, because an earlier request was refused or failed.
  case stopped
  /// The user's program failed, with this exit status and the last line of its error output.
  case programFailed(Int32, String)
  /// The user's program did not finish in time and was terminated.
  case programLate(seconds: Int)
  /// The user's program is inside a library, at this path. shelf never runs programs from there.
  case programInLibrary(String)
  /// The catalogue does not support this kind of question.
  case cannotBeAsked
}
