import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// What users of Zotero keep in tags and in the field `Extra`.
@Suite struct ZoteroHabitTests {
  private static let header =
    "Key,Item Type,Publication Year,Author,Title,ISBN,Date,Manual Tags,Automatic Tags,Extra,Series\n"

  private func read(_ text: String, as format: String? = nil, declares: Bool = true) throws -> SourceBatch {
    var options = ImportOptions()
    if declares { options.customFields = [.book: [Field("citationKey", .text, "the key in BibTeX")]] }
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    return try SourceReader.read([file], as: format.flatMap { ImportFormat.named($0) }, options)[0]
  }

  private func row(_ tags: String, _ extra: String = "") -> String {
    "AB12CD34,book,2009,\"Osterhammel, Jürgen\",Die Verwandlung der Welt,,2009,\(tags),,\"\(extra)\",\n"
  }

  @Test(arguments: [
    ("_read", "completed", ""), ("to-read; history", "wanted", "history"), ("read; history", "completed", "history"),
    ("currently-reading", "inProgress", ""), ("_reading; to-read", "inProgress", ""), ("_unread", "onShelf", ""),
    ("_dnf", "abandoned", ""), ("to-read; _read", "completed", ""), ("reading; past; wish", "", "reading past wish"),
    ("_todo; history", "", "_todo history"), ("history", "", "history"),
  ])
  func tags(_ tags: String, _ status: String, _ others: String) throws {
    let draft = try read(Self.header + row(tags)).drafts(.book)[0]
    #expect(draft[.status] == (status.isEmpty ? [] : [status]))
    #expect(draft[.tags].joined(separator: " ") == others && draft[.genres].isEmpty)
  }

  @Test(arguments: [
    ("Citation Key: osterhammel2009", ""), ("citation key: osterhammel2009", ""), ("Citekey: osterhammel2009", ""),
    ("OCLC: 12\nCitation Key: osterhammel2009\nRead in Berlin", "OCLC: 12\nRead in Berlin"),
  ])
  func citationKeys(_ extra: String, _ notes: String) throws {
    let draft = try read(Self.header + row("", extra)).drafts(.book)[0]
    #expect(draft[.citationKey] == ["osterhammel2009"] && (draft.first(.notes) ?? "") == notes)
  }

  /// Without a field, the key is a source, as if it came from a BibTeX file. A book that has this very source gets
  /// nothing new.
  @Test func keysWithoutAField() throws {
    let draft = try read(Self.header + row("", "Citation Key: osterhammel2009"), declares: false).drafts(.book)[0]
    #expect(draft[.notes].isEmpty && draft.sources == ["zotero:AB12CD34", "bibtex:osterhammel2009"])
    let impossible = try read(Self.header + row("", "Citation Key: a{b"), declares: false).drafts(.book)[0]
    #expect(impossible[.notes] == ["Citation Key: a{b"] && impossible.sources.count == 1)
    var shelf = try ImportedShelf()
    try shelf.take(
      "@book{osterhammel2009, title={Die Verwandlung der Welt}, author={Osterhammel, Jürgen}, year=2009}\n",
      at: "/a.bib", as: "bibtex")
    try shelf.take(Self.header + row("history", "Citation Key: osterhammel2009"), at: "/z.csv")
    #expect(shelf.library.records(of: .book).count == 1 && shelf.column("notes").values.joined().isEmpty)
    #expect(shelf.column("sources").values.first == "bibtex:osterhammel2009; zotero:AB12CD34")
    #expect(try read(Self.header + row("", "Citation Key: two words")).drafts(.book)[0][.citationKey].isEmpty)
  }

  /// A newer export changes the status and the key of a book, unless the user has changed them.
  @Test func newerExports() throws {
    var shelf = try ImportedShelf(own: [.book: [Field("citationKey", .text, "the key in BibTeX")]])
    try shelf.take(Self.header + row("to-read", "Citation Key: a2009"), at: "/z.csv")
    try shelf.take(Self.header + row("_read", "Citation Key: b2009"), at: "/z.csv")
    #expect(shelf.column("status").values.first == "completed" && shelf.column("citationKey").values.first == "b2009")
    #expect(try shelf.take(Self.header + row("_read", "Citation Key: b2009"), at: "/z.csv").isNothing)
  }

  @Test func otherFormats() throws {
    let bibtex = try read("@book{a, title={A}, author={B, C}, keywords={_read; history}}\n", as: "bibtex")
    let ris = try read("TY  - BOOK\nTI  - A\nAU  - B, C\nKW  - to-read\nKW  - history\nER  - \n", as: "ris")
    let csl = try read(
      #"[{"id": "x", "type": "book", "title": "A", "keyword": "currently-reading", "note": "Citation Key: a1"}]"#,
      as: "csl-json")
    #expect(bibtex.drafts(.book)[0][.status] == ["completed"] && bibtex.drafts(.book)[0][.tags] == ["history"])
    #expect(ris.drafts(.book)[0][.status] == ["wanted"] && ris.drafts(.book)[0][.tags] == ["history"])
    #expect(csl.drafts(.book)[0][.status] == ["inProgress"] && csl.drafts(.book)[0][.citationKey] == ["a1"])
  }

  /// Keywords become tags, unless they name a genre of the book, or a genre of the library that is not also a tag.
  @Test func keywords() throws {
    func entry(_ key: String, _ keywords: String) -> String {
      "@book{\(key), title={\(key)}, author={B, C}, keywords={\(keywords)}}\n"
    }
    var shelf = try ImportedShelf()
    try shelf.take("title,author,genre\nOld,C B,memory\n", at: "/t.csv")
    let file = entry("new", "Memory, Ch1") + entry("old", "memory, Ch2")
    try shelf.take(file, at: "/a.bib", as: "bibtex")
    func names(_ kind: Kind) -> [String] { shelf.library.records(of: kind).map(\.title).sorted() }
    #expect(names(.genre) == ["memory"] && names(.tag) == ["Ch1", "Ch2"])
    for book in shelf.library.records(of: .book) {
      #expect(shelf.texts("genres", of: book).count == 1 && shelf.texts("tags", of: book).count == 1)
    }
    #expect(try shelf.take(file, at: "/a.bib", as: "bibtex").isNothing)
    // Without keywords, an entry removes nothing; with fewer, it removes a tag.
    try shelf.take("@book{new, title={new}, author={B, C}}\n" + entry("old", "memory"), at: "/a.bib", as: "bibtex")
    let counts = shelf.library.records(of: .book).map { shelf.texts("tags", of: $0).count }.sorted()
    #expect(counts == [0, 1])
  }

  /// `--shelves genres` and the library's setting take precedence.
  @Test(arguments: [("genres", "bibtex"), ("tags", "bibtex"), ("none", "bibtex"), ("genres", "csv")])
  func shelves(_ choice: String, _ format: String) throws {
    var options = ImportOptions()
    options.shelves = ShelvesChoice(rawValue: choice)
    let text =
      format == "csv" ? Self.header + row("history") : "@book{a, title={A}, author={B, C}, keywords={history}}\n"
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    let draft = try SourceReader.read([file], as: ImportFormat.named(format), options)[0].drafts(.book)[0]
    #expect(draft[.genres] == (choice == "genres" ? ["history"] : []))
    #expect(draft[.tags] == (choice == "tags" ? ["history"] : []))
  }
}
