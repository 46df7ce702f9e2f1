import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Timelines of Libby.
///
/// The samples are invented. They have the columns and keys that public programs for Libby's exports read: a
/// parser of `libbytimeline-all-loans.csv` in TypeScript, and one of the JSON in Python, with its tests.
@Suite struct LibbyTests {
  private static let table = """
    cover,title,author,publisher,isbn,timestamp,activity,details,library
    https://img.example.org/c.jpg,Walden,Henry David Thoreau,Beacon,,"January 20, 2022 10:00",Borrowed,21 days,City Library
    https://img.example.org/a.jpg,The Hobbit,J. R. R. Tolkien,HarperCollins,9780547951973,"December 28, 2021 12:54",Returned,,City Library
    https://img.example.org/a.jpg,The Hobbit,J. R. R. Tolkien,HarperCollins,9780547951973,"December 10, 2021 08:04",Borrowed,21 days,City Library
    https://img.example.org/b.jpg,Dune,Frank Herbert,Penguin,9781101658055,"November 2, 2021 22:10",Placed on hold,,City Library
    https://img.example.org/d.jpg,Emma,Jane Austen,,,"November 1, 2021 09:00",Borrowed,14 days,City Library

    """

  @Test func loansOfATable() throws {
    let batch = try read(Self.table)
    #expect(batch.format == "libby" && batch.read == 5 && batch.skipped == 0 && batch.rejected == 0)
    #expect(batch.titles == ["Walden", "The Hobbit", "Dune", "Emma"])
    let (walden, hobbit, dune, emma) = (batch.drafts[0], batch.drafts[1], batch.drafts[2], batch.drafts[3])
    #expect(hobbit[.loans] == ["2021-12-10/2021-12-28 from City Library"] && hobbit[.owned] == ["false"])
    #expect(hobbit[.author] == ["J. R. R. Tolkien"] && hobbit[.isbn] == ["9780547951973"] && hobbit.rows == 2)
    #expect(hobbit[.status].isEmpty && dune[.status] == ["wanted"] && dune[.loans].isEmpty)
    // The newest event in the file is before the last day of this loan, so the book is still borrowed.
    #expect(walden[.borrowedFrom] == ["City Library"] && walden[.lentOn] == ["2022-01-20"])
    #expect(walden[.dueOn] == ["2022-02-10"] && walden[.owned].isEmpty)
    // This loan expired before the newest event in the file.
    #expect(emma[.loans] == ["2021-11-01/2021-11-15 from City Library"] && emma[.borrowedFrom].isEmpty)
  }

  @Test func loansOfJSON() throws {
    func item(_ activity: String, _ time: Int, format: String = "audiobook") -> String {
      """
      {"cover": {"contentType": "image/jpeg", "url": "https://img.example.org/a.jpg", "title": "Emma", "format": "\(format)"},
       "title": {"text": "Emma", "url": "https://share.libbyapp.com/title/12345", "titleId": "12345"},
       "author": "Jane Austen", "publisher": "Audio House", "isbn": "9780141439587", "timestamp": \(time),
       "activity": "\(activity)", "details": " 21 days ", "library": {"text": "City Library", "key": "city"}}
      """
    }
    // 2026-01-08, 2026-01-20 and 2026-01-25.
    let events = [
      item("Returned", 1_769_340_000_000), item("Renewed", 1_768_908_000_000), item("Borrowed", 1_767_903_363_000),
    ]
    let batch = try read(#"{"version": 1, "timeline": ["# + events.joined(separator: ",") + "]}")
    #expect(batch.format == "libby" && batch.drafts.count == 1 && batch.read == 3)
    let emma = try #require(batch.drafts.first)
    #expect(emma.sources == ["libby:12345"] && emma[.format] == ["audio"] && emma[.publisher] == ["Audio House"])
    #expect(emma[.loans] == ["2026-01-08/2026-01-25 from City Library"])
    let other = try read(
      #"{"version": 1, "timeline": ["# + item("Borrowed", 0, format: "magazine") + "," + item("Rated", 1)
        + #", {"activity": "Borrowed"}]}"#)
    #expect(other.drafts.isEmpty && other.skipped == 2 && other.rejected == 1)
  }

  @Test(
    "odd events neither trap nor invent loans",
    arguments: [
      (["Returned 2020-01-02"], ["/2020-01-02 from L"]),
      (
        ["Borrowed 2020-01-01", "Borrowed 2020-03-01", "Returned 2020-03-02"],
        ["2020-01-01/2020-01-08 from L", "2020-03-01/2020-03-02 from L"]
      ),
      (["Borrowed 2020-01-01", "Renewed 2020-01-06", "Returned 2020-01-12"], ["2020-01-01/2020-01-12 from L"]),
      (["Returned 2020-01-01", "Borrowed 2020-01-01"], ["2020-01-01/2020-01-01 from L"]),
    ])
  func oddEvents(_ events: (list: [String], loans: [String])) throws {
    let rows = events.list.map { event in
      let parts = event.split(separator: " ")
      return "Emma,Jane Austen,\(parts[1]),\(parts[0]),7 days,L\n"
    }
    let batch = try read("title,author,timestamp,activity,details,library\n" + rows.joined())
    #expect(batch.drafts.first?[.loans] == events.loans)
  }
}
