import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

/// Doctor's repairs as code actions (quick fixes).
///
/// For each problem on the lines of the request, doctor's repairs are run in memory against the library, including
/// unsaved text. A repair becomes a `WorkspaceEdit` if the client can apply it, with a confirmation if it needs the
/// user's consent; otherwise it becomes a command that the server executes. "Fix all" applies the safe repairs of this
/// file one by one and examines the result after each, since a repair can reveal the next problem.
struct CodeActions {
  let snapshot: Snapshot
  let doctor: Doctor
  /// The problems in the text.
  let problems: [Problem]
  let diagnostics: Diagnostics

  /// The maximum number of repairs in "fix all"; each can reveal further problems.
  private static let rounds = 20
  /// The maximum number of problems for which a response contains repairs.
  private static let maxProblems = 20
  /// The size above which "fix all" is computed only on request, in bytes.
  private static let largeText = 64 << 10

  /// Returns the `CodeAction`s for the problems in a range.
  ///
  /// - Parameter only: the action kinds that the client wants, or nil for all.
  func actions(in range: Range<Int>, only: [String]?) -> JSON {
    func isWanted(_ kind: String) -> Bool { only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    var actions: [JSON] = []
    if isWanted("quickfix") {
      let near = problems.filter { touches($0, range) }
      for problem in near.prefix(CodeActions.maxProblems) { actions += self.actions(for: problem) }
      actions += near.prefix(CodeActions.maxProblems).compactMap(acceptance)
    }
    if isWanted(CodeActions.additionKind), let addition = addition(of: range) { actions.append(addition) }
    if isWanted(CodeActions.recordKind) { actions += snapshot.recordActions(at: range.lowerBound) }
    // Editors ask for actions whenever the cursor moves, and "fix all" is slow for a huge text.
    let isSmall = snapshot.text.bytes.count < CodeActions.largeText
    if isWanted(CodeActions.fixAllKind), only != nil || isSmall, let all = fixAll() { actions.append(all) }
    return .array(actions)
  }

  static let fixAllKind = "source.fixAll.shelf"
  static let additionKind = "refactor.extract"
  /// The kind of the actions that do not repair a problem, such as finishing a book.
  static let recordKind = "refactor.rewrite"

  private func touches(_ problem: Problem, _ range: Range<Int>) -> Bool {
    let index = snapshot.index
    guard let place = problem.range else { return true }
    // Clients send the cursor position, which may be outside the problem's range, so whole lines are compared.
    let first = index.line(of: min(range.lowerBound, index.bytes.count))
    let last = index.line(of: min(range.upperBound, index.bytes.count))
    return index.line(of: place.lowerBound) <= last && index.line(of: place.upperBound) >= first
  }

  private func actions(for problem: Problem) -> [JSON] {
    var hasPreferred = false
    return problem.finding.repairs(in: snapshot.library).compactMap { repair in
      guard let changes = changes(by: repair), !changes.isEmpty else { return nil }
      var needsConsent = false
      if case .choice = repair.need { needsConsent = true }
      let isPreferred = repair.isSafe && !hasPreferred
      let title = repair.description.prefix(1).uppercased() + repair.description.dropFirst()
      let edit = snapshot.edit(changes, confirming: needsConsent ? "Removes something" : nil)
      let command = edit == nil ? self.command(repair, problem, title) : nil
      guard edit != nil || command != nil else { return nil }
      hasPreferred = hasPreferred || isPreferred
      if !snapshot.client.hasActionLiterals { return command }
      return .members([
        "title": .text(title), "kind": "quickfix",
        "diagnostics": [diagnostics.json(problem, in: snapshot.index)], "isPreferred": isPreferred ? true : nil,
        "edit": edit, "command": command,
      ])
    }
  }

  /// Returns a command that makes the server apply a repair.
  private func command(_ repair: Repair, _ problem: Problem, _ title: String) -> JSON {
    ServerCommand.repair.json(
      title, uri: snapshot.text.uri, [("repair", repair.name), ("problem", problem.finding.identity)])
  }

  /// Returns the action that makes doctor accept a problem, or nil for an error, since errors are never intentional.
  private func acceptance(of problem: Problem) -> JSON? {
    let finding = problem.finding
    if finding.severity == .error { return nil }
    let title = "Accept this problem (\(finding.check.code))"
    let command = ServerCommand.accept.json(title, uri: snapshot.text.uri, [("problem", finding.identity)])
    if !snapshot.client.hasActionLiterals { return command }
    return [
      "title": .text(title), "kind": "quickfix", "diagnostics": [diagnostics.json(problem, in: snapshot.index)],
      "command": command,
    ]
  }

  /// Returns the action that creates a record from the selection, such as a quote from a book. If nothing is selected,
  /// the paragraph at the cursor is used. Returns nil outside the long text fields of a kind that owns other records.
  private func addition(of range: Range<Int>) -> JSON? {
    let isSelected = !range.isEmpty
    let range = isSelected ? range : snapshot.paragraph(at: range.lowerBound)
    guard let record = snapshot.record, let kind = record.kind.kindOfBelongings,
      let text = Optional(snapshot.chosenText(range)), !text.isEmpty,
      snapshot.library.schema.fields(of: record.kind).contains(where: { field in
        field.isLong && field.key != record.kind.titleKey
          && snapshot.items(of: field, in: record).contains { $0.range.contains(range.lowerBound) }
      })
    else { return nil }
    let title = "Add the \(isSelected ? "selection" : "paragraph") as \(kind.withArticle)"
    let command = ServerCommand.addQuote.json(title, uri: snapshot.text.uri, [("text", text)])
    if !snapshot.client.hasActionLiterals { return command }
    return ["title": .text(title), "kind": .text(CodeActions.additionKind), "command": command]
  }

  /// Returns the changes that a repair makes, or nil if the repair cannot be applied.
  func changes(by repair: Repair) -> [FileChange]? {
    var files: [String: [UInt8]] = [:]
    for step in repair.steps {
      if let contents = snapshot.contents(of: step.path) { files[step.path] = contents }
    }
    var run = RepairRun(previewing: snapshot.library, doctor: doctor, files: files)
    return try? run.preview(repair)
  }

  /// Returns the action that applies all safe repairs in this file, or nil if nothing can be repaired.
  private func fixAll() -> JSON? {
    guard snapshot.client.hasActionLiterals, let kind = snapshot.kind else { return nil }
    var bytes = snapshot.text.bytes
    var left = problems.map(\.finding)
    for _ in 0..<CodeActions.rounds {
      guard let next = left.lazy.compactMap({ repaired($0, bytes) }).first else { break }
      bytes = next
      left = doctor.findings(
        in: ReadText(bytes, as: kind, path: snapshot.path, in: snapshot.library, last: snapshot.lastRecord),
        of: snapshot.library, strays: snapshot.strays)
    }
    guard bytes != snapshot.text.bytes,
      let edit = snapshot.edit([FileChange(path: snapshot.path, old: snapshot.text.bytes, new: bytes)])
    else { return nil }
    return [
      "title": "Make all repairs in this file that lose nothing", "kind": .text(CodeActions.fixAllKind), "edit": edit,
    ]
  }

  /// Returns the text after the safe repair of a problem, or nil if there is none or it would change other files.
  private func repaired(_ finding: Finding, _ bytes: [UInt8]) -> [UInt8]? {
    guard let repair = finding.safeRepair else { return nil }
    var run = RepairRun(previewing: snapshot.library, doctor: doctor, files: [snapshot.path: bytes])
    guard let changes = try? run.preview(repair), changes.count == 1, changes[0].path == snapshot.path,
      let new = changes[0].new, new != bytes
    else { return nil }
    return new
  }
}

extension Snapshot {
  /// Returns the indented lines around an offset, up to the nearest empty or unindented line on either side.
  fileprivate func paragraph(at offset: Int) -> Range<Int> {
    let own = index.line(of: offset)
    func isText(_ line: Int) -> Bool {
      let bytes = text.bytes[index.line(line)]
      return bytes.first == 0x20 && bytes.contains { $0 != 0x20 }
    }
    guard isText(own) else { return offset..<offset }
    let first = (0..<own).reversed().prefix(while: isText).last ?? own
    let last = ((own + 1)..<max(own + 1, index.lineCount)).prefix(while: isText).last ?? own
    return index.line(first).lowerBound..<index.line(last).upperBound
  }

  /// Returns the selected text without the indentation of its lines.
  fileprivate func chosenText(_ range: Range<Int>) -> String {
    let lines = String(decoding: text.bytes[range], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.trimmed }.joined(separator: "\n").trimmed
  }
}
