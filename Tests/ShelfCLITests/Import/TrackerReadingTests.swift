import Foundation
import ShelfTestSupport
import Testing

/// Compares each cell of imported tables from book trackers with the result of a second, very simple parser.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct TrackerReadingTests {
  private static func table(_ name: String) throws -> (path: String, table: IndependentTable) {
    let path = try TestData.folder(name)
    return (path, IndependentTable(try String(contentsOfFile: path, encoding: .utf8)))
  }

  private static func items(_ cell: String, _ separator: String = ",") -> [String] {
    var seen: Set<String> = []
    return cell.components(separatedBy: separator).map(IndependentTable.trimmed)
      .filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
  }

  /// Returns a name with the role in parentheses converted to lowercase, as in a library.
  private static func inSmallLetters(_ person: String) -> String {
    person.replacing(/\((.*)\)$/) { "(\($0.1.lowercased()))" }
  }

  @Test(arguments: ["storygraph-invented", "storygraph-crlf-bsanser"])
  func storygraph(_ name: String) throws {
    let (path, table) = try Self.table("storygraph/\(name).csv")
    let imported = try ImportedRecords(of: path)
    let statuses = [
      "read": "completed", "to-read": "wanted", "currently-reading": "inProgress", "paused": "paused",
      "did-not-finish": "abandoned", "": "onShelf",
    ]
    for row in table.rows {
      func cell(_ name: String) -> String { row[name] ?? "" }
      let status = statuses[cell("Read Status")] ?? "?"
      // Parses the reading sessions, any of which may lack a start or an end.
      var sessions = Self.items(Plainly.day(cell("Dates Read"))).map { session -> (String, String) in
        // Dates are found with a pattern, because they are also separated by a hyphen.
        let days = session.matches(of: /\d{4}(?:-\d\d(?:-\d\d)?)?(?!\d)/).map { "\($0.output)" }
        if days.count == 2 { return (days[0], days[1]) }
        return session.hasSuffix("-") ? (days[0], "") : ("", days[0])
      }
      let last = Plainly.day(cell("Last Date Read"))
      if !last.isEmpty, !sessions.contains(where: { $0.1 == last }) { sessions.append(("", last)) }
      sessions.sort { ($0.1.isEmpty ? $0.0 : $0.1) < ($1.1.isEmpty ? $1.0 : $1.1) }
      let latest = sessions.popLast() ?? ("", "")
      var said: [String: [String]] = [
        "title": [cell("Title")], "author": Self.items(cell("Authors")),
        "contributors": Self.items(cell("Contributors")).map(Self.inSmallLetters),
        "isbn": [Plainly.isbn(cell("ISBN/UID"))],
        "format": [cell("Format")], "status": [status], "rating": [Plainly.number(cell("Star Rating"))],
        "dateAdded": [Plainly.day(cell("Date Added"))], "genres": Self.items(cell("Tags")),
        "sources": (cell("ISBN/UID").isEmpty ? [] : ["storygraph:" + cell("ISBN/UID")])
          + (cell("ISBN/UID").hasPrefix("B0") ? ["amazon:" + cell("ISBN/UID")] : []),
        "readings": sessions.map { "\($0.0)/\($0.1)" }, "owned": cell("Owned?") == "Yes" ? ["1"] : [],
      ]
      switch status {
      case "completed": (said["dateStarted"], said["dateCompleted"]) = ([latest.0], [latest.1])
      case "abandoned":
        said["dateStarted"] = [latest.0]
        said["dateAbandoned"] = [latest.1]
      default:
        if latest.1.isEmpty {
          said["dateStarted"] = [latest.0]
        } else {
          said["readings", default: []].append("\(latest.0)/\(latest.1)")
        }
      }
      let known = (said["readings"]?.count ?? 0) + (status == "completed" ? 1 : 0)
      if let count = Int(cell("Read Count")), count > known { said["timesRead"] = ["\(count)"] }
      if !cell("Content Warnings").isEmpty { said["notes"] = ["Content warnings: " + cell("Content Warnings")] }
      let actual = imported.fields("book") { $0["title"] == [cell("Title")] }
      ImportedRecords.expect(actual, said, of: cell("Title"), aside: ["review"])
      #expect(Plainly.bare(actual?["review"]?.first ?? "") == Plainly.bare(Plainly.text(cell("Review"))))
    }
    #expect(imported.count("book") == table.rows.count)
  }

  @Test func hardcover() throws {
    let (path, table) = try Self.table("hardcover/hardcover-invented.csv")
    let imported = try ImportedRecords(of: path)
    let statuses = [
      "Want to Read": "wanted", "Currently Reading": "inProgress", "Read": "completed", "Paused": "paused",
      "Did Not Finish": "abandoned",
    ]
    for row in table.rows {
      func cell(_ name: String) -> String { row[name] ?? "" }
      let status = statuses[cell("Status")] ?? "?"
      let names = Self.items(cell("Author"))
      let lists = Self.items(cell("Lists")).map { $0.replacing(/\ \(#.*/, with: "") }.filter { $0 != "Owned" }
      let said: [String: [String]] = [
        "title": [cell("Title")], "author": names.filter { !$0.contains("(") }, "status": [status],
        "contributors": names.filter { $0.contains("(") }.map(Self.inSmallLetters),
        "series": Self.items(cell("Series")).map {
          $0.replacing(".0)", with: ")").replacing(/\ \(#(.*)\)/) { " \($0.1)" }
        },
        "isbn": [cell("ISBN 13")], "format": [cell("Binding").isEmpty ? cell("Media") : cell("Binding")],
        "pages": [cell("Pages")], "year": [String(cell("Publish Date").prefix(4))], "publisher": [cell("Publisher")],
        "language": [cell("Language Code")], "rating": [Plainly.number(cell("Rating"))],
        "genres": Self.items(cell("Genres")) + lists, "dateAdded": [cell("Date Added")],
        "dateStarted": [cell("Date Started")], "dateCompleted": [cell("Date Finished")],
        "review": [Plainly.text(cell("Review")).trimmingCharacters(in: .newlines)], "notes": [cell("Private Notes")],
        "sources": ["hardcover:" + cell("Hardcover Book ID")], "owned": cell("Owned") == "true" ? ["1"] : [],
      ]
      ImportedRecords.expect(
        imported.fields("book", from: "hardcover:" + cell("Hardcover Book ID")), said, of: cell("Title"))
    }
    #expect(imported.count("book") == table.rows.count)
  }

  @Test(arguments: ["bookwyrm-2022-short", "bookwyrm-2024", "bookwyrm-2025-finna-libris"])
  func bookwyrm(_ name: String) throws {
    let (path, table) = try Self.table("bookwyrm/\(name).csv")
    let imported = try ImportedRecords(of: path)
    let statuses = ["to-read": "wanted", "reading": "inProgress", "read": "completed", "stopped-reading": "abandoned"]
    for (id, rows) in Dictionary(grouping: table.rows, by: { $0["remote_id"] ?? "" }) {
      func cell(_ name: String) -> String { rows.compactMap { $0[name] }.first { !$0.isEmpty } ?? "" }
      let status = rows.compactMap { statuses[$0["shelf"] ?? ""] }.first
      let keys = [
        ("openlibrary", "openlibrary_key"), ("goodreads", "goodreads_key"), ("librarything", "librarything_key"),
      ]
      let said: [String: [String]] = [
        "title": [cell("title")], "author": Self.items(cell("author_text")), "status": status.map { [$0] } ?? [],
        "isbn": [cell("isbn_13")], "rating": [Plainly.number(cell("rating"))],
        "genres": rows.filter { statuses[$0["shelf"] ?? ""] == nil }.map { $0["shelf_name"] ?? "" },
        "dateStarted": [cell("start_date")], "dateCompleted": [cell("finish_date")],
        "dateAbandoned": status == "abandoned" ? [cell("stopped_date")] : [],
        "notes": cell("stopped_date").isEmpty || status == "abandoned"
          ? [] : ["Stopped reading on \(cell("stopped_date"))."],
        "sources": ["bookwyrm:\(id)"] + keys.filter { !cell($0.1).isEmpty }.map { "\($0.0):\(cell($0.1))" },
      ]
      let actual = imported.fields("book", from: "bookwyrm:\(id)")
      ImportedRecords.expect(actual, said, of: cell("title"), aside: ["review"])
      #expect(
        Plainly.bare(actual?["review"]?.first ?? "") == Plainly.bare(cell("review_name") + cell("review_content")))
    }
  }

  @Test func librarything() throws {
    let path = try TestData.folder("librarything/librarything-mouse-reeve.json")
    let imported = try ImportedRecords(of: path)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let books = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    for (id, book) in books {
      func text(_ key: String) -> String { IndependentTable.trimmed(book[key] as? String ?? "") }
      func texts(_ key: String) -> [String] {
        if let list = book[key] as? [String] { return list }
        return (book[key] as? [String: String] ?? [:]).sorted { Int($0.key) ?? 0 < Int($1.key) ?? 0 }.map(\.value)
      }
      let people = book["authors"] as? [[String: Any]] ?? []
      let others = people.compactMap { person -> String? in
        guard let name = person["fl"] as? String, let role = person["role"] as? String, !["", "Author"].contains(role)
        else { return nil }
        return "\(name) (\(role.lowercased()))"
      }
      let authors = people.enumerated()
        .filter { $0.offset == 0 || ["", "Author"].contains($0.element["role"] as? String ?? "") }
        .compactMap { $0.element["fl"] as? String }
      let publication = text("publication")
      let publisher =
        publication.hasPrefix("(")
        ? "" : publication.components(separatedBy: " (")[0].replacing(", Ebook", with: "")
      let numbers = (texts("isbn") + texts("ean") + [text("originalisbn")]).map(Plainly.isbn)
      let said: [String: [String]] = [
        "title": [
          text("title").replacing("&amp;", with: "&").replacingOccurrences(
            of: " +", with: " ", options: .regularExpression)
        ],
        "author": Self.items(authors.joined(separator: "|"), "|"), "contributors": others, "publisher": [publisher],
        "year": [Plainly.number(text("date"))], "isbn": numbers.filter { !$0.isEmpty }.prefix(1).map { $0 },
        "pages": [Plainly.number(text("pages"))],
        "language": texts("language").filter { $0 != "All" }.prefix(1).map { $0 },
        "format": [(book["format"] as? [[String: Any]])?.first?["text"] as? String ?? ""],
        "dateAdded": [text("entrydate")], "rating": [Plainly.number(text("rating"))],
        "genres": Self.items(
          (texts("collections").filter { $0 != "Your library" } + texts("tags")).joined(separator: "|"), "|"),
        "sources": ["librarything:\(id)"], "series": [text("series")], "review": [text("review")],
      ]
      let actual = imported.fields("book", from: "librarything:\(id)")
      ImportedRecords.expect(actual, said, of: "\(id) \(text("title"))", aside: ["status"])
    }
    #expect(imported.count("book") == books.count)
  }
}
