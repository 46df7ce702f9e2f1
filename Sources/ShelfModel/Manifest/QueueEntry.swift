/// An entry of the queue in `shelf.yaml`: the record that is meant to be read, and where the file says so.
package struct QueueEntry: Sendable {
  /// The text of the entry.
  package let text: String
  /// The id that it is; nil if it is none.
  package let id: RecordID?
  /// The position in the list of the file.
  package let index: Int
  /// The bytes of the entry in the file.
  package let range: Range<Int>
  /// The comment behind it, which is the name of the record.
  package let comment: String?
}
