import ShelfModel
import ShelfStore
import ShelfText

/// The names of pages: words that people can read, and digits that tell pages apart for ever.
enum Slug {
  /// Returns the name of a record's page.
  ///
  /// - Parameter isShared: whether another public record's id begins with the same digits.
  static func of(_ title: String, _ id: RecordID, isShared: Bool) -> String {
    joined(words(title), isShared ? id.description : id.short)
  }

  /// Returns the name of the page of something that has only a name: of an author, of a series.
  ///
  /// - Parameter key: what is the same for all spellings of the name.
  static func of(_ name: String, key: String) -> String {
    let digest = SHA1.digest(Array(key.utf8)).prefix(4)
    let digits = digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return joined(words(name), digits.joined())
  }

  /// Returns the words of a name with hyphens between them, as far as they are safe in paths.
  static func words(_ name: String) -> String {
    let slug = Folding.composed(RecordPath.slug(name))
    let safe = slug.unicodeScalars.filter(SitePath.isSafe).drop { $0 == "-" || $0 == "." }
    return String(String.UnicodeScalarView(safe))
  }

  private static func joined(_ words: String, _ digits: String) -> String {
    words.isEmpty ? digits : words + "-" + digits
  }
}
