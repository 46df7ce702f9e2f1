import ShelfModel

/// A commit, as far as messages mention it.
package struct Commit: Hashable, Sendable {
  /// The full name.
  package let hash: String
  /// The author's name.
  package let author: String
  /// When the author made it.
  package let date: Timestamp
  /// The first line of the message.
  package let subject: String
  let parents: [String]

  /// The start of the name, long enough to be unique in any library.
  package var short: String { String(hash.prefix(9)) }

  /// What git is told to write for each commit, and the number of fields.
  static let format = "--format=%H%x00%P%x00%an%x00%at%x00%s"
  static let fieldCount = 5

  /// Reads the fields that `format` asks for.
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
