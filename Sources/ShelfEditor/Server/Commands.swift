import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText
import ShelfWording
import YAMLEdit

/// Executes the commands of `workspace/executeCommand`.
///
/// A command becomes the same `Act` that the command line runs, in one transaction that can be undone. If the act would
/// change a file that is open with unsaved text, nothing is written; instead the act is run in memory on the unsaved
/// text, and the client is asked to apply the result. In this way, text that the user has typed is never overwritten.
struct Commands {
  private let server: EditorServer

  init(_ server: EditorServer) { self.server = server }

  func run(_ params: JSON) throws(RPCError) -> JSON {
    guard let command = params["command"]?.text.flatMap(ServerCommand.init) else {
      throw .invalidParams("unknown command \(params["command"]?.text ?? "")")
    }
    let arguments = params["arguments"]?.items.first ?? .null
    guard let (library, path) = arguments["uri"]?.text.flatMap(server.document),
      let snapshot = library.snapshot(path, isWhole: true)
    else { throw .invalidParams("the text is not open, or not in a library") }
    let subject = Subject(arguments: arguments, library: library, snapshot: snapshot)
    switch command {
    case .create: try create(arguments, library, snapshot)
    case .repair:
      let (finding, repairs) = try problem(subject)
      guard let repair = repairs.first(where: { $0.name == arguments["repair"]?.text }) else {
        throw .failed("the problem no longer has this repair")
      }
      try perform(
        RepairProblem(finding, repair),
        "doctor \(subject.name(of: finding)) --fix=\(finding.check.code):\(repair.name)", repair.description, subject)
    case .accept:
      let (finding, _) = try problem(subject)
      try perform(
        AcceptProblems([finding], reason: arguments["reason"]?.text),
        "doctor \(subject.name(of: finding)) --accept \(finding.check.code)", "Accept the problem", subject)
    case .rename: try rename(try subject.record, to: arguments["name"]?.text ?? "", subject)
    case .renewNames:
      let record = try subject.record
      try perform(
        RenewNames(of: record.id), "doctor --fix=\(Check.staleComment.code)",
        "Show the name “\(Snapshot.short(record.title))”", subject)
    case .start: try enter(.during, subject)
    case .finish: try enter(.done, subject)
    case .rate: try rate(subject)
    case .open: try open(subject)
    case .addQuote: try add(subject)
    case .references: try References(server).show(try subject.record, snapshot)
    }
    return .null
  }

  /// The text and the arguments of a command.
  private struct Subject {
    let arguments: JSON
    let library: EditedLibrary
    let snapshot: Snapshot

    var record: Record {
      get throws(RPCError) {
        guard let record = snapshot.record else { throw .failed("the text cannot be read as a record") }
        return record
      }
    }

    /// Returns the name of a finding's subject in the form that a command line uses.
    func name(of finding: Finding) -> String { finding.record.map { Snapshot.short($0.title) } ?? finding.path }
  }

  // MARK: - Acts

  /// Runs an act on the library, or makes the client change its open texts if one of the files has unsaved text.
  ///
  /// - Parameters:
  ///   - name: the description in the undo history.
  ///   - label: the description in the client's undo list.
  private func perform(_ act: some Act, _ name: String, _ label: String, _ subject: Subject) throws(RPCError) {
    switch try subject.library.make(name, act) {
    case .made(let outcome, let said):
      let lines = OutcomeText(outcome, localTime: subject.library.localTime, path: nil).lines
      server.report((lines + [said ?? ""]).filter { !$0.isEmpty }.joined(separator: "; "))
    case .unsaved(let path):
      let snapshot = subject.snapshot
      let changes = try subject.library.preview(act, in: snapshot)
      guard changes.allSatisfy({ $0.old == nil || $0.old == snapshot.contents(of: $0.path) }),
        let edit = snapshot.edit(changes)
      else { throw .failed("\(path) has unsaved changes; save it first") }
      server.apply(edit, label: label)
    }
  }

  func rename(_ record: Record, to name: String, _ library: EditedLibrary, _ snapshot: Snapshot) throws(RPCError) {
    try rename(record, to: name, Subject(arguments: .null, library: library, snapshot: snapshot))
  }

  /// Renames a person or a series.
  func rename(
    _ rename: NameRename, to name: String, _ library: EditedLibrary, _ snapshot: Snapshot
  ) throws(RPCError) {
    try perform(
      try rename.act(to: name), rename.command(to: name), rename.label(to: name),
      Subject(arguments: .null, library: library, snapshot: snapshot))
  }

  private func rename(_ record: Record, to name: String, _ subject: Subject) throws(RPCError) {
    let rename = try Rename(subject.snapshot, of: record)
    try perform(
      try rename.act(to: name), rename.command(to: name), "Rename “\(Snapshot.short(record.title))”", subject)
  }

  /// Changes the state of the text's record.
  private func enter(_ phase: FieldStates.Phase, _ subject: Subject) throws(RPCError) {
    let record = try subject.record
    guard let verb = record.kind.verb(of: phase) else { throw .failed("\(record.kind.withArticle) has no such state") }
    let name = Snapshot.short(record.title)
    try perform(
      ChangeState(.ids([record.id]), of: record.kind, phase), "\(record.kind.singular) \(verb.lowercased()) \(name)",
      "\(verb) “\(name)”", subject)
  }

  private func rate(_ subject: Subject) throws(RPCError) {
    let record = try subject.record
    guard let stars = subject.arguments["rating"]?.text, !stars.isEmpty else {
      throw .invalidParams("a rating is needed")
    }
    let name = Snapshot.short(record.title)
    try perform(
      RateRecords(.ids([record.id]), of: record.kind, stars: stars), "\(record.kind.singular) rate \(name) \(stars)",
      "Rate “\(name)”", subject)
  }

  /// Shows the file of a record that the text refers to.
  private func open(_ subject: Subject) throws(RPCError) {
    guard let id = subject.arguments["record"]?.text.flatMap({ RecordID($0) }),
      let record = subject.snapshot.record(id)
    else { throw .failed("no record of this library has this id") }
    let place = subject.snapshot.location(record.path, record.source, subject.snapshot.nameRange(of: record))
    guard server.client.showsDocuments else { return server.report(record.path) }
    server.ask(
      "window/showDocument", .members(["uri": place["uri"], "takeFocus": true, "selection": place["range"]]))
  }

  /// Adds a record that belongs to the text's record, such as a quote.
  private func add(_ subject: Subject) throws(RPCError) {
    let record = try subject.record
    guard let kind = record.kind.kindOfBelongings, let owner = kind.field(.owner) else {
      throw .failed("\(record.kind.withArticle) cannot have records of its own")
    }
    guard let text = subject.arguments["text"]?.text?.trimmed, !text.isEmpty else {
      throw .invalidParams("a text is needed")
    }
    let act = AddRecord(
      kind, [FieldInput(kind.titleKey, .set, text), FieldInput(owner.key, .set, record.id.description)])
    try perform(act, "\(kind.singular) add \(Snapshot.short(text))", "Add the \(kind.singular)", subject)
  }

  /// Returns the problem that the arguments identify, and its repairs.
  private func problem(_ subject: Subject) throws(RPCError) -> (Finding, [Repair]) {
    let problems = subject.library.problems(in: subject.snapshot.path)
    guard let problem = problems.first(where: { $0.finding.identity == subject.arguments["problem"]?.text }) else {
      throw .failed("the problem no longer exists")
    }
    return (problem.finding, problem.finding.repairs(in: subject.snapshot.library))
  }

  /// Creates a record, and replaces the typed name with the record's id and name.
  private func create(_ arguments: JSON, _ library: EditedLibrary, _ snapshot: Snapshot) throws(RPCError) {
    guard let kind = Kind.allCases.first(where: { $0.singular == arguments["kind"]?.text }), kind.isMadeByName,
      let name = arguments["name"]?.text?.trimmed, !name.isEmpty, let line = arguments["line"]?.integer
    else { throw .invalidParams("a kind, a name and a line are needed") }
    let made = try library.make(
      "\(kind.singular) add \(Snapshot.short(name))", AddRecord(kind, [FieldInput(kind.titleKey, .set, name)]))
    guard case .made(let outcome, _) = made, let id = outcome.created.last?.id, line >= 0,
      line < snapshot.index.lineCount
    else { return }
    let place = snapshot.index.line(line)
    let typed = Array(name.utf8)
    guard let start = place.last(where: { snapshot.text.bytes[$0..<place.upperBound].starts(with: typed) }) else {
      return
    }
    let context = LineContext(at: start, in: snapshot.index)
    let comment = CommentText.line(name)
    let isAlone = context.isFlow || context.quote != nil || comment.isEmpty
    let new = isAlone ? id.description : "\(id) # \(comment)"
    let bytes = TextEdits.apply(
      [TextEdits.Edit(range: start..<start + typed.count, text: Array(new.utf8))], to: snapshot.text.bytes)
    if let edit = snapshot.edit([FileChange(path: snapshot.path, old: snapshot.text.bytes, new: bytes)]) {
      server.apply(edit, label: "Create the \(kind.singular) “\(Snapshot.short(name))”")
    }
  }
}

extension Kind {
  /// Returns the verb for moving a record to a state, such as `Finish`, or nil if the kind has no such state.
  func verb(of phase: FieldStates.Phase) -> String? { field(.state)?.states?[phase]?.verb }

  /// The kind whose records belong to records of this kind, as quotes belong to a book, or nil if there is none.
  var kindOfBelongings: Kind? { Kind.allCases.first { $0.field(.owner)?.type.target == self } }
}
