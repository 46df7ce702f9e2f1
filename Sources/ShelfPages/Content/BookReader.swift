import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// The fields and lookup tables for turning records into `PageBook`s, prepared once for all books.
struct BookReader: Sendable {
  let source: PublicLibrary
  let text: SiteText
  let genres: [RecordID: (position: Int, key: String)]
  let shared: Set<UInt32>
  let finder: ReadingFinder
  let fields: Fields

  /// The fields of books that pages treat in a special way. A custom field never replaces them, even if it has the same
  /// key.
  struct Fields: Sendable {
    let status, rating, began, abandoned, genres, authors, contributors, series: Field?
    let isbn, publisher, originalTitle, year, pages, language, synopsis, review: Field?
    /// The other public fields, which the page lists by name.
    let others: [Field]
    /// The keys of custom fields. Their names come from the library's owner and are not translated.
    let own: Set<String>

    init(_ source: PublicLibrary) {
      let own = Set((source.library.manifest.customFields[.book] ?? []).map(\.key))
      let fields = source.library.schema.fields(of: .book)
      self.own = own
      var placed: Set<Int> = []
      func field(_ isWanted: (Field) -> Bool) -> Field? {
        let field = fields.first { isWanted($0) && !own.contains($0.key) }
        if let field { placed.insert(field.index) }
        return field
      }
      func field(_ key: String) -> Field? { field { $0.key == key } }
      func field(_ role: FieldRoles) -> Field? { field { $0.has(role) } }
      (status, rating, began) = (field { $0.states != nil }, field(.rating), field(.started))
      abandoned = field(.givenUp)
      (authors, contributors, series) = (field(.creator), field(.contributors), field(.series))
      (isbn, publisher, year, pages) = (field("isbn"), field("publisher"), field("year"), field("pages"))
      (language, synopsis, review) = (field("language"), field("synopsis"), field("review"))
      originalTitle = field(.originalTitle)
      genres = field { $0.type.target == .genre }
      // Keep these fields out of `others`: the title has a special position on the page, and the page's timeline shows
      // the end dates of readings.
      for role: FieldRoles in [.title, .finished, .earlier] { _ = field(role) }
      others = fields.filter { $0.has(.shown) && !placed.contains($0.index) }
    }
  }

  /// - Parameters:
  ///   - genres: the position of each genre, and its class in the stylesheet.
  ///   - shared: leading digits that the ids of several records have in common.
  init(_ source: PublicLibrary, genres: [RecordID: (position: Int, key: String)], shared: Set<UInt32>) {
    self.source = source
    text = SiteText(source.language)
    self.genres = genres
    self.shared = shared
    finder = ReadingFinder(.book, source.library.schema)
    fields = Fields(source)
  }

  /// Returns the values of a field as text. References become the titles of their records.
  func shown(_ field: Field, _ record: Record) -> [String] {
    guard let value = record.value(of: field) else { return [] }
    switch value {
    case .ids(let ids): return ids.compactMap { source.library.record($0)?.title }
    case .texts(let texts): return texts
    case .boolean(let flag): return [flag ? text.words.yes : text.words.no]
    case .date(let day): return [text.day(day)]
    case .rating(let rating): return [SiteText.stars(rating)]
    case .timestamp(let moment):
      let date = moment.date
      return [
        CalendarDate(year: date.year, month: date.month, day: date.day, precision: source.datePrecision)
          .map { text.day($0) } ?? ""
      ]
    case .duration(let time): return [text.duration(time)]
    case .integer, .decimal: return [value.text + (field.look.unit.isEmpty ? "" : " " + field.look.unit)]
    default: return [value.text]
    }
  }
}
