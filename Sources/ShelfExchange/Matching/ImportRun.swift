import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import YAMLEdit

/// Turns the drafts of a source into changes of a library: finds the records that they are about, merges, makes new ones.
///
/// A book that another file of the source has just brought is put aside: it comes in the next round, which looks at the
/// library as the one before leaves it. So files that are imported together give what they give one after the other.
package struct ImportRun {
  private var library: Library
  private let options: ImportOptions
  private var index: RecordIndex
  private var names: NameTable
  package private(set) var base: ImportBase
  package private(set) var summary: ImportSummary
  private let format: String
  /// What is not dealt with yet.
  private var drafts: [Draft]
  /// The records of drafts that have been dealt with; nil for one that is not taken.
  private var records: [Draft.Key: Assignment.Value?] = [:]
  /// The records that a draft of this round is about, with its file.
  private var claimed: [RecordID: String] = [:]
  private var deleted: Set<RecordID> = []
  /// What the books of this import say of where they came from, with the files that say so.
  private let stated: [String: [String]]
  /// The titles of records that the source gives ids.
  private let titles: [RecordID: String]
  /// The files of records that cannot be read, by their ids.
  private let unreadable: [RecordID: String]
  /// The books that this round makes.
  private var made: [RecordID: MadeBook] = [:]
  private var madeTable = LikenessTable()
  /// Books that are only mentioned, and not by a title; with what that means for what belongs to them.
  private var untitled: [Draft.Key: String] = [:]
  /// What the next round is for.
  private var aside: [Draft] = []
  private var keysAside: Set<Draft.Key> = []

  private struct MadeBook {
    let file: String
    let sources: [String]
    let likeness: Likeness
  }

  /// The books of this round that resemble others that it makes.
  private var twins: [(title: String, other: RecordID)] = []

  package init(_ batch: consuming SourceBatch, into library: Library, _ base: ImportBase, _ options: ImportOptions) {
    format = batch.format
    drafts = batch.drafts
    let format = batch.format
    let ids = Parallel.map(drafts.count, threads: options.threads) { [drafts] range in
      drafts[range].map { ImportRun.newID(of: $0, format) }
    }
    for (position, id) in ids.joined().enumerated() { drafts[position].newID = id }
    self.library = library
    self.options = options
    self.base = base
    self.base.threads = options.threads
    index = RecordIndex(library)
    names = NameTable(library)
    summary = ImportSummary(batch)
    unreadable = Dictionary(
      library.unreadable.compactMap { file in file.statedID.map { ($0, file.path) } },
      uniquingKeysWith: { first, _ in first })
    let books = drafts.lazy.filter { $0.kind == .book }
    stated = Dictionary(
      books.flatMap { draft in draft.sources.map { ($0, [draft.file] + draft.otherFiles) } }, uniquingKeysWith: +)
    titles = Dictionary(
      drafts.compactMap { draft in
        draft.id.flatMap { id in draft.first(draft.kind.titleKey).map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids that new records of this import would have, unless the last import has made them already.
  package var candidates: Set<RecordID> {
    Set(
      drafts.compactMap { draft in
        let id = newID(of: draft)
        return base.id(of: key(of: draft)) == nil && library.record(id) == nil ? id : nil
      })
  }

  /// Adds the edits of the drafts to a plan.
  ///
  /// - Parameters:
  ///   - deleted: those of the candidates that the history says were deleted here.
  ///   - progress: is told how many of the drafts are done.
  package mutating func add(
    to plan: inout EditPlan, deleted: Set<RecordID> = [], progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditError) {
    self.deleted = deleted
    var done = 0
    // What is referred to comes before what refers to it.
    for kind in ImportRun.order {
      for position in drafts.indices where drafts[position].kind == kind {
        let draft = drafts[position]
        // What is planned needs no room as a draft any more.
        drafts[position] = Draft(kind, key: "")
        done += 1
        if done % 256 == 0 { progress(done, drafts.count) }
        do throws(EditError) {
          try take(draft, &plan)
        } catch {
          reject(draft, error)
        }
      }
    }
    try plan.writeRest()
    base.writeRest()
    for (title, other) in twins {
      guard let path = library.record(other)?.path ?? plan.path(ofCreated: other) else { continue }
      summary.nearDuplicates.append((title, path))
    }
    twins = []
    if aside.isEmpty { checkSum() }
  }

  /// Whether nothing was put aside.
  package var isDone: Bool { aside.isEmpty }

  /// Begins the next round, in the library as this one leaves it.
  package mutating func goOn(in library: Library) {
    self.library = library
    index = RecordIndex(library)
    names = NameTable(library)
    (drafts, aside) = (aside, [])
    (claimed, made, madeTable, keysAside) = ([:], [:], LikenessTable(), [])
  }

  /// The kinds in the order in which their records can be made.
  private static let order = [Kind.genre, .tag, .book] + Kind.allCases.filter { ![.genre, .tag, .book].contains($0) }

  /// The change of the file with what this import brought; nil if it stays.
  package var baseChange: FileChange? { base.new.map { FileChange(path: base.path, old: base.old, new: $0) } }

  private func key(of draft: Draft) -> Draft.Key { Draft.Key(kind: draft.kind, text: draft.key) }

  private func newID(of draft: Draft) -> RecordID { draft.newID ?? ImportRun.newID(of: draft, format) }

  private static func newID(of draft: Draft, _ format: String) -> RecordID {
    draft.id ?? .derived(from: "\(format):\(draft.kind.singular):\(draft.key)", in: .imports)
  }

  // MARK: - One draft

  private mutating func take(_ draft: Draft, _ plan: inout EditPlan) throws(EditError) {
    let key = key(of: draft)
    var owner: Assignment.Value?
    if let wanted = draft.owner {
      if keysAside.contains(wanted) { return aside.append(draft) }
      guard let found = records[wanted], let found else {
        if let reason = untitled[wanted] { return reject(draft, reason) }
        return skip(draft, "its book was deleted here")
      }
      owner = found
    }
    let likeness = draft.kind == .book && !draft.isVerbatim ? draft.likeness : nil
    if let record = match(draft, likeness, owner.flatMap { RecordID($0.text) }) {
      note(draft, isTakenFor: record)
      claimed[record.id] = draft.file
      set(draft, Assignment.Value(text: record.id.description, name: record.title))
      return try merge(draft, into: record, &plan)
    }
    let id = base.id(of: key) ?? newID(of: draft)
    if let path = unreadable[id] {
      set(draft, nil)
      return skip(draft, "its record cannot be read: \(path)")
    }
    if !options.revives, base.id(of: key) != nil || deleted.contains(id) {
      set(draft, nil)
      return skip(draft, "it was deleted here")
    }
    if draft.rows == 0, draft.first(draft.kind.titleKey) == nil {
      untitled[key] = draft.reasonWithoutTitle ?? "the file does not say what its book is called"
      return set(draft, nil)
    }
    if let likeness, isFromOtherFile(draft, likeness) {
      keysAside.insert(key)
      return aside.append(draft)
    }
    claimed[id] = draft.file
    try create(draft, likeness, id, owner, &plan)
  }

  /// Remembers the record of a draft, or that it has none, for those that belong to it.
  private mutating func set(_ draft: Draft, _ record: Assignment.Value?) {
    if draft.owner == nil { records[key(of: draft)] = .some(record) }
  }

  /// Returns the record that a draft is about; nil if the library does not have it.
  private func match(_ draft: Draft, _ likeness: Likeness?, _ owner: RecordID?) -> Record? {
    func usable(_ record: Record?) -> Record? {
      record.flatMap { $0.kind == draft.kind && claimed[$0.id] == nil ? $0 : nil }
    }
    if let id = draft.id { return usable(library.record(id)) }
    // Two records that were merged here are two rows there, which are both about the one that is left.
    if let known = base.id(of: key(of: draft)), let record = index.record(known), record.kind == draft.kind {
      if record.id != known || claimed[record.id] == nil { return record }
    }
    let own = "\(format):\(draft.key)"
    for source in draft.sources {
      guard let record = index.record(source: source), record.kind == draft.kind else { continue }
      if source == own && base.id(of: key(of: draft)) != nil || claimed[record.id] == nil { return record }
    }
    if let record = usable(library.record(newID(of: draft))) { return record }
    switch draft.kind {
    case .book:
      return likeness.flatMap { likeness in candidates(draft, likeness).first { usable($0) != nil } }
    case .quote: return owner.flatMap { usable(index.quote(of: $0, draft.first("text") ?? "")) }
    default: return nil
    }
  }

  /// Returns the books of the library that a draft may be about by all that it says of the book.
  private func candidates(_ draft: Draft, _ likeness: Likeness) -> [Record] {
    // Goodreads gives a book another number when its owner chooses another edition.
    index.books(like: likeness, draft).filter { record in
      !isAnother(draft, than: index.sources(of: record, format: format))
    }
  }

  /// Returns whether a draft's own file has a book beside it that came from certain places, and is another one therefore.
  private func isAnother(_ draft: Draft, than sources: [String]) -> Bool {
    let files = [draft.file] + draft.otherFiles
    return !sources.allSatisfy { source in
      draft.sources.contains(source) || !(stated[source] ?? []).contains { files.contains($0) }
    }
  }

  /// Returns whether another file of this import has brought the book in this round.
  private func isFromOtherFile(_ draft: Draft, _ likeness: Likeness) -> Bool {
    let isMade = (madeTable.numbered(like: likeness) + madeTable.titled(like: likeness)).contains { id in
      guard let book = made[id], book.file != draft.file else { return false }
      return likeness.isSame(as: book.likeness) && !isAnother(draft, than: book.sources)
    }
    return isMade || candidates(draft, likeness).contains { claimed[$0.id].map { $0 != draft.file } ?? false }
  }

  /// Says so where a row with a number of its own is about a book that came with another one.
  private mutating func note(_ draft: Draft, isTakenFor record: Record) {
    guard draft.kind == .book, draft.rows > 0, !draft.isVerbatim, base.id(of: key(of: draft)) == nil else { return }
    let own = draft.sources.filter { $0.hasPrefix(format + ":") }
    let known = index.sources(of: record, format: format)
    guard let source = known.first, !own.isEmpty, Set(own).isDisjoint(with: known) else { return }
    let title = SourceBatch.short(draft.first(draft.kind.titleKey) ?? "")
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” is taken for \(record.path), which came as \(source)", file: draft.file, line: draft.line))
  }

  private mutating func create(
    _ draft: Draft, _ likeness: Likeness?, _ id: RecordID, _ owner: Assignment.Value?, _ plan: inout EditPlan
  ) throws(EditError) {
    var stated: [String: [String]] = [:]
    var assignments: [Assignment] = []
    for (field, values, isOpen) in values(of: draft, owner) {
      if !isOpen || !values.isEmpty { stated[field.key] = values.map(\.text) }
      if !values.isEmpty { assignments.append(Assignment(field, .set, values)) }
    }
    let schema = library.schema
    if draft.kind == .book, !draft.isVerbatim, let status = schema.field(.state, of: .book),
      let text = status.defaultText,
      !assignments.contains(where: { $0.field.index == status.index })
    {
      assignments.append(.set(status, to: text))
    }
    for assignment in assignments where assignment.field.type.target != nil { try make(assignment.values, &plan) }
    let others = draft.others.filter { other in
      !schema.fields(of: draft.kind).contains { $0.key == other.key }
    }
    try plan.create(draft.kind, id, assignments, others: others, isVerbatim: draft.isVerbatim)
    let title = assignments.last { $0.field.has(.title) }?.values.first?.text ?? ""
    set(draft, Assignment.Value(text: id.description, name: title))
    base.remember(key(of: draft), id, stated, isPrimary: draft.isPrimary)
    summary.new += draft.rows
    summary.records[draft.kind, default: 0] += 1
    guard let likeness else { return }
    if let near = index.near(likeness)?.id ?? madeTable.first(like: likeness, { made[$0]?.likeness }) {
      twins.append((title, near))
    }
    made[id] = MadeBook(
      file: draft.file,
      sources: draft.sources.filter { $0.hasPrefix(format + ":") }, likeness: likeness)
    madeTable.add(id, title: likeness.title, number: likeness.number)
  }

  private mutating func merge(_ draft: Draft, into record: Record, _ plan: inout EditPlan) throws(EditError) {
    let entry = base[key(of: draft)]
    let known = entry?.fields
    // A status that was only guessed may be wrong, and then so are the days that follow from it.
    let status = draft.open.contains("status") ? known?["status"] ?? [] : []
    let isGuessed = !status.isEmpty && status != draft["status"]
    // What a copy says of a record takes nothing from what the original said.
    let isCopy = entry?.isPrimary ?? false && !draft.isPrimary
    var stated: [String: [String]] = [:]
    var assignments: [Assignment] = []
    var changes: [(String, [String], [String])] = []
    var differences: [(String, [String], [String])] = []
    // The book of a highlight is only mentioned; what its title looks like on a device is no news.
    let isMention = draft.rows == 0
    for (field, values, isOpen) in values(of: draft, nil) {
      if isGuessed, Draft.isOfReading(field) { continue }
      var theirs = values.map(\.text)
      if isOpen || isCopy {
        // What the source does not say is not empty there; what follows from a part of a row is no news.
        if known != nil, !field.type.isList { continue }
        let old = known?[field.key] ?? (options.updates ? record.texts(of: field) : [])
        if !old.isEmpty {
          guard !isCopy, field.type.isList, !theirs.isEmpty else { continue }
          theirs = old + theirs.filter { !old.contains($0) }
        }
      }
      stated[field.key] = theirs
      let ours = record.texts(of: field)
      if field.key == "sources" {
        let added = values.filter { !ours.contains($0.text) }
        guard !added.isEmpty else { continue }
        assignments.append(Assignment(field, .add, added))
        changes.append((field.key, ours, ours + added.map(\.text)))
        continue
      }
      let choice = FieldChoice(
        field: field, ours: ours, base: known.map { $0[field.key] ?? [] }, theirs: theirs, updates: options.updates)
      let result = choice.result()
      if let texts = result.texts {
        let named = texts.map { text in values.first { $0.text == text } ?? value(text, field) }
        assignments.append(Assignment(field, .set, named))
        changes.append((field.key, ours, texts))
      } else if result.differs, !isMention {
        differences.append((field.key, ours, theirs))
      }
    }
    let path = record.path
    if !differences.isEmpty {
      summary.differences.append(
        ImportSummary.RecordChange(kind: record.kind, title: record.title, path: path, fields: differences))
    }
    if assignments.isEmpty {
      summary.unchanged += draft.rows
    } else {
      for assignment in assignments where assignment.field.type.target != nil { try make(assignment.values, &plan) }
      try plan.change(record, assignments)
      summary.changed += draft.rows
      summary.changes.append(
        ImportSummary.RecordChange(kind: record.kind, title: record.title, path: path, fields: changes))
    }
    base.remember(key(of: draft), record.id, stated, isPrimary: draft.isPrimary)
  }

  private func value(_ text: String, _ field: Field) -> Assignment.Value {
    guard field.type.target != nil, let id = RecordID(text) else { return Assignment.Value(text: text) }
    return Assignment.Value(text: text, name: library.record(id)?.title ?? titles[id])
  }

  private mutating func make(_ values: [Assignment.Value], _ plan: inout EditPlan) throws(EditError) {
    for kind in try names.make(values, in: &plan, &base) { summary.records[kind, default: 0] += 1 }
  }

  // MARK: - Values

  /// Returns the values of a draft's field as files hold them; nil if the source's do not read.
  private mutating func values(_ draft: Draft, _ field: Field, _ texts: [String]) -> [Assignment.Value]? {
    if draft.isVerbatim {
      if let target = field.type.target { for text in texts { checkReference(text, target, draft) } }
      return texts.map { value($0, field) }
    }
    if let target = field.type.target {
      var values: [Assignment.Value] = []
      for text in texts {
        guard let value = names.reference(text, target, base), !values.contains(where: { $0.text == value.text }) else {
          continue
        }
        values.append(value)
      }
      return values
    }
    let cleaned = texts.map { field.isLong ? CleanText.lines($0) : CleanText.line($0) }.filter { !$0.isEmpty }
    guard !cleaned.isEmpty else { return [] }
    guard field.type.read(field.type.isList ? cleaned : [cleaned[0]]) != nil else {
      summary.problems.append(
        ImportProblem(
          .value, "\(field.key): “\(SourceBatch.short(cleaned[0]))” is not \(field.type.description)", file: draft.file,
          line: draft.line))
      return nil
    }
    return (field.type.isList ? cleaned : [cleaned[0]]).map { Assignment.Value(text: $0) }
  }

  /// Names a reference of a record of ours to one that is neither here nor in the source.
  private mutating func checkReference(_ text: String, _ target: Kind, _ draft: Draft) {
    guard let id = RecordID(text), index.record(id) == nil, titles[id] == nil else { return }
    let title = SourceBatch.short(draft.first(draft.kind.titleKey) ?? "")
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” refers to the \(target.singular) \(id.short), which is neither here nor in the file",
        file: draft.file, line: draft.line))
  }

  /// Returns the values of a draft's fields in the order of the kind's table, and whether the source does not say all.
  private mutating func values(
    of draft: Draft, _ owner: Assignment.Value?
  ) -> [(field: Field, values: [Assignment.Value], isOpen: Bool)] {
    var all: [(Field, [Assignment.Value], Bool)] = []
    let fields = library.schema.fields(of: draft.kind)
    // A row of the table is large: only those that the draft tells of are copied.
    for index in fields.indices where fields[index].type != .id {
      if let owner, fields[index].has(.owner) {
        all.append((fields[index], [owner], false))
      } else if !draft.sources.isEmpty, fields[index].key == "sources" {
        all.append((fields[index], draft.sources.map { Assignment.Value(text: $0) }, false))
      } else if let texts = draft.fields[fields[index].key] {
        let field = fields[index]
        let values = values(draft, field, texts)
        all.append((field, values ?? [], values == nil || draft.open.contains(field.key)))
      }
    }
    return all
  }

  // MARK: - What is not taken

  private mutating func skip(_ draft: Draft, _ reason: String) {
    guard draft.rows > 0 else { return }
    summary.skipped += draft.rows
    summary.problems.append(ImportProblem(.skipped, reason, file: draft.file, line: draft.line))
  }

  private mutating func reject(_ draft: Draft, _ error: EditError) {
    let reason =
      switch error {
      case .refused(let path, let refusal): "\(path) cannot be written: \(refusal.reason)"
      case .duplicateID(let id, let paths): "\(paths.joined(separator: " and ")) have the same id \(id.short)"
      case .nameTaken(let name, let record): "“\(name)” is the name of \(record.path)"
      }
    reject(draft, reason)
  }

  private mutating func reject(_ draft: Draft, _ reason: String) {
    set(draft, nil)
    summary.rejected += draft.rows
    summary.problems.append(ImportProblem(.rejected, reason, file: draft.file, line: draft.line))
  }

  /// Holds the import to its promise that each row of the source is in the sum.
  private func checkSum() {
    let sum = summary.new + summary.changed + summary.unchanged + summary.skipped + summary.rejected
    assert(sum == summary.read, "an import accounts for each of its rows")
  }
}
