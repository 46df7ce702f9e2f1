/// The status of a book: the choices of its field `status`.
package enum ReadingStatus: String, CaseIterable, Sendable {
  case wanted, onShelf, inProgress, paused, completed, abandoned
}
