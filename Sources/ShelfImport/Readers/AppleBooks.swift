import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  static let appleBooks = ImportFormat(
    name: "apple-books", title: "Apple Books", summary: "books, and highlights and notes as quotes (two databases)",
    origin:
      "the folder ~/Library/Containers/com.apple.iBooksX/Data/Documents on a Mac, or both databases in it",
    finish: { AppleBooks.nameBooks(in: &$0) },
    recognizes: { probe in
      guard probe.isDatabase, let database = try? SQLiteDatabase(probe.file, tables: AppleBooks.tables) else {
        return false
      }
      return AppleBooks.ownTables.contains { (try? database.columns(of: $0.uppercased()).isEmpty) == false }
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let reader = AppleBooks(try SQLiteDatabase(file, tables: AppleBooks.tables))
      try reader.readBooks(options, into: &batch)
      try reader.readMarks(into: &batch)
    })
}

/// Reads the databases of Apple Books.
///
/// The database of highlights knows books only by their ids. A highlight therefore adds a mention of its book without a
/// title, which the batch combines with the book of the other database. If the user imports the highlights alone, they
/// are rejected, with a hint. If the book itself has been removed from Apple Books, `nameBooks` makes up a title for
/// it.
private struct AppleBooks {
  static let tables: Set<String> = ["zbklibraryasset", "zaeannotation", "zbkcollection", "zbkcollectionmember"]
  /// The tables that distinguish the two databases. Each table exists in only one database.
  static let ownTables = ["zbklibraryasset", "zaeannotation"]

  private let database: SQLiteDatabase

  init(_ database: SQLiteDatabase) { self.database = database }

  /// The number of seconds from 1970 to 2001, when Apple's count starts.
  private static let epoch = 978_307_200

  /// Returns the timestamp for a number of seconds since 2001, or nil if the number is missing or invalid.
  private static func moment(_ seconds: String?) -> Timestamp? {
    guard let seconds = seconds.flatMap({ Double($0) }), abs(seconds) < 10_000_000_000 else { return nil }
    return Timestamp(secondsSince1970: epoch + Int(seconds.rounded(.down)))
  }

  func readBooks(_ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    let rows = try database.rows(
      of: "ZBKLIBRARYASSET",
      [
        "ZASSETID", "ZTITLE", "ZAUTHOR", "ZGENRE", "ZLANGUAGE", "ZDATEFINISHED", "ZISFINISHED", "ZREADINGPROGRESS",
        "ZPAGECOUNT", "ZBOOKDESCRIPTION", "ZYEAR", "ZRATING", "ZPURCHASEDATE", "ZCREATIONDATE", "Z_PK", "ZCONTENTTYPE",
        "ZDATASOURCEIDENTIFIER", "ZCANREDOWNLOAD", "ZISSAMPLE", "ZISSTOREAUDIOBOOK", "ZSERIESCONTAINER",
        "ZSEQUENCENUMBER", "ZEPUBID",
      ])
    let collections = try collections(rows)
    let series = Dictionary(
      rows.filter { $0["ZCONTENTTYPE"] == Self.seriesType }.map { ($0["Z_PK"] ?? "", $0["ZTITLE"] ?? "") },
      uniquingKeysWith: { first, _ in first })
    for row in rows.sorted(by: { ($0["ZASSETID"] ?? "") < ($1["ZASSETID"] ?? "") }) {
      batch.begin()
      if let reason = Self.reasonToSkip(row) {
        batch.skip("“\(row["ZTITLE"] ?? "")” is \(reason)", line: nil)
        continue
      }
      var draft = book(row, options, &batch)
      if let name = row["ZSERIESCONTAINER"].flatMap({ series[$0] }), !name.isEmpty {
        draft.set(.series, SeriesName.joined(CleanText.collapse(name), row["ZSEQUENCENUMBER"]))
      }
      take(collections[draft.key] ?? [], into: &draft, options)
      if draft[.title].isEmpty || draft.key.isEmpty {
        batch.reject("a book without a title", line: nil, draft: draft)
      } else {
        batch.add(draft)
      }
    }
  }

  /// The type of rows that represent a series rather than a book.
  private static let seriesType = "5"
  private static let pdfType = "3"
  /// The origin of rows that the store adds for the other books of a series.
  private static let shopSeries = "com.apple.ibooks.BKLibraryDataSourceSeries"

  /// Returns a description of a row that is not one of the user's books, or nil for a row that is.
  private static func reasonToSkip(_ row: [String: String]) -> String? {
    if row["ZCONTENTTYPE"] == seriesType { return "a series, not a book" }
    if row["ZISFINISHED"] == "1" || progress(row) > 0 { return nil }
    if row["ZISSAMPLE"] == "1" { return "a sample that was not opened" }
    let isOffered = row["ZDATASOURCEIDENTIFIER"] == shopSeries && row["ZCANREDOWNLOAD"] == "0"
    return isOffered ? "a suggestion of the store for continuing a series" : nil
  }

  private static func progress(_ row: [String: String]) -> Double {
    row["ZREADINGPROGRESS"].flatMap { Double($0) } ?? 0
  }

  // MARK: - Collections

  private static let wanted = "Want_To_Read_Collection_ID"

  /// Returns each book's collections, by the book's id. These are the collections that the user created, and the
  /// built-in collection of books to read.
  private func collections(_ books: [[String: String]]) throws(SourceError) -> [String: [String]] {
    let numbers = Dictionary(
      books.map { ($0["Z_PK"] ?? "", $0["ZASSETID"] ?? "") }, uniquingKeysWith: { first, _ in first })
    var names: [String: String] = [:]
    try database.forEachRow(of: "ZBKCOLLECTION", ["Z_PK", "ZCOLLECTIONID", "ZTITLE", "ZDELETEDFLAG"]) { row in
      guard let key = row["Z_PK"], let id = row["ZCOLLECTIONID"], row["ZDELETEDFLAG"] != "1" else { return }
      // Only collections that the user created have UUIDs as ids.
      if id == Self.wanted { names[key] = id } else if RecordID(id) != nil { names[key] = row["ZTITLE"]?.trimmed }
    }
    var collections: [String: [String]] = [:]
    try database.forEachRow(
      of: "ZBKCOLLECTIONMEMBER", ["ZCOLLECTION", "ZASSETID", "ZASSET", "ZSORTKEY"], orderedBy: "ZCOLLECTION, ZSORTKEY"
    ) { row in
      let book = row["ZASSETID"] ?? row["ZASSET"].flatMap { numbers[$0] }
      if let book, let name = row["ZCOLLECTION"].flatMap({ names[$0] }), !name.isEmpty {
        collections[book, default: []].append(name)
      }
    }
    return collections
  }

  private func take(_ collections: [String], into draft: inout Draft, _ options: ImportOptions) {
    if options.takesShelves { draft.add(.genres, collections.filter { $0 != Self.wanted }) }
    if collections.contains(Self.wanted), draft.first(.status) == ReadingStatus.onShelf.rawValue {
      draft.replace(.status, [ReadingStatus.wanted.rawValue])
    }
  }

  // MARK: - Books

  private func book(_ row: [String: String], _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft {
    let id = row["ZASSETID"] ?? ""
    var draft = Draft(.book, key: id)
    draft.sources = ["apple-books:\(id)"]
    draft.set(.title, CleanText.collapse(row["ZTITLE"] ?? ""))
    draft.set(.author, FieldMapping.authors(row["ZAUTHOR"] ?? "", line: nil, &batch))
    if options.takesShelves { draft.add(.genres, [row["ZGENRE"]?.trimmed ?? ""].filter { !$0.isEmpty }) }
    draft.set(.language, row["ZLANGUAGE"]?.lowercased())
    draft.set(.pages, batch.pages(row["ZPAGECOUNT"] ?? "", "ZPAGECOUNT", line: nil))
    draft.set(.year, batch.year(row["ZYEAR"] ?? "", "ZYEAR", line: nil))
    draft.set(.synopsis, HTMLText.plain(row["ZBOOKDESCRIPTION"] ?? ""))
    draft.set(.rating, batch.rating(row["ZRATING"] ?? "", "ZRATING", line: nil))
    let added = Self.moment(row["ZPURCHASEDATE"]) ?? Self.moment(row["ZCREATIONDATE"])
    draft.set(.dateAdded, added?.date.description)
    // `ZEPUBID` usually contains a store's own number rather than an ISBN.
    draft.set(.isbn, row["ZEPUBID"].flatMap { ISBN(exported: $0) }?.digits)
    if row["ZISSTOREAUDIOBOOK"] == "1" {
      draft.set(.format, "Audiobook")
    } else if row["ZCONTENTTYPE"] == Self.pdfType {
      draft.set(.format, "PDF")
    }
    let progress = Self.progress(row)
    let isFinished = row["ZISFINISHED"] == "1"
    let ended = Self.moment(row["ZDATEFINISHED"])?.date.description
    if !isFinished, ended != nil { batch.leaveOut(column: "ZDATEFINISHED") }
    draft.setReading(
      isFinished ? .completed : progress > 0 ? .inProgress : .onShelf, started: nil, ended: isFinished ? ended : nil)
    draft.set(.progress, !isFinished && progress > 0 ? "\(Int((min(progress, 1) * 100).rounded()))%" : nil)
    // The database of another Mac, or of another version of Apple Books, may lack some columns.
    draft.markEmptyIncomplete()
    return draft
  }

  func readMarks(into batch: inout SourceBatch) throws(SourceError) {
    let rows = try database.rows(
      of: "ZAEANNOTATION",
      [
        "ZANNOTATIONUUID", "ZANNOTATIONASSETID", "ZANNOTATIONDELETED", "ZANNOTATIONTYPE", "ZANNOTATIONSELECTEDTEXT",
        "ZANNOTATIONNOTE", "ZANNOTATIONCREATIONDATE", "ZANNOTATIONLOCATION", "ZFUTUREPROOFING5", "ZANNOTATIONSTYLE",
        "ZPLLOCATIONRANGESTART", "ZANNOTATIONISUNDERLINE", "ZANNOTATIONREPRESENTATIVETEXT",
      ])
    // The highlights are sorted by their positions in the book.
    func place(_ row: [String: String]) -> (String, Int, String) {
      (
        row["ZANNOTATIONASSETID"] ?? "", row["ZPLLOCATIONRANGESTART"].flatMap { Int($0) } ?? 0,
        row["ZANNOTATIONUUID"] ?? ""
      )
    }
    for row in rows.sorted(by: { place($0) < place($1) }) { take(row, &batch) }
  }

  /// Makes up titles for books without one, if the database of books was read but does not contain them.
  static func nameBooks(in batch: inout SourceBatch) {
    let books = batch.drafts.filter { $0.kind == .book }
    guard books.contains(where: { $0.rows > 0 }) else { return }
    for book in books where book.rows == 0 && book[.title].isEmpty {
      let title = "Untitled (\(book.key))"
      batch.note("the book of an annotation is no longer in Apple Books; it is named “\(title)” here", line: nil)
      batch.change(.book, book.key) { draft in
        draft.set(.title, title)
        // The title is marked as incomplete, so that the made-up title does not replace a title that the user has
        // entered.
        draft.markIncomplete([.title])
      }
    }
  }

  /// The type of highlights and notes; bookmarks and reading positions have other types.
  private static let markType = "2"

  private func take(_ row: [String: String], _ batch: inout SourceBatch) {
    batch.begin()
    var text = HTMLText.tidy(row["ZANNOTATIONSELECTEDTEXT"] ?? "")
    let note = HTMLText.tidy(row["ZANNOTATIONNOTE"] ?? "")
    if row["ZANNOTATIONDELETED"] == "1" { return batch.skip("an annotation that was deleted there", line: nil) }
    // Some highlights have no selected text, only a representative text.
    if text.isEmpty, row["ZANNOTATIONTYPE"] == Self.markType {
      text = HTMLText.tidy(row["ZANNOTATIONREPRESENTATIVETEXT"] ?? "")
    }
    if row["ZANNOTATIONTYPE"] != Self.markType || text.isEmpty && note.isEmpty {
      return batch.skip("a bookmark, or the current reading position", line: nil)
    }
    let asset = row["ZANNOTATIONASSETID"] ?? ""
    if batch.draft(.book, asset) == nil {
      var book = Draft(.book, key: asset)
      book.rows = 0
      book.reasonWithoutTitle =
        "the title of its book is in the other database, BKLibrary-….sqlite; import both together"
      book.sources = ["apple-books:\(asset)"]
      batch.add(book)
    }
    let id = row["ZANNOTATIONUUID"] ?? SourceKey.hash(asset, row["ZANNOTATIONLOCATION"] ?? "", text)
    var draft = Draft(quote: id, of: asset, from: "apple-books")
    draft.setMark(text, note: note)
    draft.set(.chapter, row["ZFUTUREPROOFING5"]?.trimmed)
    draft.set(.location, row["ZANNOTATIONLOCATION"]?.trimmed)
    draft.set(.creationDate, Self.moment(row["ZANNOTATIONCREATIONDATE"])?.description)
    if !["", "0"].contains(row["ZANNOTATIONSTYLE"] ?? "") { batch.leaveOut(column: "ZANNOTATIONSTYLE") }
    if row["ZANNOTATIONISUNDERLINE"] == "1" { batch.leaveOut(column: "ZANNOTATIONISUNDERLINE") }
    batch.add(draft)
  }
}
