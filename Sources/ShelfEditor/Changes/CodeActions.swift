import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

/// Makes the repairs of doctor in a text, as an editor offers them.
struct CodeActions {
  let snapshot: Snapshot
  let doctor: Doctor
  /// What is wrong with the text.
  let problems: [Problem]
  let diagnostics: Diagnostics

  /// The number of rounds in which repairs may bring others to light.
  private static let rounds = 20
  /// The number of problems whose repairs are offered at once.
  private static let mostProblems = 20
  /// In bytes.
  private static let largeText = 64 << 10

  /// Returns the `CodeAction`s for the problems in a range.
  ///
  /// - Parameter only: the kinds that the client wants; nil for all.
  func actions(in range: Range<Int>, only: [String]?) -> JSON {
    func isWanted(_ kind: String) -> Bool { only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    var actions: [JSON] = []
    if isWanted("quickfix") {
      let near = problems.filter { touches($0, range) }
      for problem in near.prefix(CodeActions.mostProblems) { actions += self.actions(for: problem) }
      actions += near.prefix(CodeActions.mostProblems).compactMap(acceptance)
    }
    if isWanted(CodeActions.additionKind), let addition = addition(of: range) { actions.append(addition) }
    // Moving through a huge text does not wait for what was not asked for.
    let isSmall = snapshot.text.bytes.count < CodeActions.largeText
    if isWanted(CodeActions.fixAllKind), only != nil || isSmall, let all = fixAll() { actions.append(all) }
    return .array(actions)
  }

  static let fixAllKind = "source.fixAll.shelf"
  static let additionKind = "refactor.extract"

  private func touches(_ problem: Problem, _ range: Range<Int>) -> Bool {
    let index = snapshot.index
    guard let place = problem.range else { return true }
    // The cursor of a request for actions is on the line, not always on the word.
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
      let edit = snapshot.edit(changes, needsConfirmation: needsConsent)
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

  /// Returns what has the server make a repair.
  private func command(_ repair: Repair, _ problem: Problem, _ title: String) -> JSON {
    ServerCommand.repair.json(
      title, uri: snapshot.text.uri, [("repair", repair.name), ("problem", problem.finding.identity)])
  }

  /// Returns the action that has doctor accept a problem; nil for an error, which is never intended.
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

  /// Returns the action that makes a record of a part of a long text, such as a quote of a book; nil if nothing, or
  /// something else, is chosen.
  private func addition(of range: Range<Int>) -> JSON? {
    guard let record = snapshot.record, let kind = record.kind.kindOfBelongings,
      let text = Optional(snapshot.chosenText(range)), !text.isEmpty,
      snapshot.library.schema.fields(of: record.kind).contains(where: { field in
        field.isLong && field.key != record.kind.titleKey
          && snapshot.items(of: field, in: record).contains { $0.range.contains(range.lowerBound) }
      })
    else { return nil }
    let title = "Add the selection as \(kind.withArticle)"
    let command = ServerCommand.addQuote.json(title, uri: snapshot.text.uri, [("text", text)])
    if !snapshot.client.hasActionLiterals { return command }
    return ["title": .text(title), "kind": .text(CodeActions.additionKind), "command": command]
  }

  /// Returns the changes that a repair makes; nil if it cannot be made.
  func changes(by repair: Repair) -> [FileChange]? {
    var files: [String: [UInt8]] = [:]
    for step in repair.steps {
      if let contents = snapshot.contents(of: step.path) { files[step.path] = contents }
    }
    var run = RepairRun(previewing: snapshot.library, doctor: doctor, files: files)
    return try? run.preview(repair)
  }

  /// Returns the action that makes all repairs of the text that lose nothing.
  private func fixAll() -> JSON? {
    guard snapshot.client.hasActionLiterals, let kind = snapshot.kind else { return nil }
    var bytes = snapshot.text.bytes
    var left = problems.map(\.finding)
    for _ in 0..<CodeActions.rounds {
      guard let next = left.lazy.compactMap({ repaired($0, bytes) }).first else { break }
      bytes = next
      left = doctor.findings(
        in: snapshot.library.result(of: bytes, as: kind, path: snapshot.path), of: snapshot.library,
        strays: snapshot.strays)
    }
    guard bytes != snapshot.text.bytes,
      let edit = snapshot.edit([FileChange(path: snapshot.path, old: snapshot.text.bytes, new: bytes)])
    else { return nil }
    return [
      "title": "Make all repairs of this file that lose nothing", "kind": .text(CodeActions.fixAllKind), "edit": edit,
    ]
  }

  /// Returns the text with the safe repair of a problem made; nil if there is none, or it changes other files.
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
  /// Returns a part of the text without the indentation of its lines.
  fileprivate func chosenText(_ range: Range<Int>) -> String {
    let lines = String(decoding: text.bytes[range], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.trimmed }.joined(separator: "\n").trimmed
  }
}
