import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Creates the records of drafts that the library does not have.
extension ImportRun {
  /// Creates the record for a draft. If the record is a book that resembles another book, reports this.
  mutating func create(
    _ draft: Draft, _ key: Draft.Key, _ likeness: Likeness?, _ id: RecordID, _ owner: Assignment.Value?,
    _ plan: inout EditPlan
  ) throws(EditError) {
    var stated: FieldTexts = [:]
    var assignments: [Assignment] = []
    for (field, values, isOpen) in values(of: draft, owner) {
      if !isOpen || !values.isEmpty { stated[field] = values.map(\.text) }
      if values.isEmpty || draft.given.contains(where: { $0.field.index == field.index }) { continue }
      assignments.append(Assignment(field, .set, values))
      if draft.isVerbatim { noteMisfit(values.map(\.text), field, draft) }
    }
    assignments += draft.given
    let schema = library.schema
    // A new book has as many copies as are lent.
    let copies = draft.isLoan ? BookLoans { draft[$0] }.current.count : 1
    if copies > 1, let field = schema.field(.copies, of: draft.kind), draft[.copies].isEmpty {
      assignments.append(.set(field, to: String(copies)))
    }
    if let field = dayField(of: draft), !assignments.contains(where: { $0.field.index == field.index }) {
      let day = options.localTime.day(of: plan.now).description
      assignments.append(.set(field, to: day))
      stated[ImportBase.defaultDay] = [day]
      if draft.fields[field] != nil, draft.rows > 0 { undated += 1 }
    }
    let own = assignments.last { $0.field.key == FieldHandle.notes.key }?.values.first?.text
    if let notes = bookNotes(of: draft, nil, nil, &stated, besides: own) {
      assignments.removeAll { $0.field.index == notes.assignment.field.index }
      assignments.append(notes.assignment)
    }
    if isDone(draft, assignments) { assignments.removeAll { $0.field.has(.progress) } }
    for assignment in assignments where assignment.field.type.target != nil { try make(assignment.values, &plan) }
    let others = draft.exportedFields.filter { other in
      other.value.isNull || !schema.fields(of: draft.kind).contains { $0.key == other.key }
    }
    for other in others where !other.value.isNull { summary.undeclared[other.key, default: 0] += 1 }
    for (key, value) in undeclared(draft) { stated[ImportRun.undeclaredKey(key)] = value.map { [ImportRun.text($0)] } }
    try plan.create(draft.kind, id, assignments, others: others, isVerbatim: draft.isVerbatim)
    let title = assignments.last { $0.field.has(.title) }?.values.first?.text ?? ""
    set(draft, Assignment.Value(text: id.description, name: title))
    if isOfSeparateFile(draft) { stated[ImportBase.place] = [place(of: draft)] }
    if options.revives { stated[ImportBase.kept] = [] }
    if let count = draft.readCount { stated[ImportBase.readCount] = [String(count)] }
    addNames(of: draft, known: nil, assignments, &stated)
    base.remember(key, id, stated, isPrimary: draft.isPrimary)
    summary.new += draft.count
    summary.records[draft.kind, default: 0] += 1
    if draft.kind == .book {
      newBooks.append((id, title, assignments.last { $0.field.has(.creator) }?.values.map(\.text) ?? []))
    }
    guard let likeness else { return }
    // A row that is another edition of a book in the same file has already been reported.
    if let copy = draft.isOtherEdition ? nil : book(withOtherCopy: draft, likeness) {
      summary.problems.append(
        ImportProblem(
          .note, "another copy of \(copy.path), because its number differs", file: draft.file, line: draft.line))
    } else if !draft.isOtherEdition,
      let near = index.near(likeness)?.id ?? madeTable.first(like: likeness, { made[$0] })
        ?? (newBooks.count <= ImportRun.maxSpellings ? index.similarlySpelled(likeness)?.id : nil)
    {
      twins.append((title, near))
    }
    made[id] = likeness
    madeTable.add(id, likeness)
  }

  /// Adds the books of this round to the summary, and the books that they resemble.
  ///
  /// - Parameter plan: the plan with the paths of the new books.
  mutating func reportNewBooks(in plan: EditPlan) {
    for (title, other) in twins {
      guard let path = library.record(other)?.path ?? plan.path(ofCreated: other) else { continue }
      summary.nearDuplicates.append((title, path))
    }
    twins = []
    for (id, title, authors) in newBooks {
      guard let path = plan.path(ofCreated: id) else { continue }
      summary.newBooks.append(ImportSummary.NewBook(title: title, authors: authors, path: path))
    }
    newBooks = []
    if undated > 0, laterDrafts.isEmpty {
      let field = library.schema.field(.created, of: .book)?.key ?? ""
      let column = summary.preview.first { $0.field == field }.map { " in “\(CleanText.short($0.name))”" } ?? ""
      summary.notes.append(
        "\(field) is the day of the import for \(undated.grouped) \(undated == 1 ? "book" : "books") without a date"
          + column)
    }
  }

  /// The maximum number of new books whose titles to compare letter by letter with the titles in the library.
  private static let maxSpellings = 1000

  /// Returns the field for the date when a book was added, which is set for every new book even if its source has no
  /// date. Returns nil for other kinds of records, and for records from another shelf library.
  private func dayField(of draft: Draft) -> Field? {
    guard !draft.isVerbatim, draft.statedID == nil, let field = library.schema.field(.created, of: draft.kind) else {
      return nil
    }
    return field.type == .date ? field : nil
  }

  /// The ids of the records that this import may create, except for records that the last import has created.
  ///
  /// The caller looks them up in the history, to find records that were deleted.
  package var candidates: Set<RecordID> {
    var ids: Set<RecordID> = []
    var named: [Kind: Set<String>] = [:]
    let fields = Dictionary(
      Kind.allCases.map { kind in
        (kind, library.schema.fields(of: kind).filter { $0.type.target?.isMadeByName ?? false })
      }, uniquingKeysWith: { first, _ in first })
    for draft in drafts + laterDrafts {
      let id = newID(of: draft)
      if base.id(of: key(of: draft)) == nil, library.record(id) == nil { ids.insert(id) }
      if draft.kind == .book, hasSeveralFiles {
        // An earlier import may have created the book under the key that distinguishes it from another file's book.
        var qualified = draft
        qualified.rename(to: SourceKey.qualified(draft.bareKey, draft.first(.title) ?? "", draft[.author]))
        ids.insert(ImportRun.newID(of: qualified, format))
      }
      if draft.hasReferences { continue }
      for field in fields[draft.kind] ?? [] {
        guard let target = field.type.target else { continue }
        for name in draft[FieldHandle(field)] { named[target, default: []].insert(name) }
      }
    }
    for (kind, texts) in named { ids.formUnion(names.newIDs(texts, kind, base)) }
    return ids
  }

  func newID(of draft: Draft) -> RecordID { draft.newID ?? ImportRun.newID(of: draft, format) }

  static func newID(of draft: Draft, _ format: String) -> RecordID {
    draft.id ?? draft.statedID ?? newID(of: draft.kind, draft.key, format)
  }

  private static func newID(of kind: Kind, _ key: String, _ format: String) -> RecordID {
    .derived(from: "\(format):\(kind.singular):\(key)", in: .imports)
  }
}
