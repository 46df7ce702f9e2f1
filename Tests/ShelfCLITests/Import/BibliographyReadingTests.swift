import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfText

/// Compares each field of imported bibliographies and catalogues with the result of a second, very simple parser.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct BibliographyReadingTests {
  private static func json(_ path: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func zotero() throws {
    let path = try TestData.folder("zotero/my-library.csl.json")
    let imported = try ImportedRecords(of: path)
    let entries = try #require(try Self.json(path) as? [[String: Any]])
    let books = entries.filter { ["book", "chapter", "thesis", "report"].contains($0["type"] as? String) }
    for book in books {
      func text(_ key: String) -> String { book[key] as? String ?? (book[key] as? NSNumber).map { "\($0)" } ?? "" }
      func names(_ key: String) -> [String] {
        (book[key] as? [[String: Any]] ?? []).map { name in
          if let literal = name["literal"] as? String { return literal }
          let given = (name["given"] as? String ?? "").replacing("384 BCE-322 BCE", with: "")
          let parts = [
            given, name["non-dropping-particle"] as? String ?? "", name["dropping-particle"] as? String ?? "",
          ]
          return (parts + [name["family"] as? String ?? ""]).filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
      let issued = (book["issued"] as? [String: Any])?["date-parts"] as? [[Any]]
      let numbers = text("ISBN").components(separatedBy: " ").map(Plainly.isbn).filter { !$0.isEmpty }
      let digits = text("number-of-pages").matches(of: /\d+/).map { "\($0.output)" }
      let series = [text("collection-title"), text("collection-number")].filter { !$0.isEmpty }.joined(separator: " ")
      let said: [String: [String]] = [
        "title": [text("title")], "author": names("author").isEmpty ? names("editor") : names("author"),
        "contributors": ["translator", "editor"].flatMap { role in names(role).map { "\($0) (\(role))" } },
        "publisher": [text("publisher")], "place": [text("publisher-place")], "edition": [text("edition")],
        "year": (issued?.first?.first).map { ["\($0)"] } ?? [],
        "pages": digits.last.map { [$0] } ?? [], "series": [series],
        "status": [], "sources": ["csl:" + text("id")],
      ]
      let actual = imported.fields("book", from: "csl:" + text("id"))
      ImportedRecords.expect(actual, said, of: text("id"), aside: ["notes", "isbn", "language"])
      #expect(Plainly.bare(actual?["notes"]?.first ?? "") == Plainly.bare(text("note")))
      // The import writes each language in one way.
      #expect(LanguageName.areSame(actual?["language"]?.first ?? "", text("language")))
      #expect((actual?["isbn"] ?? []).map(Plainly.isbn) == numbers.prefix(1).map { $0 })
    }
    #expect(imported.count("book") == books.count)
  }

  /// Tests the CSV file that Zotero exports, which is imported like any other table.
  @Test func tableOfZotero() throws {
    let path = try TestData.folder("zotero/my-library.csv")
    let imported = try ImportedRecords(of: path)
    let table = IndependentTable(try String(contentsOfFile: path, encoding: .utf8))
    for row in table.rows where row["Item Type"] == "book" {
      func cell(_ name: String) -> String { row[name] ?? "" }
      let actual = imported.fields("book") { $0["title"] == [cell("Title")] }
      // If a book has no author, its editors are imported as its authors.
      let people = cell("Author").isEmpty ? cell("Editor") : cell("Author")
      func names(_ people: String) -> [String] {
        people.components(separatedBy: "; ").filter { !$0.isEmpty }.map { name in
          name.components(separatedBy: ", ").reversed().joined(separator: " ")
        }
      }
      let said: [String: [String]] = [
        "author": names(people), "contributors": names(cell("Editor")).map { $0 + " (editor)" },
        "publisher": [cell("Publisher")], "place": [cell("Place")], "edition": [cell("Edition")],
        "year": [cell("Publication Year")],
        "language": [cell("Language")],
      ]
      let aside: Set = [
        "title", "status", "sources", "isbn", "pages", "series", "notes", "synopsis", "genres", "dateAdded",
      ]
      ImportedRecords.expect(actual, said, of: cell("Title"), aside: aside)
    }
  }

  @Test func bibtex() throws {
    let path = try TestData.folder("bibtex/jabref-keyless-book.bib")
    let imported = try ImportedRecords(of: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    func field(_ name: String) throws -> String {
      let match = try #require(text.firstMatch(of: try Regex("(?m)^ *\(name) *= *\\{+([^{}]*)\\}+,$")))
      return match.output[1].substring.map(String.init) ?? ""
    }
    let author = try field("author").components(separatedBy: ", ").reversed().joined(separator: " ")
    let said: [String: [String]] = [
      "title": [try field("title") + ": " + field("subtitle")], "author": [author], "year": [try field("year")],
      "isbn": [try field("isbn")], "pages": [try field("pagetotal")], "publisher": [try field("publisher")],
      "place": [try field("address")], "edition": [try field("edition")], "status": [],
    ]
    ImportedRecords.expect(imported.all("book").first, said, of: "the entry without a key")
    #expect(imported.count("book") == 1)
  }

  @Test(arguments: ["isbn-9780306406157", "api-books-data"])
  func openLibrary(_ name: String) throws {
    let path = try TestData.folder("open-library/\(name).json")
    let imported = try ImportedRecords(of: path)
    let root = try #require(try Self.json(path) as? [String: Any])
    let book = root["title"] == nil ? try #require(root.values.first as? [String: Any]) : root
    func text(_ key: String) -> String { book[key].map { "\($0)" } ?? "" }
    func names(_ key: String) -> [String] {
      (book[key] as? [Any] ?? []).compactMap { ($0 as? [String: Any])?["name"] as? String ?? $0 as? String }
    }
    let identifiers = book["identifiers"] as? [String: [String]] ?? [:]
    let language = ((book["languages"] as? [[String: String]])?.first?["key"] ?? "").components(separatedBy: "/").last
    let year = text("publish_date").firstMatch(of: /\d{4}/).map { "\($0.output)" } ?? ""
    let said: [String: [String]] = [
      "title": [text("title") + ": " + text("subtitle")], "author": names("authors"),
      "isbn": [(book["isbn_13"] as? [String] ?? identifiers["isbn_13"])?.first ?? ""],
      "publisher": names("publishers"), "year": [year], "pages": [text("number_of_pages")],
      "language": [language ?? ""], "genres": names("subjects"),
      "series": (book["series"] as? [String] ?? []).map { $0.replacing(" -- ", with: " ") },
      "synopsis": [(book["description"] as? [String: String])?["value"] ?? ""], "status": [],
      "sources": ["openlibrary:" + (text("key").components(separatedBy: "/").last ?? "")]
        + [("goodreads", "goodreads"), ("librarything", "librarything-work")].flatMap { name, source in
          (identifiers[name] ?? []).map { "\(source):\($0)" }
        },
    ]
    ImportedRecords.expect(imported.all("book").first, said, of: name)
  }
}
