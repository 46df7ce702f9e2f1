import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// The table that Hardcover exports, with the columns that other programs expect.
@Suite struct HardcoverShapeTests {
  private static let columns = [
    "Title", "Author", "Series", "Status", "Privacy", "Hardcover Book ID", "Hardcover Edition ID", "ISBN 10", "ISBN 13",
    "ASIN", "Media", "Country Code", "Language Code", "Binding", "Pages", "Duration in Seconds", "Publish Date",
    "Publisher", "Genres", "Moods", "Tags", "Content Warnings", "Lists", "Date Added", "Date Started", "Date Finished",
    "Rating", "Review", "Review Contains Spoilers", "Sponsored Review", "Review Date", "Review URL", "Review Media URL",
    "Private Notes", "Owned", "Compilation", "Review Slate",
  ]

  private func read(_ rows: [[String: String]], without missing: Set<String> = []) throws -> SourceBatch {
    let columns = Self.columns.filter { !missing.contains($0) }
    func cell(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    let lines = rows.enumerated().map { number, row in
      columns.map { cell(row[$0] ?? ["Title": "T", "Author": "A B", "Hardcover Book ID": "\(number + 1)"][$0] ?? "") }
        .joined(separator: ",")
    }
    return try ShelfImportTests.read(([columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n")
  }

  @Test func wholeRow() throws {
    let batch = try read([
      [
        "Title": "Tides", "Author": "Rod Foe (Foreword), Jane Doe", "Series": "Coasts (#2.0), Seas (#1.5)",
        "Status": "Read", "Privacy": "Public", "ISBN 10": "0306406152", "ISBN 13": "9780306406157", "Media": "Book",
        "Language Code": "en", "Binding": "Paperback", "Pages": "312", "Publish Date": "2001-01-01",
        "Publisher": "Shore Press", "Genres": "Fiction, Sea", "Moods": "hopeful", "Tags": "gift",
        "Content Warnings": "Storms", "Lists": "Owned, Sea stories (#3)", "Date Added": "2024-02-01",
        "Date Started": "2024-02-02", "Date Finished": "2024-03-02", "Rating": "4.5",
        "Review": "<p>Quiet <em>and</em> deep.</p>", "Review Contains Spoilers": "false",
        "Review Date": "2024-03-03T10:00:00Z", "Private Notes": "lent to Bo", "Owned": "true", "Compilation": "No",
        "Review Slate": #"{"type":"doc","content":[]}"#,
      ]
    ])
    let book = batch.drafts[0]
    #expect(batch.format == "hardcover" && batch.problems.isEmpty && book.sources == ["hardcover:1"])
    #expect(book.first(.title) == "Tides" && book[.author] == ["Jane Doe"])
    #expect(book[.contributors] == ["Rod Foe (foreword)"])
    #expect(book[.series] == ["Coasts 2", "Seas 1.5"] && book.first(.isbn) == "9780306406157")
    #expect(book.first(.status) == "completed" && book.first(.rating) == "4.5" && book.first(.pages) == "312")
    #expect(book.first(.dateStarted) == "2024-02-02" && book.first(.dateCompleted) == "2024-03-02")
    #expect(book[.genres] == ["Fiction", "Sea", "gift", "Sea stories"] && book.first(.dateAdded) == "2024-02-01")
    #expect(
      book.first(.review) == "Quiet *and* deep." && book.first(.notes) == "lent to Bo\n\nContent warnings: Storms")
    #expect(book.first(.format) == "Paperback" && book.first(.language) == "en" && book.first(.year) == "2001")
    #expect(book.first(.owned) == "true")
    // Each of the other columns is counted, so nothing is lost silently.
    #expect(batch.leftOut == ["Privacy": 1, "Moods": 1, "Review Date": 1])
  }

  /// Each status that the table can contain, with its dates.
  @Test func statuses() throws {
    let words = ["Want to Read", "Currently Reading", "Read", "Paused", "Did Not Finish", "Ignored", "", "Someday"]
    let batch = try read(
      words.map { ["Status": $0, "Title": "T \($0)", "Date Finished": $0 == "Did Not Finish" ? "2024-03-02" : ""] })
    #expect(batch.read == 8 && batch.skipped == 1 && batch.reasons.contains("it is marked as ignored there"))
    #expect(
      batch.drafts.map { $0.first(.status) } == [
        "wanted", "inProgress", "completed", "paused", "abandoned", nil, nil,
      ])
    #expect(
      batch.drafts[4].first(.dateAbandoned) == "2024-03-02" && batch.drafts[4][.dateCompleted].isEmpty)
    #expect(batch.reasons.contains("“Someday” is not a reading status"))
  }

  /// Audiobooks have a duration instead of pages. Half of the editions have no ISBN, or only an ISBN-10.
  @Test func editions() throws {
    let batch = try read([
      ["Title": "A", "Media": "Audiobook", "Duration in Seconds": "28800", "ASIN": "B0TESTASIN"],
      ["Title": "B", "ISBN 10": "0306406152"], ["Title": "C", "ISBN 13": "9780306406150", "Rating": "0.0"],
      ["Title": "D", "Hardcover Book ID": ""],
    ])
    #expect(batch.drafts.map { $0.first(.format) } == ["Audiobook", nil, nil, nil])
    #expect(batch.drafts[1].first(.isbn) == "9780306406157" || batch.drafts[1].first(.isbn) == "0306406152")
    #expect(
      batch.drafts[2][.isbn].isEmpty && batch.reasons.contains("9780306406150") && batch.drafts[2][.rating].isEmpty)
    #expect(batch.drafts[3].sources.isEmpty && batch.leftOut["ASIN"] == 1 && batch.leftOut["Duration in Seconds"] == 1)
  }

  /// Columns come and go as the site changes. If a column is missing, its field is unchanged.
  @Test func fewerColumns() throws {
    let batch = try read(
      [["Title": "A", "Status": "Read"]],
      without: ["Review Slate", "Date Added", "Rating", "Series", "Binding", "Media"])
    #expect(
      batch.format == "hardcover" && batch.drafts[0].incomplete.contains(.rating)
        && batch.drafts[0].incomplete.contains(.series))
    #expect(!batch.drafts[0].incomplete.contains(.pages))
  }
}
