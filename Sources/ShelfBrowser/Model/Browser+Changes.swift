import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Browser {
  // MARK: - Immediate changes

  mutating func rate(_ stars: Int) -> [Effect] {
    let records = chosen.filter { library.schema.field(.rating, of: $0.kind) != nil }
    guard let kind = records.first?.kind, let field = library.schema.field(.rating, of: kind) else {
      note = (chosen.isEmpty ? "nothing is selected" : "\(chosen[0].kind.plural) have no rating", true)
      return []
    }
    let ids = records.filter { $0.kind == kind }.map(\.id)
    return change(.assign(ids, [FieldInput(field.key, .set, String(stars))]), "Rate", ids.count, kind)
  }

  mutating func closeOrReopen() -> [Effect] {
    let records = chosen.filter { library.schema.field(.state, of: $0.kind)?.type == .boolean }
    guard let first = records.first, let field = library.schema.field(.state, of: first.kind),
      let done = field.doneValue
    else {
      note = (
        chosen.isEmpty
          ? "nothing is selected" : "only issues can be closed; \(keys.name(of: .state) ?? "o") changes the state", true
      )
      return []
    }
    let isClosing = records.contains { $0.value(of: field) != done }
    let ids = records.filter { ($0.value(of: field) != done) == isClosing }.map(\.id)
    return change(
      .state(first.kind, isClosing ? .done : .before, ids), isClosing ? "Close" : "Reopen", ids.count, first.kind)
  }

  /// The largest number of records that one key changes without a confirmation.
  private static let maxWithoutPrompt = 20

  /// Requests a change, after a confirmation if it affects more than `maxWithoutPrompt` records.
  mutating func change(_ request: BrowserRequest, _ verb: String, _ count: Int, _ kind: Kind) -> [Effect] {
    if count <= Browser.maxWithoutPrompt { return [.perform(request)] }
    inputBehindPrompt = inputToSave
    inputToSave = nil
    ask("\(verb) \(kind.counted(count))?", request)
    return []
  }

  mutating func edit() -> [Effect] {
    if let filter = filterAtHand() { return editFilter(filter) }
    guard let record = single else {
      note = ("nothing is selected", true)
      return []
    }
    return [.terminal(["edit", record.id.description], waits: false)]
  }

  mutating func history() -> [Effect] {
    guard let record = single else {
      note = ("nothing is selected", true)
      return []
    }
    return [.perform(.history(record.id))]
  }

  /// The largest number of records that the deletion prompt lists by name.
  private static let maxListed = 8

  mutating func delete() {
    if let filter = filterAtHand() { return deleteFilter(filter) }
    let records = chosen
    if records.isEmpty {
      note = ("nothing is selected", true)
      return
    }
    do {
      let question = try services.deletion(of: records, library)
      let names = records.prefix(Browser.maxListed).map { StyledText("  " + Wording.name($0)) }
      let more =
        records.count > names.count
        ? [StyledText("  and \(Wording.number(records.count - names.count)) more", .dim)] : []
      ask(question, .delete(records.map(\.id)), text: records.count > 1 ? names + more : [])
    } catch {
      note = (Wording.reason(error), true)
    }
  }

  /// Fills empty fields of the chosen books with values from library catalogues.
  mutating func lookUp() -> [Effect] {
    let books = chosen.filter { library.schema.field(.isbn, of: $0.kind) != nil }
    guard let kind = books.first?.kind else {
      note = (chosen.isEmpty ? "nothing is selected" : "only books can be looked up", true)
      return []
    }
    return change(.fill(books.map(\.id)), "Look up", books.count, kind)
  }

  // MARK: - Adding records

  /// Opens a menu of the kinds of record that can be added here, or the form itself if there is only one.
  ///
  /// If a record is chosen, the menu starts with the kinds that can refer to it, such as a quote about a book, followed
  /// by another record of the list's kind.
  mutating func add() -> [Effect] {
    let record = focus == .views ? nil : single
    let own = record.map(kindsAbout) ?? []
    // Genres and tags are attached to other records in a field of those records, so they get no "Add to" menu.
    if let record, !own.isEmpty, !record.kind.isMadeByName {
      let others = list.kind.map { $0 == record.kind ? [$0] : [record.kind, $0] } ?? Kind.allCases
      return ask(whatToAdd: own, to: record, or: others.filter { !own.contains($0) })
    }
    if let kind = list.kind { return add(kind) }
    return ask(whatToAdd: [], to: nil, or: Kind.allCases)
  }

  /// Returns the kinds whose records can refer to this record. The kinds of records that it owns come first.
  private func kindsAbout(_ record: Record) -> [Kind] {
    func belongs(_ kind: Kind) -> Bool { library.schema.field(.owner, of: kind)?.type.target == record.kind }
    let kinds = Kind.allCases.filter { kind in
      library.schema.fields(of: kind).contains { $0.type.target == record.kind }
    }
    return kinds.filter(belongs) + kinds.filter { !belongs($0) }
  }

  private mutating func ask(whatToAdd kinds: [Kind], to record: Record?, or others: [Kind]) -> [Effect] {
    func item(_ kind: Kind, _ about: RecordID?) -> ChoiceMenu.Item {
      ChoiceMenu.Item(
        key: String(kind.singular.prefix(1)), label: StyledText(Wording.heading(kind.withArticle)),
        choice: .add(kind, to: about))
    }
    let title = record.map { "Add to \(Wording.name($0))" } ?? "Add"
    let another = others.map { kind in
      var item = item(kind, nil)
      if kind == record?.kind { item.label = StyledText("Another \(kind.singular)") }
      return item
    }
    mode = .menu(ChoiceMenu(title: title, items: kinds.map { item($0, record?.id) } + another))
    return []
  }

  /// Opens the form for a new record, prefilled from the current view: its tag, genre, state or book.
  ///
  /// - Parameter about: the record that the new one refers to.
  mutating func add(_ kind: Kind, to about: RecordID? = nil) -> [Effect] {
    var known: [String: [String]] = [:]
    func know(_ record: Record) {
      let fields = library.schema.fields(of: kind).filter { $0.type.target == record.kind }
      if let field = fields.first, known[field.key] == nil { known[field.key] = [record.id.description] }
    }
    if let record = about.flatMap({ library.record($0) }) { know(record) }
    if case .name(_, _, let id) = list.view, let name = library.record(id) { know(name) }
    if case .state(let of, let word) = list.view, of == kind, let field = library.schema.field(.state, of: kind) {
      known[field.key] = [word]
    }
    let (form, fields) = services.form(kind, library).form(known: known)
    mode = .form(NewRecordForm(kind: kind, fields: fields, form: form))
    return []
  }

  mutating func handle(_ key: Key, _ new: NewRecordForm) -> [Effect] {
    var new = new
    switch new.form.take(key) {
    case .done(let values): return add(new, values)
    case .cancelled: mode = .panes
    case .edit(let text):
      mode = .form(new)
      return [.editText(text)]
    case .fill:
      mode = .form(new)
      return [.fillForm]
    default: mode = .form(new)
    }
    return []
  }

  /// Requests the addition of the record in the form.
  private mutating func add(_ new: NewRecordForm, _ values: [[String]]) -> [Effect] {
    mode = .panes
    inputToSave = .form(new)
    let pairs = zip(new.fields, values).flatMap { field, texts in texts.map { (key: field.key, value: $0) } }
    // Do not fill a field from the catalogue if the user has cleared it in the form.
    let found = new.found.map { found in
      found.leavingOut(zip(new.fields, values).filter(\.1.isEmpty).map(\.0.key))
    }
    return [.perform(.add(new.kind, pairs, found: found))]
  }

  /// Reopens input that could not be saved, with the reason below the field.
  mutating func reopen(_ inputToSave: Mode, _ reason: String) {
    mode = inputToSave
    if case .field(var edit) = inputToSave {
      edit.complaint = isGone(edit) ? goneReason(edit) : reason
      mode = .field(edit)
    }
  }

  /// Inserts the text from the external editor into the open field or form.
  mutating func takeEdited(_ text: String?) {
    switch mode {
    case .field(var edit):
      edit.input.take(edited: text)
      mode = .field(edit)
    case .form(var new):
      new.form.take(edited: text)
      mode = .form(new)
    default: break
    }
  }

  /// Applies a function, such as a catalogue lookup, to the open form for a new record.
  mutating func fillForm(_ fill: (NewRecordForm, Library) -> NewRecordForm) {
    if case .form(let new) = mode { mode = .form(fill(new, library)) }
  }
}
