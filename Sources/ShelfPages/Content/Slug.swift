import ShelfModel
import ShelfStore
import ShelfText

/// Creates the names of page folders, which consist of readable words and of digits that make the name unique.
enum Slug {
  /// Returns the folder name for a record's page.
  ///
  /// - Parameter isShared: whether the id of another public record starts with the same digits. If so, the name
  ///   contains the whole id.
  static func of(_ title: String, _ id: RecordID, isShared: Bool) -> String {
    joined(words(title), isShared ? id.description : id.short)
  }

  /// Returns the folder name for an author or a series, which have no id.
  ///
  /// - Parameter key: text that is the same for all spellings of the name. The digits are its hash.
  static func of(_ name: String, key: String) -> String {
    let digest = SHA1.digest(Array(key.utf8)).prefix(4)
    let digits = digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return joined(words(name), digits.joined())
  }

  /// Returns the words of a name, joined with hyphens and without characters that are unsafe in paths.
  static func words(_ name: String) -> String {
    let slug = Folding.composed(RecordPath.slug(name))
    let safe = slug.unicodeScalars.filter(SitePath.isSafe).drop { $0 == "-" || $0 == "." }
    return String(String.UnicodeScalarView(safe))
  }

  private static func joined(_ words: String, _ digits: String) -> String {
    words.isEmpty ? digits : words + "-" + digits
  }
}
