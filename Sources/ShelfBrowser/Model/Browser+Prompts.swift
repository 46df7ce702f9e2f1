import ShelfModel
import ShelfTerminal
import ShelfText

/// The prompts on the bottom line.
extension Browser {
  mutating func prompt() {
    let field = TextField(history: commands, opensList: true, complete: services.completeCommand)
    mode = .prompt(PromptLine(purpose: .command, label: ":", field: field))
  }

  mutating func handle(_ key: Key, _ prompt: PromptLine) -> [Effect] {
    var prompt = prompt
    // Escape closes an empty prompt at once, even while it lists completions.
    if key == .escape, prompt.field.text.isEmpty, !prompt.field.hasChosen {
      mode = .panes
      return []
    }
    // A typed character replaces the suggestion; after any other key, the suggestion can be edited.
    if prompt.isSuggested, case .text = key { prompt.field = TextField() }
    if key != .enter { prompt.isSuggested = false }
    switch prompt.field.take(key) {
    case .done(let text):
      mode = .panes
      // Keeps the input, so that the prompt reopens with it if the request is refused.
      if prompt.purpose != .command { inputToSave = .prompt(prompt) }
      let text = text.trimmed
      if text.isEmpty {
        inputToSave = nil
        return []
      }
      switch prompt.purpose {
      case .command:
        commands.removeAll { $0 == text }
        commands.append(text)
        if ["q", "quit", "exit"].contains(text) { return quit() }
        return [.terminal([text], waits: true)]
      case .newFilter:
        inputToSave = nil
        list.search(text, library, services)
        choose()
        if list.problem == nil { saveFilter() }
      case .filter(let query):
        let request = BrowserRequest.saveFilter(name: text, query: query)
        if let known = library.manifest.filters.first(where: { $0.isCalled(text) }) {
          inputBehindPrompt = inputToSave
          inputToSave = nil
          ask("Replace the filter “\(known.name)”: \(known.text)?", request)
          return []
        }
        return [.perform(request)]
      case .renameFilter(let old):
        if old == text { inputToSave = nil }
        return old == text ? [] : [.perform(.renameFilter(old, to: text))]
      case .lend(let id): return [.perform(.lend(id, to: text))]
      case .borrow(let id): return [.perform(.borrow(id, from: text))]
      case .renew(let id): return [.perform(.renew(id, until: text))]
      case .progress(let id): return setProgress(text, of: id, prompt)
      case .goal(let year): return [.perform(.setGoal(year: year, text))]
      case .queryOfFilter(let name): return [.perform(.saveFilter(name: name, query: text))]
      }
    case .cancelled: mode = .panes
    // Backspace in an empty prompt closes it, as in vi and less.
    case .ignored where key == .backspace && prompt.field.text.isEmpty: mode = .panes
    default: mode = .prompt(prompt)
    }
    return []
  }
}
