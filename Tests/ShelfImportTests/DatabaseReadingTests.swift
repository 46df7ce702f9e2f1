import CSQLite
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Tests each cell of the databases of Calibre and Kobo against the results of plain SQL queries.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct DatabaseReadingTests {
  /// Returns the rows of a result, each by column name, with an empty string for NULL.
  private func rows(_ path: String, _ query: String) throws -> [[String: String]] {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    #expect(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK, "\(query)")
    defer { sqlite3_finalize(statement) }
    var rows: [[String: String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      var row: [String: String] = [:]
      for column in 0..<sqlite3_column_count(statement) {
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
        row[name] = sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
      }
      rows.append(row)
    }
    return rows
  }

  private func batch(_ path: String) throws -> SourceBatch {
    let file = SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    return try #require(try SourceReader.read([file], as: nil, ImportOptions()).first)
  }

  private func expect(_ draft: Draft?, _ said: [FieldHandle: [String]], _ what: String) throws {
    let draft = try #require(draft, "\(what)")
    for (field, texts) in said { #expect(draft[field] == texts.filter { !$0.isEmpty }, "\(what): \(field)") }
  }

  @Test func calibre() throws {
    let path = try TestData.folder("calibre/metadata.db")
    let batch = try batch(path)
    let books = try rows(
      path,
      """
      SELECT b.id, b.title, b.series_index, substr(b.timestamp, 1, 10) AS added, b.pubdate, c.text AS comments,
        s.name AS series, p.name AS publisher, r.rating, l.lang_code AS language, b.uuid
      FROM books b LEFT JOIN comments c ON c.book = b.id
        LEFT JOIN books_series_link bs ON bs.book = b.id LEFT JOIN series s ON s.id = bs.series
        LEFT JOIN books_publishers_link bp ON bp.book = b.id LEFT JOIN publishers p ON p.id = bp.publisher
        LEFT JOIN books_ratings_link br ON br.book = b.id LEFT JOIN ratings r ON r.id = br.rating
        LEFT JOIN books_languages_link bl ON bl.book = b.id LEFT JOIN languages l ON l.id = bl.lang_code
      """)
    for book in books {
      let (id, title) = (book["id"] ?? "", book["title"] ?? "")
      func names(_ table: String, _ link: String) throws -> [String] {
        try rows(
          path,
          "SELECT t.name FROM books_\(table)_link l JOIN \(table) t ON t.id = l.\(link) WHERE l.book = \(id) ORDER BY l.id"
        )
        .map { $0["name"] ?? "" }
      }
      let isbn = try rows(path, "SELECT val FROM identifiers WHERE book = \(id) AND type = 'isbn' AND val GLOB '97*'")
      let authors = try names("authors", "author").map { name in
        name.components(separatedBy: "| ").reversed().joined(separator: " ")
      }
      let isKnown = { (date: String) in !date.hasPrefix("0101") }
      let index = Double(book["series_index"] ?? "") ?? 0
      let number = index == index.rounded() ? "\(Int(index))" : "\(index)"
      let series = book["series"] ?? ""
      let published = book["pubdate"] ?? ""
      let said: [FieldHandle: [String]] = [
        .title: [title], .author: authors.filter { $0 != "Unknown" }, .genres: try names("tags", "tag"),
        .series: [series.isEmpty ? "" : "\(series) \(number)"], .publisher: [book["publisher"] ?? ""],
        .rating: (Double(book["rating"] ?? "") ?? 0) > 0 ? ["\((Double(book["rating"] ?? "") ?? 0) / 2)"] : [],
        .language: [book["language"] ?? ""], .dateAdded: isKnown(book["added"] ?? "") ? [book["added"] ?? ""] : [],
        .year: isKnown(published) ? [String(published.prefix(4))] : [], .isbn: isbn.map { $0["val"] ?? "" },
        .synopsis: [(book["comments"] ?? "").replacing(/<[^>]*>/, with: "")],
        .format: try rows(path, "SELECT format FROM data WHERE book = \(id)").map { $0["format"] ?? "" },
      ]
      try expect(batch.drafts.first { $0.kind == .book && $0.first(.title) == title }, said, title)
    }
    #expect(batch.drafts.filter { $0.kind == .book }.count == books.count)
    let marks = try rows(path, "SELECT annot_data FROM annotations").map { row in
      try #require(try JSONSerialization.jsonObject(with: Data((row["annot_data"] ?? "").utf8)) as? [String: Any])
    }.filter { $0["removed"] == nil }
    for mark in marks {
      let said: [FieldHandle: [String]] = [
        .text: [mark["highlighted_text"] as? String ?? ""], .note: [mark["notes"] as? String ?? ""],
        .chapter: [(mark["toc_family_titles"] as? [String])?.last ?? ""],
        .creationDate: [(mark["timestamp"] as? String ?? "").prefix(19) + "Z"],
        .location: ["cfi \(mark["spine_name"] ?? "") \(mark["start_cfi"] ?? "")"],
      ]
      try expect(batch.draft(.quote, mark["uuid"] as? String ?? ""), said, "\(mark)")
    }
    #expect(batch.drafts.filter { $0.kind == .quote }.count == marks.count)
  }

  @Test func kobo() throws {
    let path = try TestData.folder("kobo/KoboReader-edge-cases.sqlite")
    let batch = try batch(path)
    let books = try rows(
      path,
      """
      SELECT c.*, r.Rating, r.Review AS Words, (SELECT group_concat(ShelfName) FROM ShelfContent WHERE ContentId = c.ContentID) AS shelves
      FROM content c LEFT JOIN ratings r ON r.ContentID = c.ContentID
      WHERE c.ContentType = '6' AND c.IsDownloaded = 'true' AND c.Accessibility != 6
      """)
    for book in books {
      func cell(_ name: String) -> String { book[name] ?? "" }
      let status = ["0": "onShelf", "1": "inProgress", "2": "completed", "3": "inProgress"][cell("ReadStatus")] ?? ""
      let names = cell("Attribution")
      let said: [FieldHandle: [String]] = [
        .title: [cell("Title")], .status: [status], .rating: [cell("Rating")], .review: [cell("Words")],
        .author: names == "Doe, Jane" ? ["Jane Doe"] : names.components(separatedBy: ","),
        .isbn: cell("ISBN").hasPrefix("urn:isbn:") ? [String(cell("ISBN").dropFirst(9))] : [],
        .series: [[cell("Series"), cell("SeriesNumber")].filter { !$0.isEmpty }.joined(separator: " ")],
        .publisher: [cell("Publisher")], .language: [cell("Language")],
        .genres: cell("shelves").components(separatedBy: ","),
        .progress: status == "inProgress" ? [cell("___PercentRead") + "%"] : [],
        .dateCompleted: status == "completed" ? [String(cell("DateLastRead").prefix(10))] : [],
      ]
      try expect(batch.draft(.book, cell("ContentID")), said, cell("Title"))
    }
    #expect(batch.drafts.filter { $0.kind == .book && $0.rows > 0 }.count == books.count)
    let marks = try rows(
      path,
      """
      SELECT b.*, coalesce(t.Title, c.Title, '') AS Chapter FROM Bookmark b
        LEFT JOIN content c ON c.ContentID = b.ContentID AND c.ContentType = '9' AND c.Title NOT LIKE '%.xhtml'
        LEFT JOIN content t ON t.ContentID LIKE b.ContentID || '-_' AND t.ContentType = '899'
      WHERE b.Hidden != 'true' AND (b.Text != '' OR b.Annotation != '')
      """)
    for mark in marks {
      func cell(_ name: String) -> String { mark[name] ?? "" }
      let share = (Double(cell("ChapterProgress")) ?? 0) * 100
      let said: [FieldHandle: [String]] = [
        .text: [cell("Text").trimmingCharacters(in: .whitespacesAndNewlines)], .note: [cell("Annotation")],
        .chapter: [cell("Chapter")], .location: ["\(Int(share.rounded())) % of the chapter"],
        .creationDate: [cell("DateCreated").prefix(19) + "Z"],
      ]
      try expect(batch.draft(.quote, cell("BookmarkID")), said, cell("BookmarkID"))
    }
    #expect(batch.drafts.filter { $0.kind == .quote }.count == marks.count)
  }
}
