import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText

/// What became of books that catalogues know.
package struct LookedUp: Sendable {
  /// The catalogue of each record that is new or may change, in words.
  package internal(set) var origins: [RecordID: String] = [:]
  /// How many books were passed over because the library has them.
  package internal(set) var passedOver = 0
  /// Books that were left out because their catalogue lists them under the same record as another number.
  package internal(set) var repeated: [FoundBook] = []
  /// Where a catalogue says something else than the library, which stays.
  package internal(set) var differences: [ImportSummary.RecordChange] = []
}

/// Makes records of books that catalogues know: an import of a row for each.
///
/// A book comes back that was deleted here once, because a person asks for it.
package struct AddFoundBooks: Act {
  package var books: [FoundBook]
  /// What the person says of the book, which goes before what catalogues say.
  package var values: [FieldInput]
  /// Whether genres and tags that do not exist are made.
  package var createsMissing = false
  /// Whether books that are there already are passed over, instead of being asked about.
  package var passesOver = false
  /// Whether the series is taken, which catalogues confuse with publishers' series.
  package var takesSeries = false
  /// What catalogues say the books are about and the person wants as genres, which are made.
  package var newGenres: [String] = []

  package init(_ books: [FoundBook], _ values: [FieldInput] = []) {
    self.books = books
    self.values = values
  }

  package func plan(_ plan: inout ActPlan) throws {
    var reader = plan.reader(creatingMissing: createsMissing)
    let given = try values.map { try reader.read(key: $0.key, .set, $0.text, .book) }
    try plan.create(reader.missing)
    var lookedUp = LookedUp()
    var drafts: [(FoundBook, Draft)] = []
    var seen: Set<String> = []
    var duplicates = DuplicateTable(.book, in: plan.library)
    for found in books {
      var draft = found.draft(in: plan.library, takesSeries: takesSeries)
      if !newGenres.isEmpty { draft.add(.genres, newGenres) }
      draft.isNew = true
      let said = draft.assignments(beside: given, plan.library.schema)
      if !plan.answers.allowsDuplicate, let duplicate = duplicates.duplicate(of: said) {
        guard passesOver else { throw Question.duplicate(duplicate) }
        lookedUp.passedOver += 1
        continue
      }
      guard seen.insert(found.catalogue + "\u{1F}" + draft.key).inserted else {
        lookedUp.repeated.append(found)
        continue
      }
      let id = plan.id(of: draft, from: found.catalogue)
      draft.newID = id
      draft.given = given + plan.defaults(but: said)
      lookedUp.origins[id] = found.title
      drafts.append((found, draft))
    }
    try plan.take(drafts, revives: true, &lookedUp)
    plan.result = .lookedUp(lookedUp)
  }
}

/// Fills what is empty in records from what catalogues say, and replaces what the person names.
package struct FillRecords: Act {
  package var books: [(record: RecordID, book: FoundBook)]
  /// The fields that are replaced where they hold something else.
  package var takes: Set<String>

  package init(_ books: [(record: RecordID, book: FoundBook)], taking takes: Set<String> = []) {
    self.books = books
    self.takes = takes
  }

  package func plan(_ plan: inout ActPlan) throws {
    var lookedUp = LookedUp()
    var drafts: [(FoundBook, Draft)] = []
    var subjects: [Record] = []
    for (id, found) in books {
      guard let record = plan.library.record(id) else { continue }
      var draft = found.draft(in: plan.library, takesSeries: takes.contains(FieldHandle.series.key))
      draft.about = id
      lookedUp.origins[id] = found.title
      drafts.append((found, draft))
      subjects.append(record)
    }
    _ = try plan.find(.records(subjects), of: .book)
    try plan.take(drafts, takes: takes, &lookedUp)
    plan.result = .lookedUp(lookedUp)
  }
}

extension Library {
  /// Returns the books among some that have an ISBN, with it.
  ///
  /// - Throws: `ActRefusal.noField` if the library declares a field of its own in place of that one.
  package func numbered(_ books: [Record]) throws(ActRefusal) -> [(book: Record, number: ISBN)] {
    guard let field = schema.field(.isbn, of: .book) else { throw .noField(.book, key: "isbn") }
    return books.compactMap { book in book.texts(of: field).first.flatMap { ISBN($0) }.map { (book, $0) } }
  }
}

extension FoundBook {
  /// Returns the book without what the catalogue says of some fields, which the person does not want.
  package func leavingOut(_ fields: [String]) -> FoundBook {
    var found = self
    for field in fields.map(FieldHandle.init(named:)) where !found.book.draft[field].isEmpty {
      found.book.draft.replace(field, [])
    }
    if fields.contains(FieldHandle.genres.key) { found.book.subjects = [] }
    return found
  }

  /// Returns the genres of the library that the catalogue says the book is of.
  package func genres(in library: Library) -> [String] {
    let wanted = Set(book.subjects.map { Folding.fold($0) })
    return library.records(of: .genre).map(\.title).filter { wanted.contains(Folding.fold($0)) }
  }

  /// Returns what else the catalogue says the book is about, each once: few enough to choose from, and short enough for the
  /// name of a genre.
  package func candidates(in library: Library) -> [String] {
    var seen = Set(genres(in: library).map { Folding.fold($0) })
    let short = book.subjects.filter { $0.count <= 30 && !$0.contains("--") && !$0.contains(where: \.isNewline) }
    return Array(short.filter { seen.insert(Folding.fold($0)).inserted }.prefix(12))
  }

  /// Returns the draft that is imported: with the series if that is wanted, and with the genres that the library has of all
  /// that the book is about. None is ever made of a catalogue's subjects.
  fileprivate func draft(in library: Library, takesSeries: Bool) -> Draft {
    var draft = book.draft
    draft.file = title
    if takesSeries || book.isSeriesTyped { draft.set(.series, book.series) }
    let genres = genres(in: library)
    if !genres.isEmpty { draft.add(.genres, genres) }
    draft.leaveEmptyOpen()
    return draft
  }
}

extension Draft {
  /// Returns what tells a new book from others: what the person says, and else what the draft does.
  fileprivate func assignments(beside given: [Assignment], _ schema: Schema) -> [Assignment] {
    given
      + schema.fields(of: kind).compactMap { field in
        let texts = self[FieldHandle(field)]
        if texts.isEmpty || given.contains(where: { $0.field.index == field.index }) { return nil }
        return Assignment(field, .set, texts.map { Assignment.Value(text: $0) })
      }
  }
}

extension ActPlan {
  /// Returns the id of a new record: the one that every other library would give it, unless this one has that already.
  fileprivate func id(of draft: Draft, from catalogue: String) -> RecordID {
    let derived = RecordID.derived(from: "\(catalogue):\(draft.kind.singular):\(draft.key)", in: .imports)
    let isTaken = library.record(derived) != nil || library.unreadable.contains { $0.statedID == derived }
    return isTaken ? host.newID() : derived
  }

  /// Returns the date and the first state of a new book.
  fileprivate func defaults(but said: [Assignment]) -> [Assignment] {
    library.schema.fields(of: .book).filter { field in !said.contains { $0.field.index == field.index } }
      .compactMap { field in host.defaultText(of: field).map { .set(field, to: $0) } }
  }

  /// Plans what drafts bring, as an import from each of their catalogues.
  fileprivate mutating func take(
    _ drafts: [(found: FoundBook, draft: Draft)], takes: Set<String> = [], revives: Bool = false,
    _ lookedUp: inout LookedUp
  ) throws {
    var options = ImportOptions()
    (options.takes, options.revives) = (takes, revives)
    var bases: [FileChange] = []
    var catalogues: [String] = []
    for (found, _) in drafts where !catalogues.contains(found.catalogue) { catalogues.append(found.catalogue) }
    for catalogue in catalogues {
      let batch = SourceBatch(drafts.filter { $0.found.catalogue == catalogue }.map(\.draft), format: catalogue)
      let base = try workspace.importBase(of: catalogue)
      var run = ImportRun(batch, into: library, base, options)
      try run.add(to: &edits)
      lookedUp.differences += run.summary.differences
      if let change = run.baseChange() { bases.append(change) }
    }
    // What was only compared leaves no trace.
    let changes = edits.changes
    files = changes.isEmpty ? [] : changes + bases
  }
}
