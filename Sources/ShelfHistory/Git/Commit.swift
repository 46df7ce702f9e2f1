import ShelfModel

/// A commit with the properties that reports show.
package struct Commit: Hashable, Sendable {
  /// The full hash.
  package let hash: String
  package let author: String
  /// The author date.
  package let date: Timestamp
  /// The first line of the commit message.
  package let subject: String
  let parents: [String]

  /// An abbreviated hash, long enough to be unique in any library.
  package var short: String { String(hash.prefix(9)) }

  /// The format option for `git log` that prints these properties, separated by zero bytes.
  static let format = "--format=%H%x00%P%x00%an%x00%at%x00%s"
  /// The number of properties that `format` prints.
  static let fieldCount = 5

  /// Creates a commit from the properties that `format` prints.
  init?(_ fields: [ArraySlice<UInt8>]) {
    guard fields.count == Commit.fieldCount else { return nil }
    let texts = fields.map { String(decoding: $0, as: UTF8.self) }
    hash = texts[0]
    parents = texts[1].split(separator: " ").map(String.init)
    author = texts[2]
    date = Timestamp(secondsSince1970: Int(texts[3]) ?? 0)
    subject = texts[4]
  }
}
