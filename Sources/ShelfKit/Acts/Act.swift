import ShelfModel
import ShelfStore

/// Something that is done with the records of a library, as a value: what is to happen, without a word, an option or a
/// terminal.
///
/// Planning an act changes nothing. A front end makes the value, `LibraryChange` plans and makes it, and the front end words
/// the `Outcome`; so the same act has the same effect from a command, a key of the browser and an action in an editor.
package protocol Act: Sendable {
  /// Adds what the act changes to a plan.
  ///
  /// - Throws: `Question` if something has to be answered before; `ActRefusal`, or an error of the library below, if it
  ///   cannot be done.
  func plan(_ plan: inout ActPlan) throws

  /// Whether all that it changes is in the records that it is about, so that a library that is followed is known well enough
  /// for it.
  var isLocal: Bool { get }
}

extension Act {
  package var isLocal: Bool { false }
}

/// A value for a field, as a person gives it: `rating`, set, `4.5`.
package struct FieldInput: Hashable, Sendable {
  /// The key of the field, or another name that the schema knows it by.
  package var key: String
  package var operation: Assignment.Operation
  /// One value; the empty text clears the field.
  package var text: String

  package init(_ key: String, _ operation: Assignment.Operation = .set, _ text: String) {
    self.key = key
    self.operation = operation
    self.text = text
  }

  /// Returns what sets a field to these values; a list is set to the first, and the others are added.
  package static func setting(_ key: String, to texts: [String]) -> [FieldInput] {
    guard let first = texts.first else { return [FieldInput(key, .set, "")] }
    return [FieldInput(key, .set, first)] + texts.dropFirst().map { FieldInput(key, .add, $0) }
  }
}

/// Which records an act is about.
package enum Subjects: Sendable {
  /// As a person names them: a title, an id, its beginning, or a file.
  case named([String])
  /// Records of the library that the change has read, such as those that a query finds.
  case records([Record])
  /// The one that is in progress, such as the book that is being read; none, or several, are asked about.
  case current

  package static func ids(_ ids: [RecordID]) -> Subjects { .named(ids.map(\.description)) }
}

/// What is known when an act is planned, and what it plans.
package struct ActPlan {
  package let workspace: Workspace
  package var host: Host { workspace.host }
  package let answers: Answers
  package var edits: EditPlan
  /// The records that the act is about, each once, in their order.
  package private(set) var subjects: [Record] = []
  package var notes: [ActNote] = []
  /// Changes of files that are not edits of records, instead of them.
  var files: [FileChange]?
  /// The entries of the history that are taken back.
  var undo: UndoPlan?
  var result = ActResult.records

  package var library: Library { edits.library }

  init(_ library: Library, _ answers: Answers, in workspace: Workspace) {
    edits = EditPlan(library, now: workspace.host.now())
    self.answers = answers
    self.workspace = workspace
  }

  /// What the act will do.
  var outcome: Outcome {
    Outcome(
      edits, changes: (files ?? edits.changes).withCovers(of: library, in: workspace), subjects: subjects, notes: notes,
      result: result)
  }

  /// Finds the records that the act is about.
  ///
  /// - Parameters:
  ///   - kind: nil if records of any kind are meant.
  ///   - prefersCurrent: whether of several with one name the one in progress is meant, if one alone is.
  /// - Throws: `Question.subject` if none is named, `RecordFinder.Failure`.
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
      }
      self.subjects = found
    }
    return self.subjects
  }

  /// Finds a record by its name; of several that have it, the one that is in progress.
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

  /// Finds the one record that the act is about.
  package mutating func find(_ subject: String?, of kind: Kind) throws -> Record {
    guard let subject else { throw Question.subject(kind, isOne: true) }
    return try find(.named([subject]), of: kind)[0]
  }

  package var finder: RecordFinder {
    RecordFinder(library, resolve: host.fileSystem.resolve, chosen: answers.chosen)
  }

  /// Returns what reads the values that a person gives.
  ///
  /// - Parameter creates: whether a genre or tag that does not exist is made; otherwise only those that the user wants.
  package func reader(creatingMissing creates: Bool = false) -> AssignmentReader {
    AssignmentReader(
      finder, today: host.today(), localTime: host.localTime,
      creatingWith: creates || !answers.made.isEmpty ? host.newID : nil, only: creates ? nil : answers.made)
  }

  /// Makes the genres and tags that a reader found missing.
  package mutating func create(_ missing: [(kind: Kind, id: RecordID, name: String)]) throws(EditError) {
    for missing in missing {
      let title = Assignment.set(library.schema.title(of: missing.kind), to: missing.name)
      try edits.create(missing.kind, missing.id, [title] + edits.colors(of: missing.kind))
    }
  }
}

extension Act {
  /// Returns what the act would do to a library that has been read; nothing is changed.
  ///
  /// - Throws: what `plan` throws.
  package func preview(in library: Library, _ answers: Answers = Answers(), host: Host) throws -> Outcome {
    // What is only tried needs no ids of its own.
    var (host, count) = (host, UInt64(0))
    host.newID = {
      count += 1
      return RecordID(high: 0, low: count)
    }
    var trial = ActPlan(library, answers, in: Workspace(root: library.root, in: host))
    try plan(&trial)
    try trial.settleQueue()
    return trial.outcome
  }
}

extension LibraryChange {
  /// Plans an act over the library as it was read, and returns what it will do; nothing is changed yet.
  ///
  /// - Throws: what `Act.plan` throws; what was planned before is then still planned.
  package mutating func plan(_ act: some Act, _ answers: Answers = Answers()) throws -> Outcome {
    var new = ActPlan(library, answers, in: workspace)
    try act.plan(&new)
    try new.settleQueue()
    planned = new
    return new.outcome
  }
}
