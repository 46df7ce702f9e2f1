import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets
import ShelfWording

extension Browser {
  // MARK: - At once

  mutating func rate(_ stars: Int) -> [Effect] {
    let records = chosen.filter { library.schema.field(.rating, of: $0.kind) != nil }
    guard let kind = records.first?.kind, let field = library.schema.field(.rating, of: kind) else {
      note = (chosen.isEmpty ? "nothing is chosen" : "\(chosen[0].kind.plural) have no rating", true)
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
          ? "nothing is chosen" : "only issues are closed; \(keys.name(of: .state) ?? "o") changes the state", true
      )
      return []
    }
    let isClosing = records.contains { $0.value(of: field) != done }
    let ids = records.filter { ($0.value(of: field) != done) == isClosing }.map(\.id)
    return change(
      .state(first.kind, isClosing ? .done : .before, ids), isClosing ? "Close" : "Reopen", ids.count, first.kind)
  }

  /// More records than this are not changed by one key.
  private static let unasked = 20

  /// Makes a change; if it is one of many records, asks before.
  mutating func change(_ request: BrowserRequest, _ verb: String, _ count: Int, _ kind: Kind) -> [Effect] {
    if count <= Browser.unasked { return [.perform(request)] }
    asked = saving
    saving = nil
    ask("\(verb) \(kind.counted(count))?", request)
    return []
  }

  mutating func edit() -> [Effect] {
    if let filter = filterAtHand() { return editFilter(filter) }
    guard let record = single else {
      note = ("nothing is chosen", true)
      return []
    }
    return [.terminal(["edit", record.id.description], waits: false)]
  }

  mutating func history() -> [Effect] {
    guard let record = single else {
      note = ("nothing is chosen", true)
      return []
    }
    return [.perform(.history(record.id))]
  }

  /// How many records a question names one by one.
  private static let named = 8

  mutating func delete() {
    if let filter = filterAtHand() { return deleteFilter(filter) }
    let records = chosen
    if records.isEmpty {
      note = ("nothing is chosen", true)
      return
    }
    do {
      let question = try services.deletion(of: records, library)
      let names = records.prefix(Browser.named).map { StyledText("  " + Wording.name($0)) }
      let more =
        records.count > names.count
        ? [StyledText("  and \(Wording.number(records.count - names.count)) more", .dim)] : []
      ask(question, .delete(records.map(\.id)), text: records.count > 1 ? names + more : [])
    } catch {
      note = (Wording.reason(error), true)
    }
  }

  /// Fills what is empty in books, from what catalogues say.
  mutating func lookUp() -> [Effect] {
    let books = chosen.filter { library.schema.field(.isbn, of: $0.kind) != nil }
    guard let kind = books.first?.kind else {
      note = (chosen.isEmpty ? "nothing is chosen" : "only books are looked up", true)
      return []
    }
    return change(.fill(books.map(\.id)), "Look up", books.count, kind)
  }

  // MARK: - Adding

  /// Offers what can be added here: to the record that is chosen what belongs to it, such as a quote to a book, and
  /// another one of the list.
  mutating func add() -> [Effect] {
    let record = focus == .views ? nil : single
    let own = record.map(kindsAbout) ?? []
    // A name is given to others in their own place.
    if let record, !own.isEmpty, !record.kind.isMadeByName {
      let others = list.kind.map { $0 == record.kind ? [$0] : [record.kind, $0] } ?? Kind.allCases
      return ask(whatToAdd: own, to: record, or: others.filter { !own.contains($0) })
    }
    if let kind = list.kind { return add(kind) }
    return ask(whatToAdd: [], to: nil, or: Kind.allCases)
  }

  /// Returns the kinds of what can be about a record, first those that belong to it.
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

  /// Opens the form for a new record, with what the place says of it: its tag, its genre, its book.
  ///
  /// - Parameter about: the record to which it is added.
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
    mode = .form(NewRecord(kind: kind, fields: fields, form: form))
    return []
  }

  mutating func take(_ key: Key, _ new: NewRecord) -> [Effect] {
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

  /// Adds what was filled in.
  private mutating func add(_ new: NewRecord, _ values: [[String]]) -> [Effect] {
    mode = .panes
    saving = .form(new)
    let pairs = zip(new.fields, values).flatMap { field, texts in texts.map { (key: field.key, value: $0) } }
    // What was taken out of the form is not wanted from the catalogue either.
    let found = new.found.map { found in
      found.leavingOut(zip(new.fields, values).filter(\.1.isEmpty).map(\.0.key))
    }
    return [.perform(.add(new.kind, pairs, found: found))]
  }

  /// Opens again what could not be saved, and says why.
  mutating func reopen(_ saving: Mode, _ reason: String) {
    mode = saving
    if case .field(var edit) = saving {
      edit.complaint = reason
      mode = .field(edit)
    }
  }

  /// Takes back what the person's editor made of a text.
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

  /// Fills in the open form for a new record from elsewhere.
  mutating func fillForm(_ fill: (NewRecord, Library) -> NewRecord) {
    if case .form(let new) = mode { mode = .form(fill(new, library)) }
  }

  // MARK: - A field

  /// Opens a field of the record that is shown for filling in.
  mutating func editField(_ key: String) -> [Effect] {
    guard let record = page.id.flatMap({ library.record($0) }), let field = library.schema.field(key, of: record.kind)
    else { return [] }
    if field.isAutomatic || field.type == .id {
      note = ("“\(Wording.words(field.key))” is set by the program", true)
      return []
    }
    mode = .field(fieldEdit(field, [record]))
    return []
  }

  /// Asks which field of those that are marked is to be filled in.
  mutating func fieldMenu() {
    guard let kind = list.markedShown.first?.kind else { return }
    let records = list.markedShown.filter { $0.kind == kind }
    let fields = library.schema.fields(of: kind).filter {
      !$0.isAutomatic && $0.type != .id && $0.type != .formerIDs && !$0.has(.title)
    }
    mode = .menu(
      ChoiceMenu(
        title: "\(title(of: records)) · which field?",
        items: fields.map { field in
          ChoiceMenu.Item(label: StyledText(Wording.words(field.key)), choice: .field(field.key))
        }))
  }

  /// Opens a field of all that are marked.
  mutating func editMarked(_ key: String) {
    guard let kind = list.markedShown.first?.kind, let field = library.schema.field(key, of: kind) else { return }
    mode = .field(fieldEdit(field, list.markedShown.filter { $0.kind == kind }))
  }

  /// Returns what fills in a field of records of one kind.
  func fieldEdit(_ field: Field, _ records: [Record]) -> FieldEdit {
    let kind = records[0].kind
    // Of several, what all have; only what is changed of it is written.
    let texts = records[0].texts(of: field).filter { text in records.allSatisfy { $0.texts(of: field).contains(text) } }
    var edit = FieldEdit(
      records: records.map(\.id), field: field, kind: kind,
      title: "\(title(of: records)) · \(Wording.words(field.key))",
      input: services.form(kind, library).input(field, texts), seen: [:], current: [:])
    edit.follow(library)
    edit.seen = edit.current
    if records.count > 1, case .one(let picker) = edit.input, texts.isEmpty {
      // Where they differ, none of the values is theirs.
      let differing = ListEntry("as they are", value: "")
      edit.input = .one(Picker([differing] + picker.options.filter { !$0.value.isEmpty }, chosen: 0))
    }
    edit.initial = edit.input.values
    return edit
  }

  mutating func take(_ key: Key, _ edit: FieldEdit) -> [Effect] {
    var edit = edit
    let wasLeaving = edit.isLeaving
    edit.isLeaving = false
    if key == .control("s") { return save(edit) }
    // In a text of several lines Enter begins another one, as in any editor.
    switch edit.input.take(key == .enter && edit.input.isMultiline ? .altEnter : key) {
    case .stays: edit.complaint = key == .enter ? edit.input.complaint : nil
    case .goesOn where key == .enter: return save(edit)
    case .cancels:
      if wasLeaving || !edit.isChanged {
        mode = .panes
        return []
      }
      edit.isLeaving = true
      let saves = edit.input.isMultiline ? "Ctrl-S saves it" : "Enter saves it"
      edit.complaint = "This is not saved: \(saves), Esc again throws it away."
    case .goesOn, .goesBack, .ignores: break
    case .edit(let text):
      mode = .field(edit)
      return [.editText(text)]
    }
    mode = .field(edit)
    return []
  }

  /// Takes a click on a line of what fills in a field.
  mutating func press(_ line: Int, _ space: Space, _ edit: FieldEdit) -> [Effect] {
    var edit = edit
    switch edit.input.press(line: line, space) {
    case .goesOn: return save(edit)
    case .stays:
      edit.complaint = nil
      mode = .field(edit)
    default: break
    }
    return []
  }

  private mutating func save(_ edit: FieldEdit) -> [Effect] {
    var edit = edit
    edit.input.leave()
    let values = edit.input.values
    if let complaint = edit.input.complaint {
      edit.complaint = complaint
    } else if values.isEmpty, edit.field.isRequired {
      edit.complaint = "this has to be filled in"
    } else {
      let (field, kind, library, services) = (edit.field, edit.kind, library, services)
      edit.complaint = values.lazy.compactMap { services.complaint(about: $0, field, kind, library) }.first
    }
    if edit.complaint != nil {
      mode = .field(edit)
      return []
    }
    if let theirs = edit.theirs {
      ask(about: edit, theirs)
      return []
    }
    return write(edit)
  }

  /// Asks whose value of a field is to count.
  mutating func ask(about edit: FieldEdit, _ theirs: [String]) {
    waiting = edit
    let shown = theirs.isEmpty ? "nothing" : "“\(Wording.short(names(theirs, edit.field)))”"
    mode = .menu(
      ChoiceMenu(
        title: edit.title,
        text: [StyledText("Meanwhile someone else has changed this field to \(shown).")],
        items: [
          ChoiceMenu.Item(key: "m", label: StyledText("Write mine"), choice: .overwrite),
          ChoiceMenu.Item(key: "k", label: StyledText("Keep theirs"), choice: .keepTheirs),
          ChoiceMenu.Item(key: "e", label: StyledText("Edit theirs"), choice: .takeTheirs),
        ], cursor: 1))
  }

  private func names(_ texts: [String], _ field: Field) -> String {
    texts.map { text in
      field.type.target == nil ? text : RecordID(text).flatMap { library.record($0)?.title } ?? text
    }.joined(separator: ", ")
  }

  /// - Parameter isSure: whether the user has said that it is to be written over what others have made of it.
  private mutating func write(_ edit: FieldEdit, isSure: Bool = false) -> [Effect] {
    mode = .panes
    let values = edit.input.values
    if edit.records.count == 1 ? values == edit.original : values == edit.initial && !isSure { return [] }
    saving = .field(edit)
    let verb = "Change \(Wording.words(edit.field.key)) of"
    if edit.isMerged {
      let key = edit.field.key
      let changes =
        edit.initial.filter { !values.contains($0) }.map { FieldInput(key, .remove, $0) }
        + values.filter { !edit.initial.contains($0) }.map { FieldInput(key, .add, $0) }
      return change(.assign(edit.records, changes), verb, edit.records.count, edit.kind)
    }
    return change(
      .assign(edit.records, FieldInput.setting(edit.field.key, to: values), seen: edit.seen), verb, edit.records.count,
      edit.kind)
  }

  /// Writes the field although someone else has changed it.
  mutating func overwrite() -> [Effect] {
    guard var edit = waiting else { return [] }
    waiting = nil
    // What others make of it from now on is asked about again.
    edit.seen = edit.current
    return write(edit, isSure: true)
  }

  /// Goes on with what someone else has made of the field.
  mutating func takeTheirs() {
    guard var edit = waiting, let theirs = edit.theirs else { return }
    waiting = nil
    edit.input = services.form(edit.kind, library).input(edit.field, theirs)
    edit.seen = edit.current
    mode = .field(edit)
  }
}

extension FieldEdit {
  /// Whether it holds something that is not saved and took the user's time.
  var isChanged: Bool { input.isTyped && input.values != initial }
}

extension FormInput {
  /// Whether it holds what the user typed or put together, and not only a choice.
  fileprivate var isTyped: Bool {
    switch self {
    case .text, .ticks: true
    case .one, .date, .stars: false
    }
  }
}
