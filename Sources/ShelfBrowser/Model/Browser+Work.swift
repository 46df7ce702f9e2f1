import ShelfForms
import ShelfTerminal

/// A request that the worker is carrying out, or that is waiting in the queue.
struct Work {
  let request: BrowserRequest
  /// The editor or form whose input the request saves. It reopens if the request is refused.
  let inputToSave: Mode?
  /// The number of attempts that failed because another program held the library's lock.
  var tries = 0
}

/// The result of a request that arrived while the user was busy in an editor, form or menu. It is shown afterwards.
enum DeferredOutcome {
  case reopen(Mode, String)
  /// Another program changed a field while the user's value was being saved.
  case overtaken(FieldEdit, String)
  case ask(String, BrowserRequest, [StyledText], Mode?)
  case offer(String, [(key: String, words: String, request: BrowserRequest)])
  case page(TextPage)
  /// Unsaved input that an earlier browser session left behind.
  case kept(UnsavedInput)
  /// The record on the page, whose file can no longer be read.
  case broken(String, path: String)
}

/// The queue of requests.
///
/// The worker carries out one request at a time on its own thread, so the browser still responds to keys while git or
/// the disk is slow. `begin` appends each request, except a synchronization, which runs in parallel, and starts it if
/// the queue was empty; when its outcome arrives, `removeCompleted` removes it and `startNext` starts the next one. If
/// another program holds the library's lock, the worker does not block: it sends `held`, and the request at the head of
/// the queue is retried at every tick until it succeeds, the user presses Escape, or `maxTries` is reached. If a
/// request is refused, the editor or form that it came from opens again with its input. If something else is open by
/// then, this and every other outcome that needs the user's attention is deferred until the panes are free.
extension Browser {
  /// The number of attempts to make a change while another program holds the lock.
  ///
  /// With 100 ms between attempts, the browser waits as long as a command does.
  static let maxTries = 50
  /// The maximum length of the queue; further requests are rejected.
  static let maxWork = 8

  /// Appends all requests among the effects to the queue, and returns the effects that the driver has to carry out now.
  mutating func begin(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      guard case .perform(let request) = effect else { return true }
      if case .sync = request { return true }
      let inputToSave = self.inputToSave
      self.inputToSave = nil
      if work.count >= Browser.maxWork {
        note = ("too many changes are waiting to be saved; this one was not made", true)
        if let inputToSave { reopen(inputToSave, "not saved yet; save it again in a moment") }
        return false
      }
      work.append(Work(request: request, inputToSave: inputToSave))
      return work.count == 1
    }
  }

  /// Removes the completed request from the queue, and returns the input that it was saving.
  mutating func removeCompleted() -> Mode? {
    isHeld = false
    return work.isEmpty ? nil : work.removeFirst().inputToSave
  }

  /// Returns the effect that starts the next request or, if the queue is empty and the user has asked to quit, the
  /// effect that quits.
  mutating func startNext(isDone: Bool) -> [Effect] {
    if !isDone { leavesAfter = false }
    if let next = work.first { return isHeld ? [] : [.perform(next.request)] }
    let isLeaving = leavesAfter
    leavesAfter = false
    return isLeaving ? [.quit] : []
  }

  /// Schedules another attempt at the current request, because another program holds the library's lock.
  mutating func hold(_ holder: String) -> [Effect] {
    guard !work.isEmpty else { return [] }
    work[0].tries += 1
    if work[0].tries > Browser.maxTries {
      return handle(
        .outcome(.refused("another program is still changing the library (\(holder)); nothing was changed")))
    }
    isHeld = true
    note = ("another program is changing the library (\(holder)); waiting for it … Esc cancels", false)
    return []
  }

  /// Retries a held request, or shows “working …” if the current request takes longer than a tick.
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

  /// Stops waiting for another program's lock. The editor that the request came from opens again.
  mutating func stopWaiting() -> [Effect] { handle(.outcome(.refused("nothing was changed"))) }

  /// Returns whether an action has to wait for a held request: everything except moving around and help.
  func waits(_ action: Action) -> Bool { isHeld && action.group != .moving && action != .help }

  // MARK: - Deferred outcomes

  /// Shows the result of a request now if nothing is open over the panes, and otherwise defers it.
  mutating func show(_ outcome: DeferredOutcome) {
    switch mode {
    case .panes: open(outcome)
    case .text(let page):
      if case .page(var new) = outcome {
        if !page.links.isEmpty { new.below = [page] }
        mode = .text(new)
      } else if case .broken = outcome {
        deferred.append(outcome)
      } else {
        open(outcome)
      }
    default: deferred.append(outcome)
    }
  }

  /// Shows the next deferred outcome if nothing is open over the panes.
  mutating func showDeferred() {
    if case .panes = mode, !deferred.isEmpty { open(deferred.removeFirst()) }
  }

  private mutating func open(_ outcome: DeferredOutcome) {
    switch outcome {
    case .reopen(let inputToSave, let reason):
      reopen(inputToSave, reason)
      note = (reason, true)
    case .overtaken(var edit, let reason):
      edit.follow(library)
      // The other program may have restored the old value by now, which leaves no conflict.
      if let theirs = edit.theirs { ask(about: edit, theirs) } else { open(.reopen(.field(edit), reason)) }
    case .ask(let question, let request, let text, let inputToSave):
      inputBehindPrompt = inputToSave
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
    case .broken(let name, let path): offerBroken(name, path: path)
    }
  }
}
