import ShelfModel
import ShelfStore
import ShelfText

/// Computes the keys for sorting records by title or name.
package struct TitleKeys: Sendable {
  /// For each kind, the field with the language of the title, or nil if there is none. Titles of kinds without such a
  /// field keep their articles.
  private let languages: [Field?]
  private let hasArticles: [Bool]
  private let libraryLanguage: String?

  init(_ library: Library) {
    languages = Kind.allCases.map { library.schema.field(.language, of: $0) }
    hasArticles = languages.map { $0 != nil }
    libraryLanguage = library.manifest.language?.code
  }

  /// Returns the folded title, without its article if it is the title of a book, or an empty array if there is no
  /// title.
  func key(of record: Record, _ folding: inout FoldingBuffer) -> [UInt8] {
    let title = record.withTitle { folding.folded($0) }
    let kind = Int(record.kind.rawValue)
    guard hasArticles[kind] else { return title }
    let length = Articles.length(in: title, libraryLanguage: libraryLanguage) {
      languages[kind].flatMap { record.texts(of: $0).first }
    }
    return length == 0 ? title : Array(title[length...])
  }

  /// Returns the sort key of a title for a custom order of letters. The key omits the title's article, and numbers sort
  /// by their values.
  ///
  /// - Parameters:
  ///   - language: the language of the title, or nil if it is unknown.
  ///   - libraryLanguage: the language of the library, whose articles are also recognized if the language of the title
  ///     is unknown.
  ///   - fold: returns the key of a text, in which articles must be spelled the same as in folded text.
  package static func key(
    of title: String, in language: String?, libraryLanguage: String? = nil, fold: (String) -> String
  )
    -> [UInt8]
  {
    let key = Array(fold(title).utf8)
    return NaturalOrder.key(Array(key[Articles.length(in: key, libraryLanguage: libraryLanguage) { language }...]))
  }

  /// Returns whether the first of two titles that are equal when folded precedes the second because of its accents, or
  /// nil if the accents do not differ.
  static func accentsPrecede(_ a: Record, _ b: Record) -> Bool? {
    // Equal titles are common among quotes and editions. Comparing their bytes is faster than comparing their accents.
    if a.withTitle({ x in b.withTitle { y in x.elementsEqual(y) } }) { return nil }
    let (x, y) = (Folding.accented(a.title), Folding.accented(b.title))
    return x == y ? nil : x.lexicographicallyPrecedes(y)
  }
}
