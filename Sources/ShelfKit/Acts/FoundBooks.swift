import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText

/// The result of adding books from catalogues, or of filling in their fields.
package struct LookupResult: Sendable {
  /// The name of the catalogue for each record that is new or may change.
  package internal(set) var origins: [RecordID: String] = [:]
  /// The number of books that were skipped because the library has them.
  package internal(set) var skipped = 0
  /// The books that were omitted because their catalogue has the same record for another requested ISBN.
  package internal(set) var repeated: [FoundBook] = []
  /// The records whose values differ from the catalogue's. The library keeps its own values.
  package internal(set) var differences: [ImportSummary.RecordChange] = []
}

/// Adds books that were found in catalogues, by importing a draft for each.
///
/// A book that was deleted from the library is added again, because the user requests it.
package struct AddFoundBooks: Act {
  package var books: [FoundBook]
  /// Values from the user, which take precedence over the catalogue's values.
  package var values: [FieldInput]
  /// Whether to create genres and tags that do not exist.
  package var createsMissing = false
  /// Whether to skip books that the library already has, instead of asking.
  package var passesOver = false
  /// Whether to use the catalogue's series, although it is often a publisher's series.
  package var takesSeries = false
  /// The catalogue's subjects that the user wants as genres, which are created if necessary.
  package var newGenres: [String] = []

  package init(_ books: [FoundBook], _ values: [FieldInput] = []) {
    self.books = books
    self.values = values
  }

  package func plan(_ plan: inout ActPlan) throws {
    var parser = plan.parser(creatingMissing: createsMissing)
    let given = try plan.turningNames(values.map { try parser.read(key: $0.key, .set, $0.text, .book) })
    try plan.create(parser.missing)
    var lookedUp = LookupResult()
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
        lookedUp.skipped += 1
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

/// Fills the empty fields of records from catalogues, and replaces the fields that the user names.
package struct FillRecords: Act {
  package var books: [(record: RecordID, book: FoundBook)]
  /// The keys of the fields whose values may be replaced with the catalogue's.
  package var takes: Set<String>

  package init(_ books: [(record: RecordID, book: FoundBook)], taking takes: Set<String> = []) {
    self.books = books
    self.takes = takes
  }

  package func plan(_ plan: inout ActPlan) throws {
    var lookedUp = LookupResult()
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
  /// Returns the books that have an ISBN, together with the ISBN.
  ///
  /// - Throws: `ActRefusal.noField` if the library declares a custom field that replaces the ISBN.
  package func numbered(_ books: [Record]) throws(ActRefusal) -> [(book: Record, number: ISBN)] {
    guard let field = schema.field(.isbn, of: .book) else { throw .noField(.book, key: "isbn") }
    return books.compactMap { book in book.texts(of: field).first.flatMap { ISBN($0) }.map { (book, $0) } }
  }
}

extension FoundBook {
  /// Returns the book without the catalogue's values for these fields.
  package func leavingOut(_ fields: [String]) -> FoundBook {
    var found = self
    for field in fields.map(FieldHandle.init(named:)) where !found.book.draft[field].isEmpty {
      found.book.draft.replace(field, [])
    }
    if fields.contains(FieldHandle.genres.key) { found.book.subjects = [] }
    return found
  }

  /// Returns the genres of the library that match the catalogue's subjects.
  package func genres(in library: Library) -> [String] {
    let wanted = Set(book.subjects.map { Folding.fold($0) })
    return library.records(of: .genre).map(\.title).filter { wanted.contains(Folding.fold($0)) }
  }

  /// Returns the other subjects of the book that may become genres: at most 12, without duplicates, and short enough
  /// for a name.
  package func candidates(in library: Library) -> [String] {
    var seen = Set(genres(in: library).map { Folding.fold($0) })
    let short = book.subjects.filter { $0.count <= 30 && !$0.contains("--") && !$0.contains(where: \.isNewline) }
    return Array(short.filter { seen.insert(Folding.fold($0)).inserted }.prefix(12))
  }

  /// Returns the draft to import. It includes the series if the user wants it, and the subjects of the book that are
  /// genres in the library.
  ///
  /// Subjects never become new genres automatically.
  fileprivate func draft(in library: Library, takesSeries: Bool) -> Draft {
    var draft = book.draft
    draft.file = title
    if takesSeries || book.isSeriesTyped { draft.set(.series, book.series) }
    let genres = genres(in: library)
    if !genres.isEmpty { draft.add(.genres, genres) }
    draft.markEmptyIncomplete()
    return draft
  }
}

extension Draft {
  /// Returns the values of a new book for the duplicate check. The user's values take precedence over the draft's.
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
  /// Returns the id for a new record. It is derived from the catalogue's key, so that it is the same in every library.
  /// If this library already uses that id, returns a random one.
  fileprivate func id(of draft: Draft, from catalogue: String) -> RecordID {
    let derived = RecordID.derived(from: "\(catalogue):\(draft.kind.singular):\(draft.key)", in: .imports)
    let isTaken = library.record(derived) != nil || library.unreadable.contains { $0.statedID == derived }
    return isTaken ? host.newID() : derived
  }

  /// Returns the default assignments for a new book's date and initial state, except for fields that are already
  /// assigned.
  fileprivate func defaults(but said: [Assignment]) -> [Assignment] {
    library.schema.fields(of: .book).filter { field in !said.contains { $0.field.index == field.index } }
      .compactMap { field in host.defaultText(of: field).map { .set(field, to: $0) } }
  }

  /// Plans the import of drafts, separately for each catalogue.
  fileprivate mutating func take(
    _ drafts: [(found: FoundBook, draft: Draft)], takes: Set<String> = [], revives: Bool = false,
    _ lookedUp: inout LookupResult
  ) throws {
    var options = ImportOptions()
    (options.overwrittenFields, options.revives) = (takes, revives)
    var bases: [FileChange] = []
    var names: [PersonNames.Entry] = []
    var catalogues: [String] = []
    for (found, _) in drafts where !catalogues.contains(found.catalogue) { catalogues.append(found.catalogue) }
    for catalogue in catalogues {
      let batch = SourceBatch(drafts.filter { $0.found.catalogue == catalogue }.map(\.draft), format: catalogue)
      let base = try workspace.importBase(of: catalogue)
      var run = ImportRun(batch, into: library, base, options)
      try run.add(to: &edits)
      lookedUp.differences += run.summary.differences
      names += run.newNames
      if let change = run.baseChange() { bases.append(change) }
    }
    // If no record changes, the import bases do not change either.
    let changes = edits.changes
    files = changes.isEmpty ? [] : changes + bases
    if !changes.isEmpty { _ = try? addNames(names) }
  }
}
