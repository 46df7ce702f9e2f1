/// An entry of the reading queue in `shelf.yaml`.
package struct QueueEntry: Sendable {
  package let text: String
  /// The id of the book, or nil if the text is not an id.
  package let id: RecordID?
  /// The position of the entry in the list.
  package let index: Int
  /// The byte range of the entry in the file.
  package let range: Range<Int>
  /// The comment after the entry, which names the book, or nil if there is none.
  package let comment: String?
}
