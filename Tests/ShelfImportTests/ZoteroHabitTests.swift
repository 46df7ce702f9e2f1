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
    #expect(draft[.genres].joined(separator: " ") == others)
  }

  @Test(arguments: [
    ("Citation Key: osterhammel2009", ""), ("citation key: osterhammel2009", ""), ("Citekey: osterhammel2009", ""),
    ("OCLC: 12\nCitation Key: osterhammel2009\nRead in Berlin", "OCLC: 12\nRead in Berlin"),
  ])
  func citationKeys(_ extra: String, _ notes: String) throws {
    let draft = try read(Self.header + row("", extra)).drafts(.book)[0]
    #expect(draft[.citationKey] == ["osterhammel2009"] && (draft.first(.notes) ?? "") == notes)
  }

  @Test func keysWithoutAField() throws {
    let batch = try read(Self.header + row("", "Citation Key: osterhammel2009"), declares: false)
    #expect(batch.drafts(.book)[0][.notes] == ["Citation Key: osterhammel2009"])
    #expect(batch.notes.count == 1 && batch.notes[0].contains("fields.book.citationKey.type=text"))
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
    #expect(bibtex.drafts(.book)[0][.status] == ["completed"] && bibtex.drafts(.book)[0][.genres] == ["history"])
    #expect(ris.drafts(.book)[0][.status] == ["wanted"] && ris.drafts(.book)[0][.genres] == ["history"])
    #expect(csl.drafts(.book)[0][.status] == ["inProgress"] && csl.drafts(.book)[0][.citationKey] == ["a1"])
  }
}
