import Foundation
import ShelfTestSupport
import Testing

/// Compares each highlight of imported clippings and exports with the result of a second, very simple parser.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct HighlightReadingTests {
  private static let months = [
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
      "décembre",
    ],
  ]

  @Test(arguments: ["just-remind", "muddz", "paperboi", "robertmartin8"])
  func kindle(_ name: String) throws {
    let path = try TestData.folder("kindle/\(name).txt")
    let imported = try ImportedRecords(of: path)
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("\r\n", with: "\n").replacing(
      "\u{FEFF}", with: "")
    var seen: Set<String> = []
    for entry in text.components(separatedBy: "=======") {
      let entry = IndependentTable.trimmed(entry.replacing("=", with: ""))
      if entry.isEmpty { continue }
      let lines = entry.components(separatedBy: "\n")
      let words = IndependentTable.trimmed(lines.dropFirst(2).joined(separator: "\n"))
      if !seen.insert(words).inserted { continue }
      let quote = imported.fields("quote") { IndependentTable.trimmed($0["text"]?.first ?? "") == words }
      let page = lines[1].firstMatch(of: /page (\w+)/).map { "\($0.1)" }
      let place = lines[1].firstMatch(of: /(?i)(?:location|emplacement) (\d+)(?:-(\d+))?/)
      let location = place.map { match in "loc \(match.1)" + (match.2.map { $0 == match.1 ? "" : "-\($0)" } ?? "") }
      let day = try #require(
        lines[1].firstMatch(of: /(?:(\d+) (\p{L}+)|(\p{L}+) (\d+),) (\d{4}) (\d+):(\d\d):(\d\d)( PM| AM)?/))
      let month = try #require(Self.months.compactMap { $0.firstIndex(of: String(day.2 ?? day.3 ?? "")) }.first) + 1
      var hour = try #require(Int(day.6))
      if day.9 == " PM", hour < 12 { hour += 12 }
      if day.9 == " AM", hour == 12 { hour = 0 }
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let moment = "\(day.5)-\(two(month))-\(two(Int(day.1 ?? day.4 ?? "") ?? 0))T\(two(hour)):\(day.7):\(day.8)Z"
      let heading = try #require(lines[0].firstMatch(of: /^(.*?)(?: \(([^()]*)\))?$/))
      let said: [String: [String]] = [
        "page": [page ?? ""], "location": [location ?? ""], "creationDate": [moment], "book": ["\(heading.1)"],
      ]
      ImportedRecords.expect(quote, said, of: lines[0] + words.prefix(20), aside: ["text", "sources"])
      let authors = "\(heading.2 ?? "")".components(separatedBy: ";").filter { !$0.isEmpty }.map { name in
        name.components(separatedBy: ", ").reversed().joined(separator: " ")
      }
      let book = imported.fields("book") { $0["title"] == ["\(heading.1)"] }
      ImportedRecords.expect(
        book, ["author": authors, "status": []], of: lines[0], aside: ["title", "sources"])
    }
    #expect(imported.count("quote") == seen.count)
  }

  @Test(arguments: ["readwise-9col", "readwise-10col", "readwise-11col"])
  func readwise(_ name: String) throws {
    let path = try TestData.folder("readwise/\(name).csv")
    let imported = try ImportedRecords(of: path)
    let table = IndependentTable(try String(contentsOfFile: path, encoding: .utf8))
    var quotes = 0
    for row in table.rows {
      func cell(_ name: String) -> String { row[name] ?? "" }
      if cell("Note") == ".h1" { continue }
      quotes += 1
      let quote = imported.fields("quote") { Plainly.bare($0["text"]?.first ?? "") == Plainly.bare(cell("Highlight")) }
      let places = ["location": "loc ", "order": "order ", "offset": "offset "]
      let kind = cell("Location Type")
      let said: [String: [String]] = [
        "book": [cell("Book Title")], "page": kind == "page" ? [cell("Location")] : [],
        "location": places[kind].map { [$0 + cell("Location")] } ?? [],
        "tags": cell("Tags").components(separatedBy: ","),
        "creationDate": [String(cell("Highlighted at").replacing(" ", with: "T").prefix(19))].map {
          $0.isEmpty ? "" : $0 + "Z"
        },
      ]
      ImportedRecords.expect(quote, said, of: cell("Highlight"), aside: ["text", "note", "sources", "chapter"])
      #expect(Plainly.bare(quote?["note"]?.first ?? "") == Plainly.bare(cell("Note")))
      let book = imported.fields("book") { $0["title"] == [cell("Book Title")] }
      ImportedRecords.expect(
        book, ["genres": cell("Document tags").components(separatedBy: ", ")], of: cell("Book Title"),
        aside: ["title", "status", "sources", "author"])
      if !cell("Book Author").isEmpty { #expect(book?["author"] == [cell("Book Author")]) }
    }
    #expect(imported.count("quote") == quotes)
  }

  @Test(arguments: ["one-book", "all-books"])
  func koreader(_ name: String) throws {
    let path = try TestData.folder("koreader/\(name).json")
    let imported = try ImportedRecords(of: path)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any])
    for book in root["documents"] as? [[String: Any]] ?? [root] {
      let title = try #require(book["title"] as? String)
      let record = imported.fields("book") { $0["title"] == [title] }
      #expect(record?["author"] ?? [] == (book["author"] as? String)?.components(separatedBy: "\n") ?? [])
      for entry in book["entries"] as? [[String: Any]] ?? [] {
        let words = try #require(entry["text"] as? String)
        let quote = imported.fields("quote") { Plainly.bare($0["text"]?.first ?? "") == Plainly.bare(words) }
        var said: [String: [String]] = ["book": [title], "chapter": [entry["chapter"] as? String ?? ""]]
        if let screen = entry["page"] as? Int {
          said["location"] = ["screen \(screen) of \(book["number_of_pages"] ?? "")"]
        } else if let page = entry["page"] as? String {
          said["page"] = [page]
        }
        if let seconds = entry["time"] as? Double {
          said["creationDate"] = [Date(timeIntervalSince1970: seconds).ISO8601Format()]
        }
        said["note"] = [entry["note"] as? String ?? ""]
        ImportedRecords.expect(quote, said, of: words, aside: ["text", "sources"])
      }
    }
  }

  /// Parses the table of the sidecar line by line.
  @Test func sidecar() throws {
    let path = try TestData.folder("koreader/v2026.07-annotations.metadata.md.lua")
    let imported = try ImportedRecords(of: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let annotations = text.components(separatedBy: "[\"annotations\"] = {")[1].components(separatedBy: "\n    },")[0]
    var quotes = 0
    for block in annotations.components(separatedBy: "        },") where block.contains("drawer") {
      quotes += 1
      func value(_ key: String) -> String {
        block.components(separatedBy: "[\"\(key)\"] = \"").dropFirst().first?.components(separatedBy: "\",\n")[0] ?? ""
      }
      let quote = imported.fields("quote") { $0["text"] == [value("text")] }
      let moment = value("datetime").replacing(" ", with: "T") + "Z"
      let said = ["chapter": [value("chapter")], "note": [value("note")], "creationDate": [moment]]
      ImportedRecords.expect(quote, said, of: value("text"), aside: ["text", "sources", "book", "location"])
    }
    #expect(quotes == 3 && imported.count("quote") == quotes)
  }
}
