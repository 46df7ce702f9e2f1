import ShelfModel
import ShelfStore
import ShelfText

/// An operation on a library, as a value that is independent of messages, options and terminals.
///
/// A front end creates the value; `LibraryChange` plans it, makes the change and returns an `Outcome`; and the front
/// end turns that outcome into a message. So an act has the same effect whether it comes from a command, a key in the
/// browser, or an action in an editor.
///
/// `plan` adds record edits or changes to whole files to an `ActPlan` and writes nothing. If it needs a decision, it
/// throws a `Question`. The front end gets the answer from the user or from an option, adds it to the `Answers`, and
/// plans the act again from the start. So an act never waits for input, and any front end can handle the question.
package protocol Act: Sendable {
  /// Adds the act's changes to a plan.
  ///
  /// - Throws: `Question` if a question has to be answered first; `ActRefusal`, or an error from a lower layer, if the
  ///   act is impossible.
  func plan(_ plan: inout ActPlan) throws

  /// Whether the act depends only on the records that it changes.
  ///
  /// In that case, a front end that keeps a current snapshot of the library may plan the act on that snapshot, without
  /// reading the library again.
  var isLocal: Bool { get }
}

extension Act {
  package var isLocal: Bool { false }
}

/// A change to a field as entered by a person: for example, setting the `rating` to `4.5`.
package struct FieldInput: Hashable, Sendable {
  /// The key of the field, or another name that the schema accepts for it.
  package var key: String
  package var operation: Assignment.Operation
  /// One value. An empty string clears the field.
  package var text: String

  package init(_ key: String, _ operation: Assignment.Operation = .set, _ text: String) {
    self.key = key
    self.operation = operation
    self.text = text
  }

  /// Returns the inputs that set a field to these values: one that sets the first, and one that adds each of the
  /// others. Without values, returns one that clears the field.
  package static func setting(_ key: String, to texts: [String]) -> [FieldInput] {
    guard let first = texts.first else { return [FieldInput(key, .set, "")] }
    return [FieldInput(key, .set, first)] + texts.dropFirst().map { FieldInput(key, .add, $0) }
  }
}

/// The records that an act applies to.
package enum Subjects: Sendable {
  /// Records as the user named them: by title, id, start of an id, or file.
  case named([String])
  /// Records from the library that the change was planned on, such as the results of a query.
  case records([Record])
  /// The record in progress, such as the book that is being read. If there is not exactly one, the act asks.
  case current

  package static func ids(_ ids: [RecordID]) -> Subjects { .named(ids.map(\.description)) }
}

/// The context for planning an act, and the changes that it plans.
package struct ActPlan {
  package let workspace: Workspace
  package var host: Host { workspace.host }
  package let answers: Answers
  package var edits: EditPlan
  /// The records that the act applies to, in order and without duplicates.
  package private(set) var subjects: [Record] = []
  /// The numbers of copies by which the user named the records, by the path of the record.
  private var namedCopies: [String: [String]] = [:]
  package var notes: [ActNote] = []
  /// The file changes to make instead of the changes from `edits`, or nil if the act changes only records.
  var files: [FileChange]?
  /// The change to the library's manifest, which is made together with the other changes, or nil if the manifest does
  /// not change.
  var manifest: FileChange?
  /// The undo or redo that the act carries out, or nil if it is a different act.
  var undo: UndoPlan?
  var result = ActResult.records

  package var library: Library { edits.library }

  init(_ library: Library, _ answers: Answers, in workspace: Workspace) {
    edits = EditPlan(library, now: workspace.host.now())
    self.answers = answers
    self.workspace = workspace
  }

  /// The outcome of the act, before it is carried out.
  var outcome: Outcome {
    get throws(TransactionError) {
      Outcome(
        edits,
        changes: try ((files ?? edits.changes) + [manifest].compactMap { $0 }).withCovers(of: library, in: workspace),
        subjects: subjects, notes: notes, result: result)
    }
  }

  /// Finds the records that the act applies to.
  ///
  /// - Parameters:
  ///   - kind: nil to find records of any kind.
  ///   - prefersCurrent: whether an ambiguous name refers to the record in progress, if exactly one candidate is in
  ///     progress.
  /// - Throws: `Question.subject` if the user named no record, `Question.current`, or `RecordFinder.Failure`.
  package mutating func find(
    _ subjects: Subjects, of kind: Kind?, prefersCurrent: Bool = false
  ) throws -> [Record] {
    switch subjects {
    case .records(let records): self.subjects = records
    case .current:
      guard let kind else { throw Question.subject(nil, isOne: false) }
      let current = library.inProgress(kind)
      guard current.count == 1 else { throw Question.current(kind, current) }
      self.subjects = current
    case .named([]): throw Question.subject(kind, isOne: false)
    case .named(let names):
      let finder = finder
      var found: [Record] = []
      for name in names {
        let record = try prefersCurrent ? current(called: name, kind, finder) : finder.find(name, kind, .exact)
        if !found.contains(where: { $0.path == record.path }) { found.append(record) }
        if Folding.fold(name) != Folding.fold(record.title), let copy = CopyNumbers(record, library.schema)[name],
          !copies(namedOf: record).contains(copy)
        {
          namedCopies[record.path, default: []].append(copy)
        }
      }
      self.subjects = found
    }
    return self.subjects
  }

  /// Returns the numbers of the copies that the user named instead of a record.
  func copies(namedOf record: Record) -> [String] { namedCopies[record.path] ?? [] }

  /// Finds a record by its name. If several records have this name, finds the only one in progress.
  private func current(called name: String, _ kind: Kind?, _ finder: RecordFinder) throws(RecordFinder.Failure)
    -> Record
  {
    do throws(RecordFinder.Failure) { return try finder.find(name, kind, .exact) } catch {
      guard case .ambiguous(_, let kind?, let candidates) = error else { throw error }
      let paths = Set(candidates.map(\.path))
      let current = library.inProgress(kind).filter { paths.contains($0.path) }
      guard current.count == 1 else { throw error }
      return current[0]
    }
  }

  /// Finds the single record that the act applies to.
  package mutating func find(_ subject: String?, of kind: Kind) throws -> Record {
    guard let subject else { throw Question.subject(kind, isOne: true) }
    return try find(.named([subject]), of: kind)[0]
  }

  package var finder: RecordFinder {
    RecordFinder(library, resolve: host.fileSystem.resolve, chosen: answers.chosen)
  }

  /// Returns a parser for values entered by a person.
  ///
  /// - Parameter creates: whether to create any genre or tag that does not exist. If false, only the names that the
  ///   user has approved are created.
  package func parser(creatingMissing creates: Bool = false) -> AssignmentParser {
    AssignmentParser(
      finder, today: host.today(), localTime: host.localTime,
      creatingWith: creates || !answers.made.isEmpty ? host.newID : nil, only: creates ? nil : answers.made)
  }

  /// Plans the creation of genres and tags that a parser found to be missing.
  package mutating func create(_ missing: [(kind: Kind, id: RecordID, name: String)]) throws(EditError) {
    for missing in missing {
      let title = Assignment.set(library.schema.title(of: missing.kind), to: missing.name)
      try edits.create(missing.kind, missing.id, [title] + edits.colors(of: missing.kind))
    }
  }
}

extension Act {
  /// Returns the changes that the act would make to a library in memory, without changing anything.
  ///
  /// - Throws: the errors of `plan`.
  package func preview(in library: Library, _ answers: Answers = Answers(), host: Host) throws -> Outcome {
    // A preview does not need random ids.
    var (host, count) = (host, UInt64(0))
    host.newID = {
      count += 1
      return RecordID(high: 0, low: count)
    }
    var trial = ActPlan(library, answers, in: Workspace(root: library.root, in: host))
    try plan(&trial)
    try trial.leaveQueue()
    return try trial.outcome
  }
}

extension LibraryChange {
  /// Plans an act for the library as it was read, and returns the expected outcome. Nothing is changed yet.
  ///
  /// - Throws: the errors of `Act.plan`. In that case, any act that was planned before remains planned.
  package mutating func plan(_ act: some Act, _ answers: Answers = Answers()) throws -> Outcome {
    var new = ActPlan(library, answers, in: workspace)
    try act.plan(&new)
    try new.leaveQueue()
    planned = new
    try considerNewManifest()
    return try new.outcome
  }
}
