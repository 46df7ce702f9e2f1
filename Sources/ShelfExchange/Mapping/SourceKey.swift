import ShelfModel
import ShelfStore
import ShelfText

/// What identifies a record of a source that gives it no number of its own.
enum SourceKey {
  /// Returns sixteen hexadecimal digits for some texts, whatever their capitals and accents.
  static func hash(_ texts: String...) -> String {
    let digest = SHA1.digest(Array(texts.map { Folding.fold($0) }.joined(separator: "\u{1F}").utf8))
    let digits = Array("0123456789abcdef")
    return String(digest.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Returns what stands for a book that has only a title and authors.
  static func book(_ title: String, _ authors: [String]) -> String {
    hash("book", Folding.words(title).joined(separator: " "), authors.first.map(Likeness.name) ?? "")
  }
}
