import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore

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
    }
    // Nobody who moves through a huge text waits for what was not asked for.
    let isSmall = snapshot.text.bytes.count < CodeActions.largeText
    if isWanted(CodeActions.fixAllKind), only != nil || isSmall, let all = fixAll() { actions.append(all) }
    return .array(actions)
  }

  static let fixAllKind = "source.fixAll.shelf"

  private func touches(_ problem: Problem, _ range: Range<Int>) -> Bool {
    let index = snapshot.index
    guard let place = problem.range else { return true }
    // Whoever asks for actions stands on the line, not always on the word.
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
      let command = edit == nil ? self.command(repair, problem, changes, title) : nil
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

  /// Returns the command that makes a repair in the library, which it may if none of its files is open.
  private func command(_ repair: Repair, _ problem: Problem, _ changes: [FileChange], _ title: String) -> JSON? {
    if changes.contains(where: { snapshot.paths.open[$0.path] != nil }) { return nil }
    return [
      "title": .text(title), "command": .text(ServerCommand.repair.rawValue),
      "arguments": [
        [
          "uri": .text(snapshot.text.uri), "repair": .text(repair.name), "problem": .text(problem.finding.identity),
        ]
      ],
    ]
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
