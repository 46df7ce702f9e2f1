import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfWording

extension Browser {
  // MARK: - Filter

  /// Returns the menu of terms that narrow the list, or nil if there are no such terms or the view does not list
  /// records of a single kind.
  func filterMenu() -> ChoiceMenu? {
    guard let kind = list.kind, list.view.isList else { return nil }
    var items: [ChoiceMenu.Item] = []
    let terms = QueryLine.terms(list.query)
    func add(_ label: StyledText, _ term: String) {
      items.append(ChoiceMenu.Item(label: label, isOn: terms.contains(term), choice: .term(term)))
    }
    let schema = library.schema
    for field in schema.fields(of: kind) {
      let label = Wording.label(field.key) + ": "
      switch field.type {
      case .choice(let words):
        for word in words { add(StyledText(label, .dim) + StyledText(Wording.label(word)), "\(field.key):\(word)") }
      case .boolean:
        if case .state(_, let on, let off) = field.look.form {
          add(StyledText(off), "\(field.key):false")
          add(StyledText(on), "\(field.key):true")
        }
      case .rating:
        for stars in [5, 4, 3] {
          let more = stars < Rating.maximum ? StyledText(" and more") : StyledText()
          add(services.look.stars(quarters: stars * 4) + more, "\(field.key):\(stars)..")
        }
        add(StyledText("unrated"), "no:\(field.key)")
      default: break
      }
    }
    if let made = schema.field(.created, of: kind) {
      for (age, words) in [("7d", "a week"), ("1m", "a month"), ("1y", "a year")] {
        add(StyledText("added within \(words)"), "\(made.key):<\(age)")
      }
    }
    if Attributes(of: kind, schema).attribute("modified") != nil {
      add(StyledText("changed within a week"), "modified:<7d")
    }
    if items.isEmpty { return nil }
    if !list.query.isEmpty {
      items.append(ChoiceMenu.Item(key: "x", label: StyledText("no filter", .color(.cyan)), choice: .noTerms))
    }
    return ChoiceMenu(title: "Filter the \(kind.plural)", items: items)
  }

  // MARK: - Sort

  /// Returns the menu of sort orders, or nil if the view does not list records of a single kind.
  func sortMenu() -> ChoiceMenu? {
    guard let kind = list.kind, list.view.isList else { return nil }
    let schema = library.schema
    let usual = usualOrder.map { ": by \(Browser.words(ofOrder: $0))" } ?? ""
    var items = [
      ChoiceMenu.Item(label: StyledText("default order" + usual), isOn: list.order == nil, choice: .usualOrder)
    ]
    func add(_ label: String, _ column: String, _ isDescending: Bool) {
      let name = column + (isDescending ? ":desc" : "")
      items.append(
        ChoiceMenu.Item(
          label: StyledText(label), isOn: list.order?.name == name,
          choice: .order(column: column, isDescending: isDescending)))
    }
    if let made = schema.field(.created, of: kind) {
      add("newest first", made.key, true)
      add("oldest first", made.key, false)
    }
    if Attributes(of: kind, schema).column("modified") != nil {
      add("recently changed first", "modified", true)
      add("least recently changed first", "modified", false)
    }
    for column in Column.all(of: kind, schema) {
      guard case .field(let field) = column.attribute else {
        if case .records(let other) = column.attribute { add("most \(other.plural)", column.key, true) }
        continue
      }
      let isFine =
        !field.isLong && field.type != .id && field.type != .formerIDs && field.type != .timestamp
        && !field.has(.created)
      guard isFine else { continue }
      // The most interesting records come first: the best ratings, the highest priorities, the latest dates.
      add(Wording.label(field.key), column.key, field.type == .rating || field.has(.priority) || field.type == .date)
    }
    return ChoiceMenu(title: "Sort the \(kind.plural) by", items: items, cursor: items.firstIndex(where: \.isOn) ?? 0)
  }

  /// Returns the displayed name of a sort order, such as `rating ↓`.
  static func words(ofOrder order: String) -> String {
    let parts = order.split(separator: ":")
    return Wording.label(String(parts[0])) + (parts.count > 1 ? " ↓" : "")
  }

  /// Sorts the list by a column, or reverses the order if the list is already sorted that way.
  mutating func sort(by column: String, isDescending: Bool) {
    guard let kind = list.kind, let found = Column.named(column, of: kind, library.schema) else { return }
    let name = column + (isDescending ? ":desc" : "")
    let isTurned = list.order?.name == name
    let turned = isTurned ? !isDescending : isDescending
    let order = RecordOrder([RecordOrder.Key(found.attribute, isDescending: turned)])
    list.sort((order, column + (turned ? ":desc" : "")), library, services)
    list.move(to: 0)
    choose()
  }

  // MARK: - States

  mutating func stateMenu() {
    let records = chosen
    guard let kind = records.first?.kind, let field = library.schema.field(.state, of: kind) else {
      note = (records.isEmpty ? "nothing is selected" : "\(records[0].kind.plural) have no state", true)
      return
    }
    let ids = records.filter { $0.kind == kind }.map(\.id)
    let current = records.count == 1 ? records[0].value(of: field)?.text ?? field.defaultText : nil
    let words: [String] =
      if case .choice(let words) = field.type { words } else { field.states?.all.map(\.value) ?? [] }
    var items: [ChoiceMenu.Item] = []
    for word in words {
      let phase = field.states?.phase(of: word)
      let verb = field.states?.all.first { $0.value == word }?.verb
      let label = verb.map { StyledText($0) } ?? StyledText(Wording.heading(Wording.label(word)))
      let request: BrowserRequest =
        phase.map { .state(kind, $0, ids) } ?? .assign(ids, [FieldInput(field.key, .set, word)])
      let letter = label.plain.lowercased().first { letter in !items.contains { $0.key == String(letter) } }
      items.append(
        ChoiceMenu.Item(
          key: letter.map(String.init), label: label + StyledText("  \(Wording.label(word))", .dim),
          isOn: current == word,
          // Choosing the current state does nothing, because finishing a book again would overwrite its end date.
          choice: current == word ? .nothing : .change(request, verb: verb ?? "Change", count: ids.count, kind)))
    }
    items += shelfItems(records.filter { $0.kind == kind }, kind)
    mode = .menu(ChoiceMenu(title: title(of: records), items: items, cursor: items.firstIndex(where: \.isOn) ?? 0))
  }

  private func loanItems(_ records: [Record], _ kind: Kind) -> [ChoiceMenu.Item] {
    let schema = library.schema
    let ids = records.map(\.id)
    let loans = records.map { Loan.all(of: $0, schema) }
    guard records.count == 1 else {
      return loans.contains(where: \.isEmpty) ? [] : [back(ids)]
    }
    var items: [ChoiceMenu.Item] = []
    if loans[0].count == 1 {
      items = [back(ids), ChoiceMenu.Item(key: "r", label: StyledText("Renew until …"), choice: .renew(ids[0]))]
    } else {
      items = loans[0].enumerated().map { number, loan in
        back(ids, loan.person, key: number < 9 ? "\(number + 1)" : nil)
      }
    }
    if !loans[0].contains(where: \.isBorrowed), loans[0].count < Loan.copies(of: records[0], schema) {
      items.append(ChoiceMenu.Item(key: "l", label: StyledText("Lend to …"), choice: .lend(ids[0])))
    }
    if loans[0].isEmpty {
      items.append(ChoiceMenu.Item(key: "b", label: StyledText("Borrow from …"), choice: .borrow(ids[0])))
    }
    return items

    func back(_ ids: [RecordID], _ person: String? = nil, key: String? = "b") -> ChoiceMenu.Item {
      ChoiceMenu.Item(
        key: key, label: StyledText("Back" + (person.map { " from \(Wording.short($0))" } ?? "")),
        choice: .change(.giveBack(ids, from: person), verb: "Return", count: ids.count, kind))
    }
  }

  /// Returns the menu items for loans and the reading queue, or none if records of this kind cannot be lent.
  private func shelfItems(_ records: [Record], _ kind: Kind) -> [ChoiceMenu.Item] {
    guard library.schema.field(.holder, of: kind) != nil else { return [] }
    let ids = records.map(\.id)
    let queue = Set(library.queue.map(\.id))
    let queued = ids.filter(queue.contains)
    var items = loanItems(records, kind)
    let isQueued = queued.count == ids.count
    items.append(
      ChoiceMenu.Item(
        key: "q", label: StyledText(isQueued ? "Remove from the queue" : "Queue"),
        choice: .change(
          isQueued ? .unqueue(ids) : .queue(ids.filter { !queue.contains($0) }), verb: isQueued ? "Remove" : "Queue",
          count: ids.count, kind)))
    return items
  }

  /// Returns a title for one or more records: the record's own title, or the number of records.
  func title(of records: [Record]) -> String {
    guard let first = records.first else { return "" }
    if records.count == 1 { return Wording.short(first.title) }
    return records.allSatisfy { $0.kind == first.kind }
      ? first.kind.counted(records.count) : "\(Wording.number(records.count)) records"
  }

  // MARK: - Keys in a menu

  mutating func handle(_ key: Key, _ menu: ChoiceMenu) -> [Effect] {
    var menu = menu
    if case .text(let text) = key, menu.typed.isEmpty, let item = menu.items.first(where: { $0.key == text }) {
      return choose(item.choice)
    }
    if menu.narrow(key) {
      mode = .menu(menu)
      return []
    }
    let last = menu.shown.count - 1
    let action = keys.action(key)
    // A letter without an item in this menu must not perform its action in the panes, which may be to open the current
    // item.
    if case .text(let text) = key, text.contains(where: \.isLetter), let action, !ChoiceMenu.letters.contains(action) {
      return []
    }
    switch action {
    case .up: menu.cursor = max(0, menu.cursor - 1)
    case .down: menu.cursor = max(0, min(last, menu.cursor + 1))
    case .nextPane: menu.cursor = menu.cursor >= last ? 0 : menu.cursor + 1
    case .previousPane: menu.cursor = menu.cursor <= 0 ? max(0, last) : menu.cursor - 1
    case .top: menu.cursor = 0
    case .bottom: menu.cursor = max(0, last)
    case .pageUp, .halfPageUp: menu.top = max(0, menu.top - 5)
    case .pageDown, .halfPageDown: menu.top = min(max(0, menu.text.count - 3), menu.top + 5)
    case .open, .right, .mark:
      guard let item = menu.chosen else { return [] }
      guard case .term = item.choice, keys.action(key) != .mark else { return choose(item.choice) }
      // Enter adds a term and closes the menu; Space adds several.
      let effects = item.isOn ? [] : choose(item.choice)
      mode = .panes
      return effects
    case .clear, .quit, .back, .left:
      // Leaving a question counts as the answer “no”, so the editor reopens with the typed text.
      if let edit = conflictedEdit ?? deletedEdit {
        (conflictedEdit, deletedEdit) = (nil, nil)
        mode = .field(edit)
        return []
      }
      return choose(.nothing)
    default: break
    }
    mode = .menu(menu)
    return []
  }

  mutating func choose(_ choice: ChoiceMenu.Choice) -> [Effect] {
    let old = mode
    mode = .panes
    switch choice {
    case .perform(let request):
      // After a repair, continue with the other problems.
      if case .repair = request, let problems = problemsBelow { mode = .problems(problems) }
      problemsBelow = nil
      inputToSave = inputBehindPrompt
      inputBehindPrompt = nil
      if case .sync(let settling, let commits) = request { return sync(settling: settling, commits: commits) }
      return [.perform(request)]
    case .resume(let text): return resume(text)
    case .throwAway(let text): return [.forget(text)]
    case .change(let request, let verb, let count, let kind): return change(request, verb, count, kind)
    case .lend(let id):
      mode = .prompt(PromptLine(purpose: .lend(id), label: "Lend to: ", field: TextField()))
    case .borrow(let id):
      mode = .prompt(PromptLine(purpose: .borrow(id), label: "Borrow from: ", field: TextField()))
    case .renew(let id):
      let field = TextField(hint: "2w, 1m or 2026-12-20")
      mode = .prompt(PromptLine(purpose: .renew(id), label: "Until: ", field: field))
    case .finish(let id, let stars):
      (inputToSave, inputBehindPrompt) = (inputBehindPrompt, nil)
      return [.perform(.finish(id, stars: stars))]
    case .progress(let id, let text):
      (inputToSave, inputBehindPrompt) = (inputBehindPrompt, nil)
      return [.perform(.progress(id, text))]
    case .saveAsNew: saveAsNew()
    case .strand:
      if let edit = deletedEdit { strand(edit) }
      deletedEdit = nil
    case .field(let key): editMarked(key)
    case .keepTheirs: conflictedEdit = nil
    case .open(let view):
      views.go(to: view, library, services.look, problems: problemCount)
      showView()
    case .follow(let id): page.follow(id)
    case .works(let name, let key): showWorks(of: name, key)
    case .add(let kind, let about): return add(kind, to: about)
    case .term(let term):
      list.search(QueryLine.toggling(term, in: list.query), library, services)
      choose()
      // The menu stays open for more terms; the list updates behind it.
      if case .menu(let menu) = old, var new = filterMenu() {
        let same = new.items.firstIndex { $0.label.plain == menu.chosen?.label.plain }
        new.cursor = same ?? min(menu.cursor, new.items.count - 1)
        mode = .menu(new)
      }
    case .noTerms:
      list.search("", library, services)
      choose()
    case .order(let column, let isDescending): sort(by: column, isDescending: isDescending)
    case .usualOrder:
      list.sort(nil, library, services)
      list.move(to: 0)
      choose()
    case .overwrite: return overwrite()
    case .takeTheirs: takeTheirs()
    case .repair(let finding, let repair, let answers): return prepare(repair, of: finding, answers)
    case .edit(let path, let line):
      if let problems = problemsBelow { mode = .problems(problems) }
      problemsBelow = nil
      return editFile(path, line: line)
    case .nothing:
      if let inputBehindPrompt { mode = inputBehindPrompt }
      inputBehindPrompt = nil
      if let problems = problemsBelow, problemCount > 0 { mode = .problems(problems) }
      problemsBelow = nil
    }
    return []
  }
}
