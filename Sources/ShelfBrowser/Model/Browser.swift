import ShelfDoctor
import ShelfForms
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The state of the browser, and the function that advances it: state + message → state + effects.
///
/// The driver (`BrowserTerminal`) turns everything that happens into a `BrowserMessage`: a key, a new terminal size, a
/// new snapshot of the library, the outcome of a request. `handle(_:)` updates the state and returns `Effect`s, which
/// the driver carries out; a result comes back as another message. `BrowserView` then renders the state to a `Screen`,
/// and `ScreenUpdate` writes the cells that have changed. Nothing here depends on a terminal, a file or a thread, so a
/// test can press keys and compare screens.
///
/// The base layer is three panes: the views on the left, the list of records in the middle, the page of one record on
/// the right. Moving the cursor in a pane updates the panes to its right: choosing a view fills the list, and the page
/// shows the list's current record. `mode` is what has opened over the panes, such as a menu, a form or a text page; it
/// receives the keys first.
///
/// A key that changes the library does not touch `library`. It returns a `BrowserRequest`, which joins the queue in
/// `work`; `BrowserWorker` carries it out on another thread and sends the new snapshot and the outcome. Other programs
/// may change the same files at any time: each snapshot replaces the last one while cursor, marks and unsaved input
/// stay. If the value of a field has changed while its editor is open, the editor asks which value to keep before it
/// saves. The rule throughout is that no typed text is lost: input reopens later if it was refused, if another change
/// overtook it, or if its record was deleted (`inputToSave`, `inputBehindPrompt`, `conflictedEdit`, `stranded`), and
/// `typed` is what the driver writes to disk as a draft.
package struct Browser {
  package private(set) var library: Library
  package internal(set) var space: Space
  var services: BrowserServices
  package internal(set) var focus = Pane.list
  var views = ViewsPane()
  var list = ListPane()
  var page = PagePane()
  var mode = Mode.panes
  /// The note on the bottom line: the result of the last action, or the reason why it failed.
  var note: (text: String, isWrong: Bool)? { didSet { noteTopic = nil } }
  /// The condition that the note reports, or nil if the note should not disappear when the condition ends.
  var noteTopic: NoteTopic?

  /// A temporary condition that a note can report.
  enum NoteTopic {
    /// A request is in progress.
    case working
    /// doctor has found no problems.
    case noProblems
  }

  /// The reason why the library can no longer be read, or nil if it can.
  var unreadable: String?
  /// doctor's errors and warnings, or nil until its first run is complete.
  var findings: [Finding]?
  /// The records with errors or warnings.
  private(set) var troubled: Set<RecordID> = []
  /// The number of files with uncommitted changes, or nil if it is not known or there is no git repository.
  var uncommittedCount: Int?
  /// The number of notes from doctor; `findings` does not include them.
  var remarkCount = 0
  /// The widths that the user has dragged the side panes to, in columns; nil means the default.
  var widths: (left: Int?, right: Int?) = (nil, nil)
  /// The side pane whose edge is being dragged.
  var drag: Pane?
  /// The cell of the last mouse press, for recognizing double clicks.
  var lastPress: (row: Int, column: Int)?
  /// The history of the command prompt, oldest first.
  var commands: [String] = []
  /// The overview as laid out for a certain width, or nil if the library or the width has changed since.
  var overview: (width: Int, lines: [OverviewLine])?
  var overviewTop = 0
  /// The entry chosen in the overview, or nil until the user chooses one.
  var overviewTarget: OverviewLine.Target?
  /// The editor or form whose input the next request will save.
  var inputToSave: Mode?
  /// The editor or form behind a confirmation prompt. It reopens if the user answers no.
  var inputBehindPrompt: Mode?
  /// The last search, which the search line offers again.
  var lastSearch = ""
  /// The current record when the search was opened; canceling the search returns to it.
  var searchPlace: RecordID?
  /// The problem list to return to when a repair menu closes.
  var problemsBelow: ProblemList?
  /// The field editor that is hidden behind an open conflict menu.
  var conflictedEdit: FieldEdit?
  /// The field editor that is hidden behind an open menu about its deleted record.
  var deletedEdit: FieldEdit?
  /// Unsaved field editors whose records were deleted by another program. Each reopens when its record is restored.
  var stranded: [FieldEdit] = []
  /// The output of the running synchronization so far.
  var syncLines: [StyledText] = []
  /// The queue of requests: the first one is in progress, and the others wait.
  var work: [Work] = []
  /// Whether the first request is waiting for another program to release the library's lock.
  var isHeld = false
  /// Whether to quit once the queue is empty.
  var leavesAfter = false
  /// Outcomes that arrived while something was open over the panes.
  var deferred: [DeferredOutcome] = []
  /// The column layout of the list, for its current records and width.
  private(set) var table: ListTable?

  /// - Parameter place: the place of the last session, which is ignored if there is a query.
  package init(
    _ library: Library, query: String = "", space: Space, services: BrowserServices, place: BrowserPlace? = nil
  ) {
    self.library = library
    self.space = space
    self.services = services
    views.update(library, services.look, problems: 0)
    if query.isEmpty, let place {
      restore(place)
    } else {
      list.show(views.current, library, services)
      if !query.isEmpty { list.search(query, library, services) }
    }
    lastSearch = query
    choose()
    lay(isNew: true)
  }

  var keys: KeyMap { services.keys }

  /// Whether a request is in progress, so that the driver must send ticks.
  package var isWaiting: Bool { !work.isEmpty }

  var problemCount: Int { findings?.count ?? 0 }

  var layout: PaneLayout {
    PaneLayout(space, focus: focus, left: widths.left, right: widths.right, needs: needs)
  }

  /// The widths that the panes need.
  private var needs: PaneLayout.Needs {
    guard list.view.isList, let table else { return PaneLayout.Needs(views: views.width) }
    return PaneLayout.Needs(views: views.width, list: table.wanted, page: table.pageWidth)
  }

  /// The records that keys act on: the marked ones, or else the one chosen in the focused pane.
  ///
  /// When the page has the focus, every key acts on its record and ignores the marks.
  var chosen: [Record] {
    if focus != .page, !list.markedShown.isEmpty { return list.markedShown }
    return single.map { [$0] } ?? []
  }

  /// The record that single-record keys act on: the one chosen in the focused pane.
  var single: Record? {
    switch focus {
    case .page: return page.id.flatMap { library.record($0) }
    case .list: return list.view == .overview ? overviewRecord : list.current
    case .views:
      // Genres and tags in the views pane are also records.
      if case .name(_, _, let id) = views.current { return library.record(id) }
      return nil
    }
  }

  /// The number of marked records that keys act on, or 0 if keys act on the chosen record instead.
  var markedCount: Int { focus == .page ? 0 : list.markedShown.count }

  // MARK: - Messages

  package mutating func handle(_ message: BrowserMessage) -> [Effect] {
    defer {
      showDeferred()
      lay(isNew: false)
    }
    switch message {
    case .key(let key): return begin(handle(key))
    case .tick: return tick()
    case .held(let holder): return hold(holder)
    case .kept(let text): show(.kept(text))
    case .resized(let space):
      self.space = space
      overview = nil
    case .library(let library): replace(library)
    case .sorted(let sorted): if sorted.isSorted(library) { list.take(sorted) }
    case .findings(let findings):
      remarkCount = findings.count { $0.severity == .note }
      self.findings = findings.filter { $0.severity != .note }
      troubled = Set(self.findings?.compactMap { $0.record?.id } ?? [])
      // A “no problems” note is now false.
      if problemCount > 0, noteTopic == .noProblems { note = nil }
      views.update(library, services.look, problems: problemCount)
      if problemCount == 0, list.view == .problems { showView() }
      if case .problems(var problems) = mode {
        problems.cursor = max(0, min(problems.cursor, problemCount - 1))
        // Closes the list once the last problem has been fixed, because the list would be empty.
        mode = problemCount > 0 ? .problems(problems) : .panes
      }
    case .counted(let counts):
      views.take(counts, library, services.look, problems: problemCount)
      if case .condition = list.view { views.go(to: list.view, library, services.look, problems: problemCount) }
    case .uncommitted(let count): uncommittedCount = count
    case .outcome(let outcome): return handle(outcome)
    case .progress(let lines):
      if case .text(var page) = mode, page.isGrowing {
        page.lines += lines
        page.top = max(0, page.lines.count - TextPage.height(space))
        mode = .text(page)
      }
      syncLines += lines
    case .edited(let text): takeEdited(text)
    case .made(let id):
      list.go(to: id)
      if focus != .page { choose() }
      let isOfList = library.record(id).map { $0.kind == list.kind } ?? false
      if let said = note, isOfList, !list.query.isEmpty, list.current?.id != id {
        note = (said.text + " · not in the search results", said.isWrong)
      }
    case .unreadable(let text): unreadable = text
    }
    return []
  }

  /// Replaces the snapshot of the library, and keeps cursors, marks and unsaved input.
  private mutating func replace(_ library: Library) {
    let name = list.view.renamed(from: self.library, to: library)
    let isAtView = views.current == list.view
    let onPage = page.id.flatMap { self.library.record($0) }
    self.library = library
    unreadable = nil
    overview = nil
    views.update(library, services.look, problems: problemCount)
    if let name, isAtView { views.go(to: name, library, services.look, problems: problemCount) }
    list.replace(library, services, as: name)
    // A deleted record cannot stay on the page, so the page shows a neighboring record of the list.
    if !list.view.exists(in: library) { list.show(views.current, library, services) }
    if page.hasTrail || focus == .page {
      if page.id.flatMap({ library.record($0) }) == nil { choose() }
    } else {
      choose()
    }
    if case .field(var edit) = mode {
      edit.follow(library)
      mode = .field(edit)
    }
    if let index = stranded.firstIndex(where: { !isGone($0) }) {
      var edit = stranded.remove(at: index)
      edit.follow(library)
      show(.reopen(.field(edit), "the \(edit.kind.singular) has been restored; this is not saved yet"))
    }
    followBroken(onPage)
    lay(isNew: true)
  }

  private mutating func handle(_ outcome: BrowserRequest.Outcome) -> [Effect] {
    if case .synchronized(let failure, let obstacle) = outcome {
      endSync(failure, obstacle)
      return []
    }
    let inputToSave = removeCompleted()
    if noteTopic == .working { note = nil }
    var isDone = false
    switch outcome {
    case .done(let text, let canUndo):
      let key = canUndo ? keys.name(of: .undo) : nil
      note = (asKeys(text) + (key.map { " · \($0) undoes this" } ?? ""), false)
      isDone = true
    case .refused(let text):
      note = (asKeys(text), true)
      // A refused request must not lose typed text, so its editor opens again.
      if let inputToSave { show(.reopen(inputToSave, asKeys(text))) }
    case .overtaken(let text):
      if case .field(let edit) = inputToSave { show(.overtaken(edit, text)) } else { note = (text, true) }
    case .page(let title, let lines, let links):
      var page = TextPage(title: title, lines: lines)
      page.links = links
      show(.page(page))
      isDone = true
    case .asks(let question, let request): show(.ask(question, request, [], inputToSave))
    case .offers(let reason, let offers): show(.offer(reason, offers))
    case .asksAbout(let question, let lines, let request): show(.ask(question, request, lines, inputToSave))
    case .synchronized: break
    }
    return startNext(isDone: isDone)
  }

  /// Asks a yes-or-no question, with “no” preselected.
  ///
  /// - Parameter text: details shown below the question.
  mutating func ask(_ question: String, _ request: BrowserRequest, text: [StyledText] = []) {
    mode = .menu(
      ChoiceMenu(
        title: "", text: [StyledText(question, .bold)] + text,
        items: [
          ChoiceMenu.Item(key: "y", label: StyledText("Yes"), choice: .perform(request)),
          ChoiceMenu.Item(key: "n", label: StyledText("No"), choice: .nothing),
        ], cursor: 1))
  }

  // MARK: - Layout

  mutating func choose() { page.show(list.view == .overview ? overviewRecord?.id : list.current?.id) }

  /// Shows the view under the cursor of the views pane in the list.
  mutating func showView() {
    list.show(views.current, library, services)
    overviewTop = 0
    choose()
  }

  /// Lays out the page and the list's columns, and scrolls all panes so that their cursors are visible.
  ///
  /// - Parameter isNew: whether the library has changed, so that the page must be rebuilt.
  private mutating func lay(isNew: Bool) {
    layTable()
    let layout = layout
    if list.view == .overview, let area = layout.inner(.list), overview?.width != area.columns - 2 {
      overview = (area.columns - 2, services.overview(library, width: max(16, area.columns - 2)))
      if focus != .page { choose() }
    }
    // The page is laid out even if a narrow terminal hides it, because keys still move the cursor through its lines.
    let width = layout.inner(.page)?.columns ?? max(8, space.columns - 2)
    page.lay(library, width: max(8, width - 2), services.look, services.today, isNew: isNew)
    func top(_ top: Int, _ cursor: Int, _ count: Int, _ height: Int) -> Int {
      let top = max(min(top, cursor), cursor - height + 1)
      return max(0, min(top, max(0, count - height)))
    }
    // A multiline note covers the bottom of the list, but must not cover the cursor.
    let covered = max(0, noteLines.count - (layout.isFramed ? 2 : 1))
    let rows = max(1, (layout.inner(.list)?.rows ?? max(1, space.rows - 3)) - covered)
    views.top = top(views.top, views.cursor, views.rows.count, layout.inner(.views)?.rows ?? rows)
    list.top = top(list.top, list.cursor, list.records.count, max(1, rows - listHeader))
    page.top = top(page.top, page.cursor, page.lines.count, layout.inner(.page)?.rows ?? rows)
    showHits(layout)
  }

  /// Lays out the columns of the list. The page gives up as much space as the columns need, so the widths of the panes
  /// are known only afterwards.
  private mutating func layTable() {
    for _ in 0..<2 {
      guard list.view.isList, let area = layout.inner(.list) else { return }
      let key = ListTable.Key(list, width: area.columns - ListTable.margin)
      if table?.key == key { return }
      table = ListTable(list, key, library, services)
    }
  }

  /// The number of lines above the list's records: the search line, the query's problem, the column titles.
  var listHeader: Int {
    let rows = layout.inner(.list)?.rows ?? 4
    return (rows >= 5 ? 1 : 0) + (isSearching ? 1 : 0) + problemLines.count
  }

  /// The error in the query, wrapped, and truncated to a quarter of the pane's height.
  var problemLines: [String] {
    // While completions are open, the term is still unfinished, and an error would be premature.
    if case .search(let field, _) = mode, field.isChoosing { return [] }
    guard let problem = list.problem, let area = layout.inner(.list), area.rows >= 4 else { return [] }
    return Array(WordWrap.lines(VisibleText.line(problem), width: max(8, area.columns - 2)).prefix(area.rows / 4))
  }

  /// Whether the search line is visible.
  var isSearching: Bool {
    if case .search = mode { true } else { !list.query.isEmpty && list.view.isList }
  }
}
