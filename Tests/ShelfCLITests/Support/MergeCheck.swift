@testable import ShelfCLI
@testable import YAMLEdit

/// Compares the result of a merge with the prediction of a simple model of fields.
///
/// From the values of the three versions, the model derives which fields must conflict, which multiline texts may
/// conflict, and the value of every other field: the changed value if only one side changed the field, or the merged
/// set for lists. Then the merged file is parsed twice, once with our side and once with their side of each conflict,
/// and every field is compared. Finally, the raw text is checked: no comment that a side added may be lost, a field
/// that only one side changed must be written as on that side, and the line endings must be those of our side.
struct MergeCheck {
  let scenario: MergeScenario
  /// Descriptions of the mistakes, or an empty array if the merge is correct.
  private(set) var problems: [String] = []
  /// The fields that must conflict.
  private(set) var conflicts: Set<String> = []
  /// The fields with multiline text that both sides changed. They may conflict.
  private(set) var possibleConflicts: Set<String> = []
  private let text: String

  /// Checks the result of a merge.
  ///
  /// - Parameter isClean: whether the merge reported no conflicts.
  init(_ scenario: MergeScenario, _ text: String, isClean: Bool) {
    self.scenario = scenario
    self.text = text
    findConflicts()
    if isClean != conflicts.isEmpty, possibleConflicts.isEmpty || isClean {
      problems.append(isClean ? "clean in spite of \(conflicts.sorted())" : "a conflict for no reason given")
    }
    let markers = text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("<<<<<<< ") }
    if isClean != (markers == 0) { problems.append("\(markers) markers, clean: \(isClean)") }
    if !isClean, (try? Document(Array(text.utf8))) != nil { problems.append("reads in spite of markers") }
    check(MergeCheck.resolved(text, takesOurs: true), scenario.ours, isClean)
    if !isClean { check(MergeCheck.resolved(text, takesOurs: false), scenario.theirs, isClean) }
    checkComments()
    checkLines(isClean)
  }

  private var names: [String] {
    Array(Set((scenario.base.entries + scenario.ours.entries + scenario.theirs.entries).map(\.name))).sorted()
  }

  private mutating func findConflicts() {
    for name in names {
      let (ours, base, theirs) = (scenario.ours[name], scenario.base[name], scenario.theirs[name])
      let values = [ours, base, theirs].map { entry in entry.map { Self.content($0.value) } }
      guard values[0] != values[1], values[2] != values[1], values[0] != values[2] else { continue }
      switch (ours ?? theirs)?.value {
      case .list where name == "author" && values.allSatisfy { ($0?.count ?? 0) < 2 }: conflicts.insert(name)
      case .list: continue
      case .lines where ours != nil && theirs != nil: possibleConflicts.insert(name)
      default: conflicts.insert(name)
      }
    }
  }

  /// Returns a value without comments.
  private static func content(_ value: MergeModel.Value) -> [String] {
    switch value {
    case .scalar(let text): [text]
    case .list(let items): items.map(\.text)
    case .lines(let lines): lines
    }
  }

  /// Checks the values in a merged text whose conflicts have been resolved in favor of one side.
  private mutating func check(_ text: String, _ side: MergeModel, _ isClean: Bool) {
    guard let document = try? Document(Array(text.utf8)) else {
      problems.append("the result does not read")
      return
    }
    let keys = document.entries(of: 0).compactMap { document.text(of: $0.key) }
    for name in names {
      let olderKeys = ["synopsis": "summary", "genres": "genre", "recommendedBy": "recomendedBy"]
      let present = keys.filter { $0 == name || $0 == olderKeys[name] }
      guard present.count <= 1 else {
        problems.append("\(name) stands there twice")
        continue
      }
      let node = present.first.flatMap { document.node(at: [.key($0)]) }
      let nodes = node.map { document.nodes[$0].kind == .sequence ? document.items(of: $0) : [$0] } ?? []
      let texts = nodes.compactMap { document.text(of: $0) }
      if let problem = problem(name, texts, side) { problems.append("\(name): \(texts): \(problem)") }
    }
    if keys.count != Set(keys).count
      || keys.contains(where: { key in
        !names.contains(key) && !key.hasPrefix("rec") && key != "genre" && key != "summary"
      })
    {
      problems.append("keys \(keys)")
    }
  }

  private func problem(_ name: String, _ texts: [String], _ side: MergeModel) -> String? {
    let (ours, base, theirs) = (scenario.ours[name], scenario.base[name], scenario.theirs[name])
    let values = [ours, base, theirs].map { entry in entry.map { Self.content($0.value) } ?? [] }
    switch (ours ?? theirs ?? base)?.value {
    case .list where !conflicts.contains(name) && Set(values).count == 3:
      let (first, old, second) = (Set(values[0]), Set(values[1]), Set(values[2]))
      let expected = old.intersection(first).intersection(second).union(first.subtracting(old))
        .union(second.subtracting(old))
      if Set(texts) != expected || texts.count != expected.count { return "expected \(expected.sorted())" }
      let ordered = values[0].filter { expected.contains($0) }
      return texts.filter { first.contains($0) } == ordered ? nil : "reordered than ours"
    case .lines:
      let lines = texts.first?.split(separator: "\n").map(String.init) ?? []
      if possibleConflicts.contains(name) { return problem(inLines: lines, values) }
      return lines == value(name, values, side) ? nil : "expected \(value(name, values, side))"
    default: return texts == value(name, values, side) ? nil : "expected \(value(name, values, side))"
    }
  }

  private func value(_ name: String, _ values: [[String]], _ side: MergeModel) -> [String] {
    if conflicts.contains(name) { return side[name].map { Self.content($0.value) } ?? [] }
    return values[0] == values[1] ? values[2] : values[0]
  }

  /// Returns the mistake in a multiline text that both sides changed, or nil if it is correct. Unless there is a
  /// conflict, the text must contain the lines that either side added, and none of the lines that either side removed.
  private func problem(inLines lines: [String], _ values: [[String]]) -> String? {
    let isConflict = text.contains("\n>>>>>>> ") || text.contains("\r\n>>>>>>> ")
    let (first, old, second) = (Set(values[0]), Set(values[1]), Set(values[2]))
    let merged = Set(lines)
    let added = first.union(second).subtracting(old)
    if !isConflict {
      if !added.isSubset(of: merged) { return "lacks \(added.subtracting(merged).sorted())" }
      let removed = old.subtracting(first).union(old.subtracting(second))
      if !merged.isDisjoint(with: removed) { return "still has \(removed.intersection(merged).sorted())" }
    }
    let kept = old.intersection(first).intersection(second)
    return kept.isSubset(of: merged) ? nil : "lost \(kept.subtracting(merged).sorted())"
  }

  /// Checks that comments that a side added are kept, and that comments that neither side removed are kept as long as
  /// their field exists.
  private mutating func checkComments() {
    func comments(_ record: MergeModel) -> Set<String> {
      Set(record.entries.flatMap(\.comments).filter { $0.contains("-comment-") })
    }
    let (ours, base, theirs) = (comments(scenario.ours), comments(scenario.base), comments(scenario.theirs))
    for comment in ours.union(theirs).subtracting(base) where !text.contains(comment) {
      problems.append("lost the comment \(comment)")
    }
    for comment in ours.intersection(theirs) where !text.contains(comment) {
      let isListed = scenario.base.entries.contains { entry in
        if case .list(let items) = entry.value { items.contains { $0.comment == comment } } else { false }
      }
      let owner = scenario.base.entries.first { $0.comments.contains(comment) }
      // A comment may be removed together with its item or field.
      if !isListed, owner.map({ text.contains("\n\($0.key):") || text.contains("\n\($0.name):") }) ?? true {
        problems.append("lost the old comment \(comment)")
      }
    }
  }

  /// Checks that a field that one side left unchanged is written as on the other side, and that the line endings are
  /// those of our side.
  private mutating func checkLines(_ isClean: Bool) {
    let plain = text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n") + "\n"
    for name in names {
      let (ours, base, theirs) = (scenario.ours[name], scenario.base[name], scenario.theirs[name])
      let isOurs = theirs?.text == base?.text
      guard isOurs || ours?.text == base?.text, let expected = isOurs ? ours : theirs else { continue }
      if !plain.contains("\n" + expected.text), !plain.contains("\u{FEFF}" + expected.text), name != "id" {
        problems.append("\(name) is not written as one side has it")
      }
    }
    let lineFeeds = text.utf8.count { $0 == 0x0A }
    let returns = text.utf8.count { $0 == 0x0D }
    if scenario.ours.bytes != scenario.base.bytes, scenario.theirs.bytes != scenario.base.bytes, lineFeeds > 0,
      scenario.ours.text.utf8.contains(0x0A), returns != (scenario.ours.usesCRLF ? lineFeeds : 0)
    {
      problems.append("other line ends than ours")
    }
  }

  private static func resolved(_ text: String, takesOurs: Bool) -> String {
    enum Place { case outside, ours, theirs }
    var place = Place.outside
    var result: [Substring] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      switch (place, line.prefix(7)) {
      case (.outside, "<<<<<<<"): place = .ours
      case (.ours, "======="): place = .theirs
      case (.theirs, ">>>>>>>"): place = .outside
      default: if place == .outside || (place == .ours) == takesOurs { result.append(line) }
      }
    }
    return result.joined(separator: "\n")
  }
}
