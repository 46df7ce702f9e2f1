import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfText

/// Tests the widths of columns, panes and labels at many screen sizes.
struct BrowserWidthTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Returns the titles of the columns in the list of books.
  private func columns(_ size: Int, _ keys: [String] = []) throws -> Set<String> {
    let session = try BrowserSession(library, columns: size, rows: 30)
    for key in keys { session.press(key) }
    let header = session.browser.table?.header.plain ?? ""
    return Set(header.split(separator: " ").map(String.init))
  }

  @Test func moreRoomNeverHidesAColumn() throws {
    var before: (size: Int, columns: Set<String>) = (0, [])
    // There is one pane below 60 columns, there are two panes from 60 columns, and three from 100 columns.
    for sizes in [20..<60, 60..<100, 100..<220] {
      before.columns = []
      for size in sizes {
        let shown = try columns(size)
        #expect(before.columns.isSubset(of: shown), "\(before) \(size) \(shown)")
        before = (size, shown)
      }
    }
    for size in [80, 100, 120, 200] {
      #expect(try columns(size).isSuperset(of: ["Title", "Author", "Rating"]), "\(size)")
    }
  }

  @Test func theColumnOfTheOrderStays() throws {
    for size in [36, 60, 80, 100, 120] {
      let keys = ["s", "r", "a", "t", "enter"]
      #expect(try columns(size, keys).isSuperset(of: ["Title", "Rating"]), "\(size)")
      #expect(try columns(size, ["s", "y", "e", "a", "r", "enter"]).isSuperset(of: ["Title", "Year"]), "\(size)")
    }
    #expect(try columns(100, ["s", "r", "a", "t", "enter"]).contains("Author"))
  }

  /// A column without values is the first to be dropped.
  @Test func anEmptyColumnComesLast() throws {
    library[SmallLibrary.emma]? += "series: Highbury\n"
    let session = try BrowserSession(library, columns: 120, rows: 30)
    session.press("left", "down")
    #expect(session.browser.list.view == .state(.book, "on shelf") || session.browser.list.total < 4)
    #expect(!(session.browser.table?.header.plain.contains("Quotes") ?? true), "\(session.screen)")
  }

  /// Dates, names and genres are never split, at any width of the page.
  @Test func valuesAreWhole() throws {
    library["books/dune-b0000001.yaml"]? += "publisher: Chilton Company\n"
    for size in [62, 80, 100, 110, 140, 200] {
      let screen = try BrowserSession(library, columns: size, rows: 40).screen
      for whole in ["Frank Herbert", "2019-06-02", "2019-06-30", "[Science Fiction]", "completed"] {
        #expect(screen.contains(whole), "\(size) \(whole)\n\(screen)")
      }
    }
  }

  /// The column of labels is as wide as the longest label of the record.
  @Test func labelsTakeTheirWidth() throws {
    library["books/plain-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Aaa
      author: Ann Leckie
      year: 1999
      """
    let session = try BrowserSession(library, columns: 120, rows: 30)
    #expect(session.screen.contains("author  Ann Leckie"), "\(session.screen)")
    #expect(session.screen.contains("year    1999"), "\(session.screen)")
  }

  @Test func pathsAreSplitBetweenWords() {
    #expect(
      PageLines.parts(of: "books/the-time-machine-4cea9fae.yaml", width: 24) == [
        "books/the-time-machine-", "4cea9fae.yaml",
      ])
    #expect(PageLines.parts(of: "books/dune.yaml", width: 40) == ["books/dune.yaml"])
  }
}
