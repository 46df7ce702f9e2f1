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

/// A browser without a terminal, for tests.
///
/// A test sends messages, such as keys, to the `Browser` model and reads the rendered screen as text. A real
/// `BrowserWorker` carries out effects immediately on a library on disk, and the resulting messages are fed back to the
/// model, so the state after `press` is final. If `isSlow` is set, requests are queued until `finish` is called, so
/// that tests can check what happens in the meantime. Effects that need the terminal, such as starting an editor, are
/// only recorded.
final class BrowserSession {
  let library: TestLibrary
  private(set) var browser: Browser
  private let performer: BrowserWorker
  private let fill: (ShelfBrowser.NewRecordForm, Library) -> ShelfBrowser.NewRecordForm
  private let worker: LiveLibrary
  private let inbox = BrowserInbox()
  /// The store of unsaved text.
  var kept: InputDraft { InputDraft(worker.workspace) }
  /// The commands that the browser would have run in the terminal.
  private(set) var commands: [[String]] = []
  private(set) var hasQuit = false
  private(set) var redraws = 0
  /// Whether requests are delayed until `finish` is called.
  var isSlow = false
  /// The delayed requests, oldest first.
  private(set) var begun: [BrowserRequest] = []

  init(
    _ library: TestLibrary, _ query: String = "", columns: Int = 100, rows: Int = 24, settings: Settings = Settings(),
    depth: ColorDepth = .none, place: BrowserPlace? = nil
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
    browser = Browser(read, query: query, space: Space(columns: columns, rows: rows), services: services, place: place)
  }

  /// Presses keys, given by their names.
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

  /// Types a text, character by character.
  @discardableResult func type(_ text: String) -> BrowserSession {
    for letter in text { take(.key(.text(String(letter)))) }
    return self
  }

  /// Carries out a request as if a key had caused it.
  func perform(_ request: BrowserRequest) { for message in performer.perform(request) { take(message) } }

  func take(_ message: BrowserMessage) {
    for effect in browser.handle(message) {
      switch effect {
      case .perform(let request) where isSlow: begun.append(request)
      case .perform(let request): for message in performer.perform(request) { take(message) }
      case .terminal(let words, _): commands.append(words)
      case .quit: hasQuit = true
      case .editText(let text): take(.edited(text + " edited"))
      case .fillForm: browser.fillForm(fill)
      case .forget(let text): InputDraft(worker.workspace).forget(text)
      case .redraw: redraws += 1
      case .suspend: break
      }
    }
  }

  /// Carries out the oldest delayed request.
  func finish() {
    guard !begun.isEmpty else { return }
    for message in performer.perform(begun.removeFirst()) { take(message) }
  }

  /// Makes the browser read files that other programs have changed. If no paths are specified, it reads all files.
  func follow(_ paths: String...) throws {
    var live = worker
    try live.follow(paths.isEmpty ? .anything : .files(Set(paths)))
    performer.take(live.library)
    take(.library(live.library))
  }

  /// Waits until a sync, which runs on another thread, has ended.
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

  /// Runs doctor on the library and passes the findings to the browser.
  func examine() throws {
    let library = try worker.workspace.read()
    let history = DoctorHistory(worker.workspace, library.schema)
    let doctor = DoctorMaker(worker.workspace, library)
      .doctor(worker.workspace.host) { history.answer($0) }
    take(.findings(doctor.findings(in: library, strays: [])))
  }

  /// The index of the selected problem.
  var problemCursor: Int { if case .problems(let problems) = browser.mode { problems.cursor } else { 0 } }

  /// The text on the screen.
  var screen: String { BrowserView.screen(browser).plain + "\n" }

  /// The text of the bottom line.
  var bottom: String {
    screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.map { String($0).trimmed } ?? ""
  }
}
