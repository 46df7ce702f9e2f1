/// Why a catalogue has not answered, or not with a book.
package enum CatalogueFailure: Error, Hashable, Sendable {
  case network(NetworkFailure)
  /// The server refused, with a status of HTTP and the first line of what it says.
  case status(Int, String)
  /// The catalogue says why, although its server says that all is well.
  case refusal(String)
  /// The answer is not what the catalogue sends otherwise.
  case unreadable(String)
  /// It sends to another host, which is not asked.
  case elsewhere(String)
  /// One redirect led to another, more than three times.
  case tooManyRedirects
  /// It needs a key that the reader's settings do not have.
  case keyMissing
  /// It was not asked, because nothing may go out.
  case offline
  /// It was not asked, because it had refused to answer before.
  case stopped
  /// The program, of the reader's own, ended with an error: its status, and what it says.
  case programFailed(Int32, String)
  /// The program has not answered in so many seconds, and was ended.
  case programLate(seconds: Int)
  /// The program is in the folder of a library, whose path this is, and nothing there is run.
  case programInLibrary(String)
  /// It cannot be asked that.
  case cannotBeAsked
}
