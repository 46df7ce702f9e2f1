import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Turns the drafts of a source into changes to a library.
///
/// For each draft, the run finds the record that the draft describes (`match`) and merges the two (`merge`). A shared
/// id or source takes precedence over the ISBN, and the ISBN over the title and the authors. If there is no such
/// record, the run creates one, unless the record of an earlier import was deleted from the library. Genres and tags
/// come first, then books, then everything that belongs to books, so that the record that a reference points to is
/// already known. The run writes no files. It adds edits to an `EditPlan`, and it counts every row of the source in an
/// `ImportSummary`.
///
/// The source's values become the base of the next import (`ImportBase`). Therefore importing the same file again
/// changes nothing, and a newer file does not overwrite edits that the user has made since then. The id of a new record
/// is derived from its key in the source, so that everybody who imports the file gets records with the same ids.
///
/// If several files are imported together, one file may describe books that another file adds. So there are rounds:
/// each round takes the drafts of one file from each group of related books (`BookGroups`), and the next round starts
/// with the library as the previous round leaves it.
package struct ImportRun {
  var library: Library
  let options: ImportOptions
  var index: RecordIndex
  var names: NameTable
  package internal(set) var base: ImportBase
  package internal(set) var summary: ImportSummary
  let format: String
  /// Whether the format is generic, such as a table or a list without a program's distinctive columns.
  let isGeneral: Bool
  /// The new entries for the library's `names`: the sort forms of new names that cannot be guessed.
  package internal(set) var newNames: [PersonNames.Entry] = []
  /// The folded names of these entries.
  var newNameKeys: Set<String> = []
  /// The drafts of this round.
  var drafts: [Draft]
  private(set) var laterDrafts: [Draft] = []
  /// The groups of drafts that may describe the same book, or nil if there is only one file.
  private var groups: BookGroups?
  /// The records of finished drafts, for the drafts that belong to them. The value is nil for a draft that was not
  /// imported.
  ///
  /// This is empty if no draft belongs to another one.
  private var records: [Draft.Key: Assignment.Value?] = [:]
  private let hasOwners: Bool
  /// The default date added of books whose sources had none: the day of the import. A date from a source replaces it.
  private lazy var defaultDays = base.defaultDays.merging(otherDefaultDays()) { own, _ in own }
  private let otherDefaultDays: () -> [RecordID: String]
  /// The way to write each language, by its tag.
  lazy var languages = usualLanguages()
  /// The currencies for amounts without one, by field.
  var usualCurrencies: [Kind: [FieldHandle: String?]] = [:]
  /// For fields with amounts in several currencies, the most frequent one, and how many amounts got it.
  var mixedAmounts: [FieldHandle: (currency: String, count: Int)] = [:]
  /// The records that drafts of this round have been matched with, or will create.
  private(set) var claimed: Set<RecordID> = []
  private var deleted: Set<RecordID> = []
  /// The records of editions and copies, with the keys of their rows. No other row is matched with them by title.
  var reserved: [RecordID: String] = [:]
  /// The fields that number copies, according to the files of this round and the library.
  private(set) var numberFields: Set<FieldHandle> = []
  /// The known sources of the books in this import, each with the files that state it.
  private(set) var stated: [String: [String]] = [:]
  /// The ISBNs of each file's books. A book in the library that has such an ISBN is reserved for the row with the same
  /// ISBN.
  let numbers: [String: Set<ISBN>]
  /// The ids that notes in each file state. No other row of the file is matched with these books.
  let statedIDs: [String: Set<RecordID>]
  let hasSeveralFiles: Bool
  /// The checksums that identify the files, by their paths.
  let checksums: [String: SourceChecksums]
  /// Outdated files: their contents were imported before, and the same files have been imported with different contents
  /// since.
  let oldFiles: Set<String>
  /// The titles of the records in the source that have ids.
  let titles: [RecordID: String]
  /// The genres and tags of this library that have the same names as those in another shelf library's export, by the
  /// ids in the export. The names of genres and tags are unique.
  private(set) var namesakes: [RecordID: RecordID] = [:]
  /// The paths of records that cannot be read, by their ids.
  private let unreadable: [RecordID: String]
  /// The books that this round creates.
  var made: [RecordID: Likeness] = [:]
  var madeTable = LikenessTable()
  /// The number of new books whose date of addition is empty in the source.
  var undated = 0
  /// The loans of the books that lists of loans mention, as the rows of this round have changed them so far.
  var lent: [RecordID: BookLoans] = [:]
  /// The books of the library by the numbers of their copies, for lists of loans with such numbers.
  private(set) var numberedBooks: [String: [RecordID]] = [:]
  /// For each book whose loans have changed, the index of its entry in the summary's changes.
  var loanChanges: [RecordID: Int] = [:]
  /// The books that are mentioned without a title. Drafts that belong to them are rejected.
  private var untitled: [Draft.Key: Draft] = [:]
  /// The messages about names that were already reported, so that none is repeated.
  var reportedMessages: Set<String> = []
  /// The number of notes that have not been edited since their export but differ from the library.
  var outdatedNotes = 0
  /// The books of this round that resemble a book of the library or another new book.
  var twins: [(title: String, other: RecordID)] = []
  /// The books that this round has created so far, in the order of the source.
  var newBooks: [(id: RecordID, title: String, authors: [String])] = []

  /// - Parameter otherDefaultDays: a function that returns the default dates from imports of other formats.
  package init(
    _ batch: consuming SourceBatch, into library: Library, _ base: ImportBase, _ options: ImportOptions,
    otherDefaultDays: @escaping () -> [RecordID: String] = { [:] }
  ) {
    self.otherDefaultDays = otherDefaultDays
    let format = batch.format
    self.format = format
    isGeneral = ImportFormat.named(format)?.isGeneric ?? false
    hasSeveralFiles = batch.files.count > 1
    drafts = batch.takeDrafts()
    for position in drafts.indices { drafts[position].takeSortForms(library.schema) }
    for position in drafts.indices where drafts[position].newID == nil {
      drafts[position].newID = ImportRun.newID(of: drafts[position], format)
    }
    hasOwners = drafts.contains { $0.owner != nil }
    self.library = library
    self.options = options
    checksums = batch.checksums
    self.base = base
    var oldFiles: Set<String> = []
    for file in batch.files {
      guard let contents = checksums[file]?.contents else { continue }
      if self.base.isOld(contents) { oldFiles.insert(file) }
      self.base.remember(contents: contents)
    }
    self.oldFiles = oldFiles
    index = RecordIndex(library)
    names = NameTable(library)
    summary = ImportSummary(batch)
    unreadable = Dictionary(
      library.unreadable.compactMap { file in file.statedID.map { ($0, file.path) } },
      uniquingKeysWith: { first, _ in first })
    // If the library has no books, books can only be matched with books from another file.
    let hasBooks = !library.records(of: .book).isEmpty || hasSeveralFiles
    numbers = hasBooks ? ImportRun.byFile(drafts) { $0.first(.isbn).flatMap { ISBN(exported: $0) } } : [:]
    statedIDs = ImportRun.byFile(drafts) { $0.statedID }
    titles = Dictionary(
      drafts.compactMap { draft in
        draft.id.flatMap { id in draft.title.map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
    if hasSeveralFiles {
      groups = BookGroups(drafts, base, index, library.schema)
      (drafts, laterDrafts) = ([], drafts)
    }
    beginRound()
  }

  /// Returns the values of a property of the books in each file.
  private static func byFile<Value: Hashable>(_ drafts: [Draft], _ value: (Draft) -> Value?) -> [String: Set<Value>] {
    var all: [String: Set<Value>] = [:]
    for draft in drafts where draft.kind == .book {
      guard let value = value(draft) else { continue }
      for file in [draft.file] + draft.otherFiles { all[file, default: []].insert(value) }
    }
    return all
  }

  /// Starts a round with the books of one file from each group, and with all drafts that do not belong to a book of a
  /// later round.
  private mutating func beginRound() {
    if let groups {
      var files: [Int: String] = [:]
      var later: Set<Draft.Key> = []
      let left = laterDrafts
      laterDrafts = []
      for draft in left where draft.kind == .book {
        guard let group = groups.group(of: draft) else { continue }
        if files[group] == nil { files[group] = draft.file }
        if files[group] == draft.file { continue }
        for file in [draft.file] + draft.otherFiles { later.insert(key(of: draft).of(file)) }
      }
      for draft in left {
        let book = draft.kind == .book ? key(of: draft) : draft.owner
        if let book, later.contains(book.of(draft.file)) { laterDrafts.append(draft) } else { drafts.append(draft) }
      }
    }
    numberFields = fieldsOfNumbers()
    numberedBooks = booksByNumber()
    assignSharedKeys()
    noteSources()
    findNamesakes()
  }

  /// Finds the genres and tags whose names already belong to records with other ids in this library.
  private mutating func findNamesakes() {
    var known: [Kind: [String: RecordID]] = [:]
    for draft in drafts where draft.kind.hasUniqueNames {
      guard let id = draft.id, let name = draft.title?.lowercased(), index.record(id) == nil else { continue }
      let names =
        known[draft.kind]
        ?? Dictionary(
          library.records(of: draft.kind).map { ($0.title.lowercased(), $0.id) },
          uniquingKeysWith: { first, _ in first })
      known[draft.kind] = names
      namesakes[id] = names[name]
    }
  }

  /// Stores which files state the sources of this round's books.
  private mutating func noteSources() {
    if !hasSeveralFiles, library.records(of: .book).isEmpty { return }
    for draft in drafts where draft.kind == .book {
      for source in draft.sources {
        let files = stated[source] ?? []
        stated[source] = files + ([draft.file] + draft.otherFiles).filter { !files.contains($0) }
      }
    }
  }

  /// Adds the edits of this round's drafts to a plan.
  ///
  /// - Parameters:
  ///   - deleted: the candidates that were deleted from the library, according to its history.
  ///   - progress: called with the number of drafts that are done and the total number of drafts.
  package mutating func add(
    to plan: inout EditPlan, deleted: Set<RecordID> = [], progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditError) {
    self.deleted = deleted
    names.deleted = deleted
    try plan.write(threads: options.threads) { plan throws(EditError) in takeAll(&plan, progress) }
    reportOutdatedNotes()
    reportMixedAmounts()
    for (name, known) in names.unequal.sorted(by: { $0.key < $1.key })
    where reportedMessages.insert("\(name)\u{1F}\(known)").inserted {
      summary.notes.append(
        "“\(CleanText.short(name))” is treated as “\(CleanText.short(known))”, which already exists")
    }
    reportNewBooks(in: plan)
    if laterDrafts.isEmpty { checkSum() }
  }

  private mutating func takeAll(_ plan: inout EditPlan, _ progress: (Int, Int) -> Void) {
    var done = 0
    // Records are created before the records that refer to them.
    for kind in ImportRun.order {
      for draft in drafts where draft.kind == kind {
        // A book from a shelf library is identified by its id alone.
        let likeness = kind == .book && !draft.hasReferences ? Likeness(draft) : nil
        done += 1
        if done % 256 == 0 { progress(done, drafts.count) }
        do throws(EditError) {
          try take(draft, likeness, &plan)
        } catch {
          reject(draft, error)
        }
      }
    }
    progress(done, drafts.count)
  }

  /// Whether there are no drafts for later rounds.
  package var isDone: Bool { laterDrafts.isEmpty }

  /// Starts the next round, with the library as this round leaves it.
  package mutating func beginNextRound(in library: Library) {
    self.library = library
    index = RecordIndex(library)
    names = NameTable(library)
    (drafts, claimed, made, madeTable, lent, loanChanges) = ([], [], [:], LikenessTable(), [:], [:])
    beginRound()
  }

  /// The order of kinds, so that records are created before others refer to them.
  private static let order = [Kind.genre, .tag, .book] + Kind.allCases.filter { ![.genre, .tag, .book].contains($0) }

  /// Returns the change to the import base's file, or nil if the file does not change.
  package func baseChange() -> FileChange? {
    base.write().map { FileChange(path: base.path, old: base.old, new: $0) }
  }

  func key(of draft: Draft) -> Draft.Key { Draft.Key(kind: draft.kind, text: draft.key) }

  // MARK: - One draft

  private mutating func take(_ draft: Draft, _ likeness: Likeness?, _ plan: inout EditPlan) throws(EditError) {
    let key = key(of: draft)
    // An id that shelf wrote takes precedence over the record that an earlier import found for the note.
    let known = base.id(of: key).flatMap { draft.statedID == nil || draft.statedID == $0 ? $0 : nil }
    var owner: Assignment.Value?
    if let wanted = draft.owner {
      guard let found = records[wanted], let found else {
        if let book = untitled[wanted] { return reject(draft, of: book) }
        return skip(draft, "its book was deleted here")
      }
      owner = found
    }
    if let likeness, let book = numberedBook(draft) {
      if let reason = contradiction(of: draft, likeness, book) { return reject(draft, reason) }
      var draft = draft
      draft.setCopy(CopyNumbers(book, library.schema)[draft.copyNumber])
      set(draft, Assignment.Value(text: book.id.description, name: book.title))
      return try merge(draft, into: book, &plan)
    }
    if let record = match(draft, known, likeness, owner.flatMap { RecordID($0.text) }) {
      if known == nil { note(draft, isTakenFor: record) }
      if let likeness { noteCopies(draft, likeness, isTakenFor: record) }
      // If the row's book was merged into this record, the record stays available for its own row.
      if remainder(of: draft) == nil { claimed.insert(record.id) }
      set(draft, Assignment.Value(text: record.id.description, name: record.title))
      return try merge(withGenres(draft, of: record), into: record, &plan)
    }
    let id = draft.isNew ? newID(of: draft) : known ?? newID(of: draft)
    if let other = index.record(id), other.kind != draft.kind {
      let title = CleanText.short(other.title)
      return reject(draft, "the id \(id.short) belongs to the \(other.kind.singular) “\(title)” in \(other.path)")
    }
    if let path = unreadable[id] {
      set(draft, nil)
      return skip(draft, "its record cannot be read: \(path)")
    }
    let wasDeleted = known != nil || deleted.contains(id)
    if wasDeleted, !options.revives {
      set(draft, nil)
      return skip(draft, "it was deleted here", isDeletion: true)
    }
    if draft.rows == 0, draft.title == nil {
      untitled[key] = draft
      if draft.count > 0 { return reject(draft, draft.reasonWithoutTitle ?? "the file does not contain the title") }
      return set(draft, nil)
    }
    if draft.statedID != nil, draft.title == nil { return reject(draft, "no title, which a new book needs") }
    if draft.isLoan, let likeness, let near = index.near(likeness) {
      return reject(draft, "several books have this title, such as \(near.path); add a column with the authors")
    }
    if draft.isBrief, let likeness, let near = index.near(likeness), !briefMatches(draft, likeness).isEmpty,
      briefMatch(draft, likeness) == nil
    {
      return reject(draft, "several books have this title, such as \(near.path); write the full names of the authors")
    }
    if draft.isLoan, !draft.copyNumber.isEmpty {
      let title = CleanText.short(draft.title ?? "")
      return reject(draft, "no book has the number or the title, “\(title)”; add the book first")
    }
    claimed.insert(id)
    names.isReviving = wasDeleted
    defer { names.isReviving = false }
    try create(withGenres(draft, of: nil), key, likeness, id, owner, &plan)
  }

  /// Returns a draft whose keywords are genres if they name genres of the record, or genres of the library that are not
  /// also tags.
  private func withGenres(_ draft: Draft, of record: Record?) -> Draft {
    guard draft.hasKeywords else { return draft }
    func has(_ id: RecordID?, _ field: FieldHandle) -> Bool {
      id.map { id in record.map { texts(field, of: $0).contains(id.description) } ?? false } ?? false
    }
    var (genres, tags): ([String], [String]) = ([], [])
    for name in draft[.tags] {
      let key = NameTable.key(name)
      let (genre, tag) = (names.id(key: key, .genre), names.id(key: key, .tag))
      let isKnown = genre != nil || base.id(of: Draft.Key(kind: .genre, text: key)) != nil
      let isGenre = has(genre, .genres) || isKnown && tag == nil
      if isGenre { genres.append(name) }
      if !isGenre || has(tag, .tags) { tags.append(name) }
    }
    var draft = draft
    if !genres.isEmpty { draft.add(.genres, genres) }
    draft.replace(.tags, tags)
    return draft
  }

  /// Stores a draft's record, or nil if it has none, for the drafts that belong to this draft.
  mutating func set(_ draft: Draft, _ record: Assignment.Value?) {
    if hasOwners, draft.owner == nil { records[key(of: draft)] = .some(record) }
  }

  /// Returns whether a value of a record is merely a default: the date of an import whose source had no date.
  mutating func isDefaultDay(_ text: String, _ field: Field, of record: Record) -> Bool {
    field.has(.created) && field.type == .date && defaultDays[record.id] == text
  }

  mutating func make(_ values: [Assignment.Value], _ plan: inout EditPlan) throws(EditError) {
    for kind in try names.make(values, in: &plan, &base) { summary.records[kind, default: 0] += 1 }
  }

  /// Asserts that the summary accounts for every row of the source.
  private func checkSum() {
    let sum = summary.new + summary.changed + summary.unchanged + summary.skipped + summary.rejected
    assert(sum == summary.read, "an import accounts for each of its rows")
  }
}
