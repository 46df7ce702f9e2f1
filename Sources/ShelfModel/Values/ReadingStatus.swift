/// How far the reading of a book is: what the field `status` of a book may hold.
package enum ReadingStatus: String, CaseIterable, Sendable {
  case wanted, onShelf, inProgress, completed, abandoned
}
