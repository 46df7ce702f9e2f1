/// The status of a book: the possible values of its `status` field.
package enum ReadingStatus: String, CaseIterable, Sendable {
  case wanted, onShelf, inProgress, paused, completed, abandoned
}
