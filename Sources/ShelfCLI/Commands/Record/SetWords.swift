import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// The words of `set` or `got`, split into names of records and the assignments after them.
struct SetWords {
  let names: [String]
  let assignments: [String]

  /// - Parameters:
  ///   - hasQuery: whether a query chooses the records; if so, all words are assignments, otherwise the first word is a
  ///     name.
  ///   - kinds: the kinds that the records can have.
  ///   - needsAssignments: whether words without an assignment are an error.
  init(_ words: [String], hasQuery: Bool, _ kinds: [Kind], needsAssignments: Bool = true) throws(CommandError) {
    // In `set rating=5 dune`, the names come last.
    if !hasQuery, let first = words.first, SetWords.isAssignment(first),
      let start = words.firstIndex(where: { !SetWords.isAssignment($0) }),
      words[start...].allSatisfy({ !SetWords.isAssignment($0) })
    {
      (names, assignments) = (Array(words[start...]), Array(words[..<start]))
      return
    }
    var start = words.count
    if hasQuery { start = 0 }
    // If all words are assignments to known fields, the name is missing, because no record is called `rating=5`.
    if words.allSatisfy({ SetWords.isOfField($0, kinds) }) { start = 0 }
    for position in words.indices.dropFirst() where start == words.count && SetWords.isAssignment(words[position]) {
      start = position
    }
    if start == words.count || hasQuery && !words.contains(where: SetWords.isAssignment),
      let (place, spelled) = SetWords.spelledOut(words, from: hasQuery ? 0 : 1, kinds)
    {
      (names, assignments) = (Array(words[..<place]), spelled)
      return
    }
    names = Array(words[..<start])
    assignments = Array(words[start...])
    guard needsAssignments, assignments.isEmpty, hasQuery || !words.isEmpty else { return }
    let rest = words.dropFirst()
    if let word = rest.first(where: { $0.contains("=") }) { throw CommandError(AssignmentError.notAnAssignment(word)) }
    let field = rest.first { SetWords.isField($0, kinds) }
    let example = rest.lazy.compactMap(SetWords.assignment).first ?? "\(field ?? kinds[0].titleKey)=VALUE"
    throw CommandError(.usage, "no field was assigned", hint: "write field=value, such as \(example)")
  }

  /// Returns the assignments that are written without an equals sign, as in `set dune rating 5`, and the position of the
  /// first. The value of the last field may consist of several words.
  private static func spelledOut(
    _ words: [String], from first: Int, _ kinds: [Kind]
  ) -> (place: Int, assignments: [String])? {
    guard words.count > first + 1, let place = words[first...].dropLast().firstIndex(where: { isField($0, kinds) })
    else {
      return nil
    }
    var assignments: [String] = []
    var rest = words[place...]
    while let key = rest.popFirst() {
      // A further field needs a value of its own.
      let isFollowed = rest.count > 2 && isField(rest[rest.startIndex + 1], kinds)
      let value = isFollowed ? [rest.removeFirst()] : Array(rest)
      if !isFollowed { rest = [] }
      assignments.append("\(key)=\(value.joined(separator: " "))")
    }
    return (place, assignments)
  }

  /// Returns whether a word is the name of a field that can be set.
  private static func isField(_ word: String, _ kinds: [Kind]) -> Bool {
    kinds.contains { Schema().field(named: word, of: $0)?.isAutomatic == false }
  }

  private static func isOfField(_ word: String, _ kinds: [Kind]) -> Bool {
    guard let (key, _, _) = AssignmentParser.split(word) else { return false }
    return kinds.contains { Schema().field(named: key, of: $0) != nil }
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let (key, _, _) = AssignmentParser.split(word) else { return false }
    return key.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }

  /// Returns the assignment for a word that is written as in a query, such as `rating:5`, or nil for other words.
  private static func assignment(_ word: String) -> String? {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
    return Wording.short("\(parts[0])=\(parts[1])")
  }

  /// Returns the assignments.
  ///
  /// A value that names a file or standard input is replaced with its text.
  func values(of subjects: Subjects, _ kind: Kind?, _ change: CommandChange) throws -> [FieldInput] {
    try assignments.map { text in
      guard let (key, operation, value) = AssignmentParser.split(text) else {
        throw AssignmentError.notAnAssignment(text)
      }
      let input = FieldInput(key, operation, value)
      guard operation == .set || value == ParserArguments.noValue else { return input }
      let kinds = try kind.map { [$0] } ?? change.kinds(of: subjects)
      func field(_ key: String) -> Field? {
        kinds.lazy.compactMap { change.library.schema.field(named: key, of: $0) }.first
      }
      if value == ParserArguments.noValue {
        guard let flag = FlagOption(key, field: field) else {
          throw CommandError(.usage, "--\(key) needs a value")
        }
        return FieldInput(flag.name, .set, flag.isNegated ? "false" : "true")
      }
      let field = field(key)
      return FieldInput(key, operation, try field.map { try change.context.valueText(value, of: $0) } ?? value)
    }
  }
}
