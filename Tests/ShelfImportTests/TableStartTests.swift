import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Lines that people and spreadsheets write above the header of a table.
@Suite struct TableStartTests {
  private static let header = "Title,Author,Status,Hardcover Book ID,Rating\n"

  @Test(arguments: [
    ("\"sep=,\"\n", 3, nil), ("sep=,\n", 3, nil), ("My export\n\n", 4, "My export"),
    (",,,,\nMy export,,,,\n", 4, "My export"),
    ("\n\n", 4, nil), ("Exported on,2024-01-02\nfrom,somewhere\n\n", 5, "Exported on 2024-01-02"),
  ])
  func linesAboveTheHeader(_ above: String, _ line: Int, _ named: String?) throws {
    for format in [nil, "hardcover"] {
      let batch = try read(above + Self.header + "A,Jane Doe,Read,1,4.5\n,,,2,\n", as: format)
      #expect(batch.format == "hardcover" && batch.read == 2 && batch.titles == ["A"])
      #expect(batch.drafts.first?.first(.rating) == "4.5" && batch.drafts.first?.line == line, "\(above)")
      // The rejected row, which has no title, is on the next line.
      #expect(batch.problems.contains { $0.kind == .rejected && $0.line == line + 1 })
      #expect(batch.reasons.contains("is above the table") == (named != nil))
      if let named { #expect(batch.reasons.contains("“\(named)” is above the table and was skipped")) }
      #expect(String(decoding: batch.rejects.file, as: UTF8.self) == Self.header + ",,,2,\n")
    }
  }

  /// The line above the table uses a different separator from the table.
  @Test func separators() throws {
    for above in ["Books, read and unread, 2024\n", "\"sep=;\"\n", "sep=;\n"] {
      let batch = try read(above + "Title;Author;Year\nA, or B;Jane Doe;1999\n")
      #expect(batch.titles == ["A, or B"] && batch.drafts[0].first(.year) == "1999", "\(above)")
    }
  }

  /// A comment is not a header, regardless of the words in it.
  @Test(arguments: [
    ("# My shelf. Fields: title, author, isbn\n", "yaml"), ("# title, author\n", "yaml"),
    ("# title, author\n\n# isbn\n---\n", "yaml"),
  ])
  func commentsAboveALists(_ comment: String, _ format: String) throws {
    let batch = try read(comment + "- title: Dune\n  author: Frank Herbert\n")
    #expect(batch.format == format && batch.titles == ["Dune"] && batch.drafts[0][.author] == ["Frank Herbert"])
    let table = try read(comment.replacing("---\n", with: "") + "title,author\nDune,Frank Herbert\n")
    #expect(table.format == "csv" && table.titles == ["Dune"] && table.drafts[0][.author] == ["Frank Herbert"])
  }

  /// A `#` without a space after it does not turn a header into a comment. A table whose header looks like a comment
  /// can be read if the user names the format.
  @Test func signsInHeaders() throws {
    #expect(try read("#,title,author\n1,Dune,Frank Herbert\n").titles == ["Dune"])
    #expect(try read("#title,author\nDune,Frank Herbert\n").titles == ["Dune"])
    #expect(try read("# title,author\nDune,Frank Herbert\n", as: "csv").titles == ["Dune"])
  }

  /// Columns that the user maps also help to recognize the header.
  @Test func columnsThatSomebodyNamed() throws {
    let batch = try read(
      "Liste\nBuchname,Wer\nA,Jane Doe\n", maps: [("Buchname", .title), ("Wer", .author)])
    #expect(batch.format == "csv" && batch.titles == ["A"] && batch.drafts[0][.author] == ["Jane Doe"])
  }

  /// If a header is in the middle of the file, the rows above it are books, not lines above the table.
  @Test func headersInTheMiddle() throws {
    let row =
      "9,T,A B,\"B, A\",,\"=\"\"\"\"\",\"=\"\"\"\"\",4,3.5,Pub,Paperback,320,1990,1980,2020/05/20,2020/01/02,,,read,,,,1,0\n"
    let header = GoodreadsTable.headers[0].joined(separator: ",") + "\n"
    let batch = try read(row + header + row.replacing("9,T", with: "8,U"))
    #expect(batch.titles == ["T", "U"] && batch.skipped == 1)
  }
}
