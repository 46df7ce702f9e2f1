import Foundation
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfTerminal
@testable import ShelfText

/// A browser without a terminal: keys go in, screens come out, and what it wants done is done by the commands.
final class BrowserSession {
  let library: TestLibrary
  private(set) var browser: Browser
  private let performer: BrowserWorker
  private let fill: (ShelfBrowser.NewRecord, Library) -> ShelfBrowser.NewRecord
  private let worker: LiveLibrary
  private let inbox = BrowserInbox()
  /// Where what was typed is kept.
  var kept: KeptText { KeptText(worker.workspace) }
  /// The commands that would have got the terminal.
  private(set) var commands: [[String]] = []
  private(set) var hasQuit = false
  private(set) var redraws = 0
  /// Whether requests take their time: until `finish` is called.
  var isSlow = false
  /// The requests that have been begun and not finished.
  private(set) var begun: [BrowserRequest] = []

  init(
    _ library: TestLibrary, _ query: String = "", columns: Int = 100, rows: Int = 24, settings: Settings = Settings(),
    depth: ColorDepth = .none
  ) throws {
    self.library = library
    library.environment["SHELF_NOW"] = "2026-11-21T10:00:00Z"
    library.environment["SHELF_LIBRARY"] = library.root
    var context = library.context()
    context.settings = settings
    let workspace = try context.workspace()
    let read = try workspace.read()
    worker = LiveLibrary(workspace, read)
    performer = BrowserWorker(context, workspace, read, inbox)
    fill = FormLookup.filling(context)
    var services = try BrowserServices(context)
    services.look.depth = depth
    browser = Browser(read, query: query, space: Space(columns: columns, rows: rows), services: services)
  }

  /// Presses keys by their names.
  @discardableResult func press(_ keys: String...) -> BrowserSession {
    for name in keys {
      guard
        let key = KeyName.key(name)
          ?? (name.hasPrefix("ctrl-") ? .control(name.last ?? "s") : name == "alt-enter" ? .altEnter : nil)
      else {
        Testing.Issue.record("no key is called \(name)")
        continue
      }
      take(.key(key))
    }
    return self
  }

  /// Types a text, letter by letter.
  @discardableResult func type(_ text: String) -> BrowserSession {
    for letter in text { take(.key(.text(String(letter)))) }
    return self
  }

  /// Does what a key of the browser would do.
  func perform(_ request: BrowserRequest) { for message in performer.perform(request) { take(message) } }

  func take(_ message: Message) {
    for effect in browser.take(message) {
      switch effect {
      case .perform(let request) where isSlow: begun.append(request)
      case .perform(let request): for message in performer.perform(request) { take(message) }
      case .terminal(let words, _): commands.append(words)
      case .quit: hasQuit = true
      case .editText(let text): take(.edited(text + " edited"))
      case .fillForm: browser.fillForm(fill)
      case .forget(let text): KeptText(worker.workspace).forget(text)
      case .redraw: redraws += 1
      case .suspend: break
      }
    }
  }

  /// Finishes the request that was begun first.
  func finish() {
    guard !begun.isEmpty else { return }
    for message in performer.perform(begun.removeFirst()) { take(message) }
  }

  /// Has the browser see what others have changed in files.
  func follow(_ paths: String...) throws {
    var live = worker
    try live.follow(paths.isEmpty ? .anything : .files(Set(paths)))
    performer.take(live.library)
    take(.library(live.library))
  }

  /// Waits until synchronizing, which goes on on another thread, has ended.
  @discardableResult func waitForSync() -> BrowserSession {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      for message in inbox.take() {
        take(message)
        if case .outcome(.synchronized) = message { return self }
      }
      usleep(5000)
    }
    Testing.Issue.record("synchronizing does not end")
    return self
  }

  /// Has the library examined.
  func examine() throws {
    let library = try worker.workspace.read()
    let history = DoctorHistory(worker.workspace, library.schema)
    let doctor = DoctorMaker(worker.workspace, library)
      .doctor(worker.workspace.host) { history.answer($0) }
    take(.findings(doctor.findings(in: library, strays: [])))
  }

  /// The problem that is chosen, by its place among all.
  var problemCursor: Int { if case .problems(let problems) = browser.mode { problems.cursor } else { 0 } }

  /// What the screen shows.
  var screen: String { BrowserView.screen(browser).plain + "\n" }

  /// The line at the bottom.
  var bottom: String {
    screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.map { String($0).trimmed } ?? ""
  }
}
