import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

/// Does what the client asks to be done in the library: files that are not open are changed as by the command line, in one
/// change that can be undone; a text that is open is changed by the client.
struct Commands {
  private let server: EditorServer

  init(_ server: EditorServer) { self.server = server }

  func run(_ params: JSON) throws(RPCError) -> JSON {
    guard let command = params["command"]?.text.flatMap(ServerCommand.init) else {
      throw .invalidParams("there is no command \(params["command"]?.text ?? "")")
    }
    let arguments = params["arguments"]?.items.first ?? .null
    guard let (library, path) = arguments["uri"]?.text.flatMap(server.document),
      let snapshot = library.snapshot(path, isWhole: true)
    else { throw .invalidParams("the text is not open, or in no library") }
    switch command {
    case .create: try create(arguments, library, snapshot)
    case .repair: try repair(arguments, library, snapshot)
    }
    return .null
  }

  /// Creates a record, and puts its id and name where its name was typed.
  private func create(_ arguments: JSON, _ library: EditedLibrary, _ snapshot: Snapshot) throws(RPCError) {
    guard let kind = Kind.allCases.first(where: { $0.singular == arguments["kind"]?.text }), kind.isMadeByName,
      let name = arguments["name"]?.text?.trimmed, !name.isEmpty, let line = arguments["line"]?.integer
    else { throw .invalidParams("a kind, a name and a line are needed") }
    let outcome = try library.make(
      "\(kind.singular) add \(Snapshot.short(name))", AddRecord(kind, [FieldInput(kind.titleKey, .set, name)]))
    guard let id = outcome.created.last?.id, line >= 0, line < snapshot.index.lineCount else { return }
    let place = snapshot.index.line(line)
    let typed = Array(name.utf8)
    guard let start = place.last(where: { snapshot.text.bytes[$0..<place.upperBound].starts(with: typed) }) else {
      return
    }
    let context = LineContext(at: start, in: snapshot.index)
    let comment = Written.comment(name)
    let isAlone = context.isFlow || context.quote != nil || comment.isEmpty
    let new = isAlone ? id.description : "\(id) # \(comment)"
    let bytes = TextEdits.apply(
      [TextEdits.Edit(range: start..<start + typed.count, text: Array(new.utf8))], to: snapshot.text.bytes)
    if let edit = snapshot.edit([FileChange(path: snapshot.path, old: snapshot.text.bytes, new: bytes)]) {
      server.apply(edit, label: "Create the \(kind.singular) “\(Snapshot.short(name))”")
    }
  }

  /// Makes a repair in files that are not open.
  private func repair(_ arguments: JSON, _ library: EditedLibrary, _ snapshot: Snapshot) throws(RPCError) {
    let problem = library.problems(in: snapshot.path).first { $0.finding.identity == arguments["problem"]?.text }
    guard let problem,
      let repair = problem.finding.repairs(in: snapshot.library).first(where: { $0.name == arguments["repair"]?.text })
    else {
      throw .failed("the problem is not there any longer")
    }
    let actions = CodeActions(
      snapshot: snapshot, doctor: library.doctor, problems: [], diagnostics: library.diagnostics)
    guard let changes = actions.changes(by: repair) else { throw .failed("the repair cannot be made") }
    if let edit = changes.contains(where: { snapshot.paths.open[$0.path] != nil }) ? snapshot.edit(changes) : nil {
      return server.apply(edit, label: repair.description)
    }
    _ = try library.make(
      "doctor: \(repair.description)",
      MakeRepairs(changes, [RepairedProblem(finding: problem.finding, repair: repair)]))
  }
}
