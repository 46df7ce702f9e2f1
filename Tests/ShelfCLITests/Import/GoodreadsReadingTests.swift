import Foundation
import ShelfTestSupport
import Testing

/// Compares each cell of imported Goodreads exports with the result of a second, very simple parser.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct GoodreadsReadingTests {
  private static let statuses = [
    "to-read": "wanted", "currently-reading": "inProgress", "read": "completed", "did-not-finish": "abandoned",
    "dropped": "abandoned",
  ]

  @Test(arguments: ["classic", "space-padded", "goodreads-31col-mouse-reeve"])
  func eachCell(_ name: String) throws {
    let path = try TestData.folder("goodreads/\(name).csv")
    let imported = try ImportedRecords(of: path)
    let table = IndependentTable(try String(contentsOfFile: path, encoding: .utf8))
    var seen: Set<String> = []
    for row in table.rows {
      func cell(_ name: String) -> String { row[name] ?? "" }
      let id = cell("Book Id")
      // Skips repeated headers and rows.
      if Int(id) == nil || !seen.insert(id).inserted { continue }
      var said: [String: [String]] = ["sources": ["goodreads:\(id)"]]
      let title = IndependentTable.collapsed(cell("Title"))
      if let match = title.firstMatch(of: /^(.+?) \(([^()]*?),? ?#([^()]*)\)$/) {
        said["title"] = ["\(match.1)"]
        // If a book is in several series, the import creates a list. In a range of positions, it replaces the hyphen
        // with an en dash.
        let series =
          match.2.isEmpty ? [] : "\(match.2) \(match.3)".replacing(/, #/, with: " ").components(separatedBy: "; ")
        said["series"] = series.map { $0.replacing(/(\d)-(\d+)$/) { "\($0.output.1)–\($0.output.2)" } }
      } else {
        said["title"] = [title]
      }
      said["author"] = ([cell("Author")] + cell("Additional Authors").components(separatedBy: ", "))
        .map(IndependentTable.collapsed)
      let shelf = cell("Exclusive Shelf")
      let status = Self.statuses[shelf] ?? "onShelf"
      said["status"] = [status]
      var genres = cell("Bookshelves").components(separatedBy: ", ").filter { $0 != shelf && Self.statuses[$0] == nil }
      if Self.statuses[shelf] == nil { genres.insert(shelf, at: 0) }
      said["genres"] = genres
      said["rating"] = cell("My Rating") == "0" ? [] : [cell("My Rating")]
      let numbers = [cell("ISBN13"), cell("ISBN")].map(Plainly.isbn)
      said["isbn"] = numbers.filter { !$0.isEmpty }.prefix(1).map { $0 }
      if let year = [cell("Original Publication Year"), cell("Year Published")].first(where: { !$0.isEmpty }) {
        said["year"] = [Plainly.number(year)]
        let published = cell("Year Published")
        if !published.isEmpty, published != year { said["editionDate"] = [Plainly.number(published)] }
      }
      if let count = Int(cell("Read Count")), count > (status == "completed" ? 1 : 0) {
        said["timesRead"] = ["\(count)"]
      }
      said["publisher"] = [cell("Publisher")]
      said["pages"] = ["", "0"].contains(cell("Number of Pages")) ? [] : [Plainly.number(cell("Number of Pages"))]
      said["format"] = [cell("Binding")]
      said["dateAdded"] = [Plainly.day(cell("Date Added"))]
      let read = Plainly.day(cell("Date Read"))
      switch status {
      case "completed": said["dateCompleted"] = [read]
      case "abandoned": said["dateAbandoned"] = [read]
      default: said["readings"] = read.isEmpty ? [] : ["/\(read)"]
      }
      said["owned"] = (Int(cell("Owned Copies")) ?? 0) > 0 ? ["1"] : []
      said["recommendedBy"] = [cell("Recommended By")]
      said["notes", default: []] += [cell("Private Notes")]
      let actual = imported.fields("book", from: "goodreads:\(id)")
      ImportedRecords.expect(actual, said, of: "\(id) \(title)", aside: ["review"])
      // Goodreads shows only the first part of markup such as `[b:Replay|341735|Replay|https://…]`.
      let review = cell("My Review").components(separatedBy: "[b:").enumerated().map { index, part in
        guard index > 0, let end = part.firstIndex(of: "]") else { return part }
        return part.prefix { $0 != "|" } + String(part[part.index(after: end)...])
      }.joined()
      #expect(
        Plainly.bare(actual?["review"]?.first ?? "") == Plainly.bare(Plainly.text(review)), "\(id): review")
    }
    #expect(seen.count > 20 && imported.count("book") == seen.count)
  }
}
