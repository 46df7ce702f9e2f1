import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore

/// Tests that a count is the same everywhere it is shown, even for unusual values.
///
/// Each round generates a library from a seed, with valid, invalid and missing values in the fields that are counted.
/// The test compares the counts in the browser's sidebar with the corresponding lists, the output of `filter list`, the
/// overview and `stats`. A failure prints the seed, which can be set with `SHELF_SEED`.
struct SameNumberTests {
  private static let rounds: [UInt64] = Array(0..<(TestData.isFull ? 200 : 6))

  @Test(arguments: rounds) func everyViewHasAsManyRecordsAsItSays(_ round: UInt64) throws {
    let seed = SeededGenerator.seedOfRun &+ round
    let library = try TestLibrary(SameNumberTests.files(seed: seed))
    let session = try BrowserSession(library, rows: 200)
    session.take(.counted(session.browser.services.counts(in: session.browser.library)))
    let browser = session.browser
    var views = browser.views
    var compared = 0
    var row = 0
    while row < views.rows.count {
      let shown = views.rows[row]
      if shown.isParent, !views.isExpanded(shown.view) {
        views.move(to: row)
        views.toggle(browser.library, browser.services.look, problems: 0)
      }
      if shown.view.isList, let number = Int(shown.count) {
        var list = browser.list
        list.show(shown.view, browser.library, browser.services)
        #expect(list.records.count == number, "SHELF_SEED=\(seed) \(shown.view)")
        compared += 1
      } else if case .name = shown.view, shown.count.hasSuffix(" open"), let number = Int(shown.count.dropLast(5)) {
        var list = browser.list
        list.show(shown.view, browser.library, browser.services)
        let state = browser.library.schema.field(.state, of: .issue)
        let open = list.records.count { record in state.flatMap { record.value(of: $0) } != state?.doneValue }
        #expect(open == number, "SHELF_SEED=\(seed) \(shown.view)")
        compared += 1
      }
      row += 1
    }
    #expect(compared > 20, "SHELF_SEED=\(seed)")

    // The sidebar, the list of filters and the overview show the same counts for filters.
    let listed = Dictionary(
      uniqueKeysWithValues: try library.run("filter list").split(separator: "\n").filter { !$0.hasPrefix("!") }.map {
        let cells = $0.split(separator: "\t", omittingEmptySubsequences: false)
        return (String(cells[0]), String(cells[2]))
      })
    let overview = Dictionary(
      uniqueKeysWithValues: try library.run("").split(separator: "\n").filter { $0.hasPrefix("filter\t") }.map {
        let cells = $0.split(separator: "\t")
        return (String(cells[1]), cells[2].split(separator: " ").first.map(String.init) ?? "")
      })
    #expect(listed.count > 4)
    #expect(listed == overview, "SHELF_SEED=\(seed)")
    for shown in views.rows {
      if case .filter(let name) = shown.view { #expect(shown.count == listed[name], "SHELF_SEED=\(seed) \(name)") }
    }
    // The sidebar and the statistics show the same counts for states and for ratings, which are rounded down.
    var statistics: [LibraryView: Int] = [:]
    for line in try library.run("stats").split(separator: "\n") {
      let cells = line.split(separator: "\t").map(String.init)
      switch cells[0] {
      case "status": statistics[.state(.book, cells[1]), default: 0] += try #require(Int(cells[2]))
      case "ratings":
        let stars = cells[1] == "unrated" ? nil : try Int(#require(Double(cells[1])))
        statistics[.rating(.book, stars), default: 0] += try #require(Int(cells[2]))
      default: break
      }
    }
    #expect(statistics.count > 8)
    for (view, count) in statistics where count > 0 {
      #expect(views.rows.first { $0.view == view }?.count == String(count), "SHELF_SEED=\(seed) \(view)")
    }
  }

  /// Returns a library of records with valid, invalid and missing states, ratings, dates, genres and tags.
  private static func files(seed: UInt64) -> [String: String] {
    var random = SeededGenerator(seed: seed)
    var files = [
      "shelf.yaml": """
      format: 1
      name: Odd
      filters:
        lent: 'issue #lending'
        good: book rating:>=4
        done: status:completed
        words: tea
        none: book has:genres year:1..1900
      """
    ]
    func id(_ number: Int) -> String { recordID(number).description }
    for number in 0..<4 { files["genres/g\(number).yaml"] = "id: \(id(100 + number))\nname: Genre \(number)\n" }
    for number in 0..<3 {
      files["tags/t\(number).yaml"] = "id: \(id(200 + number))\nname: \(["lending", "buy", "tea"][number])\n"
    }
    func some(_ first: Int, _ count: Int) -> String {
      let chosen = (0..<count).filter { _ in random.once(in: 3) }.map { id(first + $0) }
      return "[" + chosen.joined(separator: ", ") + "]"
    }
    for number in 0..<40 {
      var text = "id: \(id(number))\ntitle: Book \(number)\(random.once(in: 5) ? " of tea" : "")\n"
      text += random.pick([
        "", "status: wanted\n", "status: onShelf\n", "status: inProgress\n", "status: completed\n", "status: lost\n",
        "status: ~\n", "status: [completed]\n",
      ])
      text += random.pick([
        "", "rating: 0\n", "rating: 3\n", "rating: 4.75\n", "rating: 5\n", "rating: 7\n", "rating: ~\n",
        "rating: good\n",
        "rating: -1\n", "rating: 4.1\n", "rating: 5.0\n",
      ])
      text += random.pick(["", "year: 1815\n", "year: soon\n"])
      text += random.pick(["", "dateAdded: 2026-11-20T10:00:00Z\n", "dateAdded: 2026-11-19\n", "dateAdded: never\n"])
      text += random.pick(["", "genres: \(some(100, 6))\n"])
      files["books/b\(number).yaml"] = text
    }
    for number in 0..<20 {
      var text = "id: \(id(300 + number))\ntitle: Issue \(number)\n"
      text += random.pick(["", "completed: true\n", "completed: false\n", "completed: maybe\n", "completed: ~\n"])
      text += random.pick(["", "tags: \(some(200, 4))\n"])
      files["issues/i\(number).yaml"] = text
    }
    return files
  }
}
