import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// The browser remembers its place between sessions, and stores it outside the library.
struct BrowserPlaceTests {
  private let library: TestLibrary
  private let state: TemporaryFolder

  init() throws {
    library = try TestLibrary()
    state = try TemporaryFolder()
  }

  private var places: BrowserPlaces? {
    StateFile("browser", ["XDG_STATE_HOME": state.path], fileSystem: DiskFileSystem()).map(BrowserPlaces.init)
  }

  /// Starts a session at a stored place.
  private func session(_ place: BrowserPlace?, _ query: String = "") throws -> BrowserSession {
    try BrowserSession(library, query, columns: 110, rows: 30, place: place)
  }

  @Test func theNextSessionShowsTheSame() throws {
    let first = try session(nil)
    first.press("s").type("year").press("enter", "right")
    while first.browser.page.target != .more { first.press("down") }
    first.press("enter", "left")
    let place = first.browser.place
    places?.save(place, of: library.root)
    #expect(places?.place(of: library.root) == place)
    #expect(places?.place(of: library.root + "/other") == nil)
    let next = try session(places?.place(of: library.root))
    #expect(next.browser.list.order?.name == first.browser.list.order?.name && next.browser.list.order != nil)
    #expect(next.browser.page.id == first.browser.page.id && next.browser.page.showsAll)
    #expect(next.screen == first.screen)
    // A query takes precedence.
    #expect(try session(place, "emma").browser.list.order == nil)
    #expect(try String(decoding: state.read("shelf/browser"), as: UTF8.self).split(separator: "\n").count == 1)
  }

  @Test func allViewsComeBack() throws {
    library["shelf.yaml"] = "format: 1\nname: Small\nfilters:\n  - name: the best\n    query: rating:5\n"
    var browser = try session(nil).browser
    for _ in 0..<100 {
      let view = browser.views.current
      #expect(LibraryView(view.text) == (view.text.isEmpty ? nil : view))
      let again = try session(browser.place).browser
      #expect(again.views.current == view || view == .filters, "\(view)")
      if view != .filters { #expect(again.list.records.map(\.id) == browser.list.records.map(\.id), "\(view)") }
      browser.focus = .views
      browser.move(1)
      if browser.views.current == view { break }
    }
  }

  /// The sidebar shows the row of a condition only after its records have been counted.
  @Test func aViewWithoutARowComesBack() throws {
    let view = LibraryView.condition(.book, .next)
    let session = try session(BrowserPlace(view: view.text))
    #expect(session.browser.list.view == view)
    session.take(.counted(session.browser.services.counts(in: session.browser.library)))
    #expect(session.browser.list.view == view)
  }

  @Test(arguments: [
    "", "kind", "kind nothing", "state book nonsense", "rating book 99999999999999999999", "name book genre x",
    "name book genre e0000009-0000-4000-8000-000000000000", "condition genre lent", "filter gone", "problems",
    "names quote genre",
  ])
  func aForeignPlaceIsNone(_ view: String) throws {
    let id = RecordID(high: 1, low: 2)
    let place = BrowserPlace(view: view, order: "nothing:desc", record: id, left: -5, right: .max)
    let browser = try session(place).browser
    let usual = try session(nil).browser
    #expect(browser.list.view == usual.list.view && browser.list.order == nil)
    #expect(browser.list.current?.id == usual.list.current?.id)
  }

  @Test func aDamagedFileIsNone() throws {
    let root = library.root
    for bytes in [
      Array("\(root)\t\(root)\n\(root)\n\t\t\t\n".utf8), [0xFF, 0x00, 0x0A],
      [UInt8](repeating: 0x61, count: StateFile.limit + 1),
    ] {
      try state.write("shelf/browser", bytes)
      #expect(places?.place(of: root) == nil)
      places?.save(BrowserPlace(view: "overview"), of: root)
      #expect(places?.place(of: root) == BrowserPlace(view: "overview"))
    }
  }

  @Test func theFileStaysSmall() throws {
    for number in 0..<60 { places?.save(BrowserPlace(view: "overview"), of: "/library/\(number)") }
    places?.save(BrowserPlace(view: "filter a\tb"), of: library.root)
    places?.save(BrowserPlace(view: "filter " + String(repeating: "x", count: 5000)), of: library.root)
    let lines = try String(decoding: state.read("shelf/browser"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 50 && lines.last?.hasPrefix("/library/59\t") == true)
    #expect(places?.place(of: "/library/9") == nil && places?.place(of: "/library/10") != nil)
  }
}

/// The bottom line shows the number of files with uncommitted changes.
struct BrowserGitTests {
  private let library: TestLibrary
  private let inbox = BrowserInbox()

  init() throws { library = try TestLibrary() }

  /// Waits for the next count of files.
  private func next() throws -> Int? {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      for case .uncommitted(let count) in inbox.take() { return count }
      usleep(5000)
    }
    Testing.Issue.record("nothing was counted")
    return nil
  }

  @Test func uncommittedFilesAreCounted() throws {
    library.useGit()
    try library.git("init", "--quiet")
    let git = BrowserGit(library.root, library.context().liveHost, inbox)
    git.begin()
    #expect(try next() == SmallLibrary.files.count { $0.key.hasSuffix(".yaml") })
    try library.commit("Begin")
    #expect(try next() == 0)
    library[SmallLibrary.dune]?.replace("rating: 5", with: "rating: 2")
    library["books/new.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: New\n"
    git.count()
    #expect(try next() == 2)
    try library.commit("More")
    #expect(try next() == 0)
    library.writeProgramAsMonitor()
    library[SmallLibrary.dune]?.replace("rating: 2", with: "rating: 3")
    git.count()
    #expect(try next() == 1)
    #expect(library["ran"] == nil)
  }

  @Test func theNumberIsOnTheBottomLine() throws {
    let session = try BrowserSession(library, columns: 110, rows: 30)
    let before = session.bottom
    session.take(.uncommitted(0))
    #expect(session.bottom == before)
    session.take(.uncommitted(3))
    #expect(session.bottom.hasSuffix("records · 3 uncommitted"), "\(session.bottom)")
    session.take(.resized(.init(columns: 80, rows: 24)))
    #expect(session.bottom.hasSuffix("  3 uncommitted") || session.bottom.hasSuffix("records · 3 uncommitted"))
    session.take(.uncommitted(nil))
    session.take(.resized(.init(columns: 110, rows: 30)))
    #expect(session.bottom == before)
  }
}

extension TestLibrary {
  /// Configures a program in several of the repository's settings. If git ran the program, it would create the file
  /// `ran`.
  fileprivate func writeProgramAsMonitor() {
    self[".git/monitor"] = "#!/bin/sh\ntouch '\(root)/ran'\n"
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root + "/.git/monitor")
    for name in ["core.fsmonitor", "filter.x.clean", "diff.external", "diff.x.textconv"] {
      _ = try? git("config", name, root + "/.git/monitor")
    }
    self[".git/info/attributes"] = "*.yaml filter=x diff=x\n"
  }
}
