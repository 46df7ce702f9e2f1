import ShelfFormats
import ShelfModel
import ShelfText

/// Reads Calibre's `metadata.db`.
///
/// Authors, tags and other names are in separate tables, with further tables that link them to books. Only these tables
/// are read. The database's views and triggers call functions that only Calibre defines.
struct CalibreDatabase {
  private let database: SQLiteDatabase
  private let path: String

  private static let tables: Set<String> = [
    "books", "authors", "tags", "series", "publishers", "languages", "ratings", "books_authors_link", "books_tags_link",
    "books_series_link", "books_publishers_link", "books_languages_link", "books_ratings_link", "identifiers",
    "comments", "data", "annotations", "custom_columns",
  ]

  static func recognizes(_ file: SourceFile) -> Bool {
    guard let database = try? SQLiteDatabase(file, tables: tables) else { return false }
    return (try? database.columns(of: "books").isSuperset(of: ["uuid", "author_sort"])) ?? false
  }

  /// Returns the UUIDs of the books in a database, or an empty set if it cannot be read.
  static func identities(in file: SourceFile) -> Set<String> {
    guard let database = try? SQLiteDatabase(file, tables: tables) else { return [] }
    var all: Set<String> = []
    try? database.forEachRow(of: "books", ["uuid"]) { if let uuid = $0["uuid"] { all.insert(uuid.lowercased()) } }
    return all
  }

  init(_ file: SourceFile) throws(SourceError) {
    database = try SQLiteDatabase(file, tables: CalibreDatabase.tables)
    path = file.path
  }

  func read(_ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    let authors = try linked("authors", "author", "name")
    let sorts = try linked("authors", "author", "sort")
    let tags = try linked("tags", "tag", "name")
    let series = try linked("series", "series", "name")
    let publishers = try linked("publishers", "publisher", "name")
    let languages = try linked("languages", "lang_code", "lang_code")
    let ratings = try linked("ratings", "rating", "rating")
    var comments: [String: String] = [:]
    try database.forEachRow(of: "comments", ["book", "text"]) { comments[$0["book"] ?? ""] = $0["text"] }
    var formats: [String: [String]] = [:]
    try database.forEachRow(of: "data", ["book", "format"], orderedBy: "id") {
      formats[$0["book"] ?? "", default: []].append($0["format"] ?? "")
    }
    var identifiers: [String: [(String, String)]] = [:]
    try database.forEachRow(of: "identifiers", ["book", "type", "val"], orderedBy: "id") {
      identifiers[$0["book"] ?? "", default: []].append(($0["type"] ?? "", $0["val"] ?? ""))
    }
    let rows = try database.rows(
      of: "books", ["id", "title", "timestamp", "pubdate", "series_index", "uuid"], orderedBy: "id")
    let columns = try ownColumns(options)
    var keys: [String: String] = [:]
    for row in rows {
      batch.begin()
      let id = row["id"] ?? ""
      var book = CalibreBook()
      book.uuid = row["uuid"] ?? ""
      book.title = row["title"] ?? ""
      let names = authors[id] ?? []
      let forms = sorts[id].flatMap { $0.count == names.count ? $0 : nil } ?? names.map { _ in "" }
      book.people.add(CalibreBook.authors(zip(names, forms).map { ($0, $1) }, line: nil, &batch))
      if let name = series[id]?.first { book.series = (name, row["series_index"] ?? "") }
      book.rating = ratings[id]?.first ?? ""
      book.tags = tags[id] ?? []
      book.publisher = publishers[id]?.first ?? ""
      book.languages = languages[id] ?? []
      book.formats = formats[id] ?? []
      book.added = row["timestamp"] ?? ""
      book.published = row["pubdate"] ?? ""
      book.comments = comments[id] ?? ""
      book.identifiers = identifiers[id] ?? []
      var draft = book.draft(options, &batch, line: nil)
      draft.isPrimary = true
      for column in columns {
        guard let values = column.values[id], !values.isEmpty else { continue }
        guard let field = column.field else {
          batch.leaveOut(column: column.label)
          continue
        }
        CalibreColumn(
          label: column.label, texts: values.map(\.text), places: values.map(\.place), isList: column.isList
        ).set(field, in: &draft, line: nil, &batch)
      }
      if draft[.title].isEmpty {
        batch.reject("book \(id) has no title", line: nil, draft: draft)
        keys[id] = draft.key
      } else {
        // In a damaged library, several books may have the same UUID.
        keys[id] = batch.add(draft)
      }
    }
    try readAnnotations(keys, into: &batch)
  }

  /// Returns the names that a table links to each book, in the order of the links.
  private func linked(_ table: String, _ link: String, _ column: String) throws(SourceError) -> [String: [String]] {
    var names: [String: String] = [:]
    try database.forEachRow(of: table, ["id", column]) { names[$0["id"] ?? ""] = $0[column] }
    var all: [String: [String]] = [:]
    try database.forEachRow(of: "books_\(table)_link", ["book", link, "id"], orderedBy: "id") { row in
      if let name = names[row[link] ?? ""] { all[row["book"] ?? "", default: []].append(name) }
    }
    return all
  }

  // MARK: - Custom columns

  private struct OwnColumn {
    let label: String
    let field: FieldHandle?
    let isList: Bool
    /// The text values, by the row numbers of books. `place` is a position in a series.
    var values: [String: [(text: String, place: String)]] = [:]
  }

  private func ownColumns(_ options: ImportOptions) throws(SourceError) -> [OwnColumn] {
    let found = try database.rows(of: "custom_columns", ["id", "label", "normalized", "is_multiple"], orderedBy: "id")
    var columns: [OwnColumn] = []
    for row in found {
      guard let id = row["id"].flatMap({ Int($0) }), let label = row["label"] else { continue }
      var column = OwnColumn(
        label: "#" + label, field: options.maps.first { $0.column == "#" + label }?.field,
        isList: row["is_multiple"] == "1")
      let table = "custom_column_\(id)"
      if row["normalized"] == "1" {
        var names: [String: String] = [:]
        try database.forEachRow(of: table, ["id", "value"]) { names[$0["id"] ?? ""] = $0["value"] }
        // Only a series has positions.
        try database.forEachRow(of: "books_\(table)_link", ["book", "value", "extra"]) { link in
          guard let name = names[link["value"] ?? ""] else { return }
          column.values[link["book"] ?? "", default: []].append((name, link["extra"] ?? ""))
        }
      } else {
        try database.forEachRow(of: table, ["book", "value"]) { row in
          if let value = row["value"] { column.values[row["book"] ?? "", default: []].append((value, "")) }
        }
      }
      columns.append(column)
    }
    for (label, _) in options.maps where !columns.contains(where: { $0.label == label }) {
      throw SourceError(
        "there is no column “\(label)”; the columns are \(columns.map(\.label).joined(separator: ", "))", in: path)
    }
    return columns
  }

  // MARK: - Annotations

  private func readAnnotations(_ keys: [String: String], into batch: inout SourceBatch) throws(SourceError) {
    let rows = try database.rows(
      of: "annotations", ["id", "book", "annot_id", "annot_type", "annot_data"], orderedBy: "book, id")
    for row in rows {
      guard let data = try? JSONParser.parse(Array((row["annot_data"] ?? "").utf8)) else {
        batch.begin()
        batch.reject("annotation \(row["id"] ?? "") cannot be read", line: nil, row: row)
        continue
      }
      CalibreAnnotation.take(data, row["annot_type"] ?? "", keys[row["book"] ?? ""], &batch)
    }
  }
}

/// A highlight in Calibre's viewer.
enum CalibreAnnotation {
  /// Adds a highlight to a batch.
  ///
  /// - Parameter book: the key of the book, or nil if the book was not imported.
  static func take(_ data: JSONValue, _ type: String, _ book: String?, _ batch: inout SourceBatch) {
    batch.begin()
    let text = HTMLText.tidy(data["highlighted_text"]?.text ?? "")
    let note = HTMLText.tidy(data["notes"]?.text ?? "")
    func skip(_ reason: String) { batch.skip(reason + place(data), line: nil) }
    if data["removed"]?.text == "true" { return skip("an annotation that was removed in Calibre") }
    if type == "last-read" || type == "bookmark" { return skip("a bookmark") }
    guard let book else { return skip("an annotation of a book that was not imported") }
    if text.isEmpty, note.isEmpty { return skip("an annotation without text") }
    let cfi = data["start_cfi"]?.text ?? ""
    let key = data["uuid"]?.text ?? SourceKey.hash(book, cfi, text)
    var draft = Draft(quote: key, of: book, from: "calibre")
    draft.setMark(text, note: note)
    let chapters = data["toc_family_titles"]?.texts ?? []
    draft.set(.chapter, chapters.last)
    if chapters.count > 1 { batch.leaveOut(column: "toc_family_titles", count: chapters.count - 1) }
    let path = [data["spine_name"]?.text ?? "", cfi].filter { !$0.isEmpty }.joined(separator: " ")
    draft.set(.location, path.isEmpty ? nil : "cfi \(path)")
    draft.set(.creationDate, batch.moment(data["timestamp"]?.text ?? "", "timestamp", line: nil))
    batch.add(draft)
  }

  /// Returns text that identifies a highlight in a message.
  private static func place(_ data: JSONValue) -> String {
    let name = data["title"]?.text ?? data["toc_family_titles"]?.texts.last ?? data["uuid"]?.text ?? ""
    return name.isEmpty ? "" : ", “\(CleanText.short(name))”"
  }
}
