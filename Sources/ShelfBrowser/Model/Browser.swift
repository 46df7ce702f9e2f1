import ShelfDoctor
import ShelfForms
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The browser: state and message to state and effects.
///
/// It knows neither a terminal nor a clock, so a test can press keys and compare screens; its caller carries out the
/// effects, and tells it what came of them.
package struct Browser {
  package private(set) var library: Library
  package internal(set) var space: Space
  var services: BrowserServices
  package internal(set) var focus = Pane.list
  var views = ViewsPane()
  var list = ListPane()
  var page = PagePane()
  var mode = Mode.panes
  /// What was done last, or could not be done.
  var note: (text: String, isWrong: Bool)? { didSet { noteTopic = nil } }
  /// What the note is about, if it goes when that changes.
  var noteTopic: NoteTopic?

  /// What a note may be about that is true for a while only.
  enum NoteTopic {
    /// That something is being done.
    case working
    /// That doctor finds nothing wrong.
    case noProblems
  }

  /// Why the library cannot be read any longer; nil if it can.
  var unreadable: String?
  /// The errors and warnings of doctor; nil until it has looked.
  var findings: [Finding]?
  /// How many notes doctor has beside them.
  var remarkCount = 0
  /// How wide the user made the panes at the sides.
  var widths: (left: Int?, right: Int?) = (nil, nil)
  /// The edge that is being dragged: of the left or of the right pane.
  var drag: Pane?
  /// Where and on what the mouse was pressed last, for double clicks.
  var lastPress: (row: Int, column: Int)?
  /// The commands that were typed.
  var commands: [String] = []
  /// The overview, made for a width of the library as it is.
  var overview: (width: Int, lines: [OverviewLine])?
  var overviewTop = 0
  /// What is chosen in the overview; nil until the user chooses.
  var overviewTarget: OverviewLine.Target?
  /// What was filled in and is to be saved by the request that follows.
  var saving: Mode?
  /// What was filled in and is asked about: it opens again if the answer is no.
  var asked: Mode?
  /// The record that the list had chosen before a search.
  var searchPlace: RecordID?
  /// The problems that a menu was opened from, to which it leads back.
  var problemsBelow: ProblemList?
  /// A field that waits for the answer whose value is to count.
  var waiting: FieldEdit?
  /// Fields that were filled in and whose records were deleted before they were saved: each opens again when its record is
  /// back.
  var stranded: [FieldEdit] = []
  /// What the synchronizing that is going on has said.
  var syncLines: [StyledText] = []
  /// The requests that were begun: the first one is being done, the others wait for their turn.
  var work: [Work] = []
  /// Whether the first one waits for another program to be done with the library.
  var isHeld = false
  /// Whether the user wanted to leave, which waits for what is being saved.
  var leavesAfter = false
  /// What came of requests while something else was open.
  var deferred: [DeferredOutcome] = []
  /// The columns of the list, made for its records in a width.
  private(set) var table: ListTable?

  package init(_ library: Library, query: String = "", space: Space, services: BrowserServices) {
    self.library = library
    self.space = space
    self.services = services
    views.update(library, services.look, problems: 0)
    list.show(views.current, library, services)
    if !query.isEmpty { list.search(query, library, services) }
    choose()
    lay(isNew: true)
  }

  var keys: KeyMap { services.keys }

  /// Whether something is being done, so that the time that it takes matters.
  package var isWaiting: Bool { !work.isEmpty }

  var problemCount: Int { findings?.count ?? 0 }

  var layout: PaneLayout { PaneLayout(space, focus: focus, left: widths.left, right: widths.right) }

  /// The records that keys act on: what is marked, or else what is chosen in the pane that has the keys.
  ///
  /// Beside a record that is shown as a whole, every key means that record, whatever is marked.
  var chosen: [Record] {
    if focus != .page, !list.markedShown.isEmpty { return list.markedShown }
    return single.map { [$0] } ?? []
  }

  /// The record that keys for a single one act on: what is chosen in the pane that has the keys.
  var single: Record? {
    switch focus {
    case .page: return page.id.flatMap { library.record($0) }
    case .list: return list.view == .overview ? overviewRecord : list.current
    case .views:
      // A genre or a tag is a record as well.
      if case .name(_, _, let id) = views.current { return library.record(id) }
      return nil
    }
  }

  /// How many records the keys mean beside the one that is chosen; 0 where they mean that one.
  var markedCount: Int { focus == .page ? 0 : list.markedShown.count }

  // MARK: - Messages

  package mutating func take(_ message: Message) -> [Effect] {
    defer {
      showDeferred()
      lay(isNew: false)
    }
    switch message {
    case .key(let key): return begin(take(key))
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
      // What was said of them before is not true any longer.
      if problemCount > 0, noteTopic == .noProblems { note = nil }
      views.update(library, services.look, problems: problemCount)
      if problemCount == 0, list.view == .problems { showView() }
      if case .problems(var problems) = mode {
        problems.cursor = max(0, min(problems.cursor, problemCount - 1))
        // Where none is left there is nothing to look at.
        mode = problemCount > 0 ? .problems(problems) : .panes
      }
    case .counted(let counts): views.take(counts, library, services.look, problems: problemCount)
    case .outcome(let outcome): return take(outcome)
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
      if let said = note, !list.query.isEmpty, list.current?.id != id {
        note = (said.text + " · the search does not find it", said.isWrong)
      }
    case .unreadable(let text): unreadable = text
    }
    return []
  }

  /// Takes another state of the library; places, marks and what is being typed stay.
  private mutating func replace(_ library: Library) {
    let name = list.view.renamed(from: self.library, to: library)
    let isAtView = views.current == list.view
    self.library = library
    unreadable = nil
    overview = nil
    views.update(library, services.look, problems: problemCount)
    if let name, isAtView { views.go(to: name, library, services.look, problems: problemCount) }
    list.replace(library, services, as: name)
    // What is deleted cannot be looked at; its neighbour can.
    if !list.view.isThere(library) { list.show(views.current, library, services) }
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
      show(.reopen(.field(edit), "the \(edit.kind.singular) is back; this is not saved yet"))
    }
    lay(isNew: true)
  }

  private mutating func take(_ outcome: BrowserRequest.Outcome) -> [Effect] {
    if case .synchronized(let failure, let obstacle) = outcome {
      endSync(failure, obstacle)
      return []
    }
    let saving = end()
    if noteTopic == .working { note = nil }
    var isDone = false
    switch outcome {
    case .done(let text, let canUndo):
      let key = canUndo ? keys.name(of: .undo) : nil
      note = (text + (key.map { " · \($0) takes it back" } ?? ""), false)
      isDone = true
    case .refused(let text):
      note = (text, true)
      // What the user has typed is not lost because it cannot be written.
      if let saving { show(.reopen(saving, text)) }
    case .overtaken(let text):
      if case .field(let edit) = saving { show(.overtaken(edit, text)) } else { note = (text, true) }
    case .page(let title, let lines, let links):
      var page = TextPage(title: title, lines: lines)
      page.links = links
      show(.page(page))
      isDone = true
    case .asks(let question, let request): show(.ask(question, request, [], saving))
    case .offers(let reason, let offers): show(.offer(reason, offers))
    case .asksAbout(let question, let lines, let request): show(.ask(question, request, lines, saving))
    case .synchronized: break
    }
    return goOn(isDone: isDone)
  }

  /// Asks a question that is answered with yes or no.
  ///
  /// - Parameter text: what the question is about, shown below it.
  mutating func ask(_ question: String, _ request: BrowserRequest, text: [StyledText] = []) {
    mode = .menu(
      ChoiceMenu(
        title: "", text: [StyledText(question, .bold)] + text,
        items: [
          ChoiceMenu.Item(key: "y", label: StyledText("Yes"), choice: .perform(request)),
          ChoiceMenu.Item(key: "n", label: StyledText("No"), choice: .nothing),
        ], cursor: 1))
  }

  // MARK: - Places

  /// Shows the record that the list has chosen.
  mutating func choose() { page.show(list.view == .overview ? overviewRecord?.id : list.current?.id) }

  /// Shows the view that has been chosen.
  mutating func showView() {
    list.show(views.current, library, services)
    overviewTop = 0
    choose()
  }

  /// Makes the lines of the pane on the right, and moves the panes so that the cursors are seen.
  private mutating func lay(isNew: Bool) {
    let layout = layout
    if list.view == .overview, let area = layout.inner(.list), overview?.width != area.columns - 2 {
      overview = (area.columns - 2, services.overview(library, width: max(16, area.columns - 2)))
      if focus != .page { choose() }
    }
    // Where a pane is not shown, its lines are still what keys move in.
    let width = layout.inner(.page)?.columns ?? max(8, space.columns - 2)
    page.lay(library, width: max(8, width - 2), services.look, services.today, isNew: isNew)
    func top(_ top: Int, _ cursor: Int, _ count: Int, _ height: Int) -> Int {
      let top = max(min(top, cursor), cursor - height + 1)
      return max(0, min(top, max(0, count - height)))
    }
    // What is chosen is seen above what is said in several lines.
    let covered = max(0, noteLines.count - (layout.isFramed ? 2 : 1))
    let rows = max(1, (layout.inner(.list)?.rows ?? max(1, space.rows - 3)) - covered)
    views.top = top(views.top, views.cursor, views.rows.count, layout.inner(.views)?.rows ?? rows)
    list.top = top(list.top, list.cursor, list.records.count, max(1, rows - listHeader))
    page.top = top(page.top, page.cursor, page.lines.count, layout.inner(.page)?.rows ?? rows)
    if list.view.isList, let area = layout.inner(.list) {
      let key = ListTable.Key(list, width: area.columns - 3)
      if table?.key != key { table = ListTable(list, key, library, services) }
    }
  }

  /// How many lines are above the records of the list.
  var listHeader: Int {
    let rows = layout.inner(.list)?.rows ?? 4
    return (rows >= 5 ? 1 : 0) + (isSearching ? 1 : 0) + problemLines.count
  }

  /// What is wrong with the query, in as many lines as there is room for.
  var problemLines: [String] {
    // What completes a term is on its way to a right one.
    if case .search(let field, _) = mode, field.isChoosing { return [] }
    guard let problem = list.problem, let area = layout.inner(.list), area.rows >= 4 else { return [] }
    return Array(WordWrap.lines(VisibleText.line(problem), width: max(8, area.columns - 2)).prefix(area.rows / 4))
  }

  /// Whether the line of the search is shown.
  var isSearching: Bool {
    if case .search = mode { true } else { !list.query.isEmpty && list.view.isList }
  }
}
