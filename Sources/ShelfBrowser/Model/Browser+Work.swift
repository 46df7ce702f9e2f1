import ShelfForms
import ShelfTerminal

/// A request that is being done, or waits for its turn.
struct Work {
  let request: BrowserRequest
  /// What was filled in and is being saved: it opens again if that is refused.
  let saving: Mode?
  /// How often it was tried in vain because another program had the library.
  var tries = 0
}

/// What came of a request while the user was doing something else, and is shown when that is done.
enum DeferredOutcome {
  case reopen(Mode, String)
  /// A field that was being saved was changed by someone else meanwhile.
  case overtaken(FieldEdit, String)
  case ask(String, BrowserRequest, [StyledText], Mode?)
  case offer(String, [(key: String, words: String, request: BrowserRequest)])
  case page(TextPage)
  /// What was being typed when an earlier browser ended.
  case kept(TypedText)
}

/// Deeds are done one after the other, away from the keys, which go on meanwhile.
extension Browser {
  /// How often a change is tried while another program has the library; with a tenth of a second in between, this is as
  /// long as a command waits.
  static let mostTries = 50
  /// More requests than this do not wait for their turn.
  static let mostWork = 8

  /// Puts the requests among some effects in a row, and returns what is to be done at once.
  mutating func begin(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      guard case .perform(let request) = effect else { return true }
      if case .sync = request { return true }
      let saving = self.saving
      self.saving = nil
      if work.count >= Browser.mostWork {
        note = ("too much is waiting to be saved; this was not done", true)
        if let saving { reopen(saving, "not saved yet; save it again in a moment") }
        return false
      }
      work.append(Work(request: request, saving: saving))
      return work.count == 1
    }
  }

  /// Takes a request out of the row that has come to an end, and returns what was being saved by it.
  mutating func end() -> Mode? {
    isHeld = false
    return work.isEmpty ? nil : work.removeFirst().saving
  }

  /// Returns what comes next in the row; when nothing is left, leaves if the user wanted that.
  mutating func goOn(isDone: Bool) -> [Effect] {
    if !isDone { leavesAfter = false }
    if let next = work.first { return isHeld ? [] : [.perform(next.request)] }
    let isLeaving = leavesAfter
    leavesAfter = false
    return isLeaving ? [.quit] : []
  }

  /// Has a change wait: the library is another program's for the moment.
  mutating func hold(_ holder: String) -> [Effect] {
    guard !work.isEmpty else { return [] }
    work[0].tries += 1
    if work[0].tries > Browser.mostTries {
      return take(
        .outcome(.refused("another program is still changing the library (\(holder)); nothing was changed")))
    }
    isHeld = true
    note = ("another program is changing the library (\(holder)); waiting for it … Esc gives up", false)
    return []
  }

  /// Tries again what waits; says that something is being done if it takes its time.
  mutating func tick() -> [Effect] {
    guard let first = work.first else { return [] }
    if isHeld {
      isHeld = false
      return [.perform(first.request)]
    }
    if note == nil {
      note = ("working …", false)
      noteTopic = .working
    }
    return []
  }

  /// Gives up waiting for another program; what was filled in opens again.
  mutating func stopWaiting() -> [Effect] { take(.outcome(.refused("nothing was changed"))) }

  /// Returns whether a key has to wait too: whatever changes something, or leaves.
  func waits(_ action: Action) -> Bool { isHeld && action.group != .moving && action != .help }

  // MARK: - Deferred outcomes

  /// Shows what came of a request, at once if nothing else is open.
  mutating func show(_ outcome: DeferredOutcome) {
    switch mode {
    case .panes: open(outcome)
    case .text(let page):
      if case .page(var new) = outcome {
        if !page.links.isEmpty { new.below = [page] }
        mode = .text(new)
      } else {
        open(outcome)
      }
    default: deferred.append(outcome)
    }
  }

  /// Shows what has waited until nothing else is open.
  mutating func showDeferred() {
    if case .panes = mode, !deferred.isEmpty { open(deferred.removeFirst()) }
  }

  private mutating func open(_ outcome: DeferredOutcome) {
    switch outcome {
    case .reopen(let saving, let reason):
      reopen(saving, reason)
      note = (reason, true)
    case .overtaken(var edit, let reason):
      edit.follow(library)
      // It may have been changed back by now.
      if let theirs = edit.theirs { ask(about: edit, theirs) } else { open(.reopen(.field(edit), reason)) }
    case .ask(let question, let request, let text, let saving):
      asked = saving
      ask(question, request, text: text)
    case .offer(let reason, let offers):
      let items = offers.map { ChoiceMenu.Item(key: $0.key, label: StyledText($0.words), choice: .perform($0.request)) }
      mode = .menu(
        ChoiceMenu(
          title: "", text: [StyledText(reason, .bold)],
          items: items + [ChoiceMenu.Item(key: "n", label: StyledText("Leave it as it is"), choice: .nothing)],
          cursor: items.count))
    case .page(let page): mode = .text(page)
    case .kept(let text): offer(text)
    }
  }
}
