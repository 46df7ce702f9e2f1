import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// The words of a command such as `set`, split into names of records and the assignments after them.
struct SetWords {
  let names: [String]
  let assignments: [String]

  /// - Parameters:
  ///   - hasQuery: whether a query chooses the records; if so, all words are assignments, otherwise the first word is a
  ///     name.
  ///   - kinds: the kinds that the records can have.
  ///   - command: the command, for hints.
  ///   - needsAssignments: whether words without an assignment are an error.
  ///   - finder: reads the library and returns its finder. It is called only if no word is an assignment.
  init(
    _ words: [String], hasQuery: Bool, _ kinds: [Kind], command: String = "set", needsAssignments: Bool = true,
    finder: () throws -> RecordFinder
  ) throws {
    // In `set rating=5 dune`, the names come last.
    if !hasQuery, let first = words.first, SetWords.isAssignment(first),
      let start = words.firstIndex(where: { !SetWords.isAssignment($0) }),
      words[start...].allSatisfy({ !SetWords.isAssignment($0) })
    {
      (names, assignments) = (Array(words[start...]), Array(words[..<start]))
      return
    }
    // If all words are assignments to known fields, the name is missing, because no record is called `rating=5`.
    let start =
      hasQuery || words.allSatisfy({ SetWords.isOfField($0, kinds) })
      ? 0 : words.indices.dropFirst().first { SetWords.isAssignment(words[$0]) } ?? words.count
    if start == words.count || hasQuery && !words.contains(where: SetWords.isAssignment),
      words.count > (hasQuery ? 1 : 2),
      let (place, spelled) = try SetWords.spelledOut(words, hasQuery: hasQuery, kinds, command, finder())
    {
      (names, assignments) = (Array(words[..<place]), [spelled])
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

  /// Splits the words of a verb that needs no assignments, such as `finish`, before the first assignment. The first
  /// word is an assignment only if it names a field.
  init(namesBefore words: [String], _ kind: Kind) {
    let start = words.indices.first { index in
      SetWords.isAssignment(words[index]) && (index > 0 || SetWords.isOfField(words[index], [kind]))
    }
    names = Array(words[..<(start ?? words.count)])
    assignments = Array(words[(start ?? words.count)...])
  }

  /// Returns the assignment that is written without an equals sign, as in `set dune rating 4`, and its position.
  ///
  /// Only one field can be set in this way, and as with `--tag NAME`, a single genre or tag is added. If a later word
  /// is also a field, it is unclear whether that word belongs to the value.
  private static func spelledOut(
    _ words: [String], hasQuery: Bool, _ kinds: [Kind], _ command: String, _ finder: RecordFinder
  ) throws(CommandError) -> (place: Int, assignment: String)? {
    let record = hasQuery ? nil : words.first.flatMap { try? finder.find($0, nil, .exact) }
    let kinds = record.map { [$0.kind] } ?? kinds
    func field(_ word: String) -> Field? {
      kinds.lazy.compactMap { finder.library.schema.field(named: word, of: $0) }.first { !$0.isAutomatic }
    }
    // Words that are all titles are names, even if a book is called like a field.
    if !hasQuery, words.allSatisfy({ word in kinds.contains { finder.isTitle(word, $0) } }) { return nil }
    let first = hasQuery ? 0 : 1
    guard let place = words[first...].dropLast().firstIndex(where: { field($0) != nil }) else { return nil }
    var parts: [[String]] = []
    for word in words[place...] {
      // The word after a field is its value.
      if let last = parts.last, last.count < 2 || field(word) == nil {
        parts[parts.count - 1].append(word)
      } else {
        parts.append([word])
      }
    }
    let values = parts.map { part in
      let value = part.dropFirst().joined(separator: " ")
      let adds = !value.isEmpty && field(part[0])?.isOfOne(part[0]) == true
      return (start: "\(part[0])\(adds ? "+" : "")=", value: part.count > 1 ? value : "VALUE")
    }
    if values.count == 1 { return (place, values[0].start + values[0].value) }
    let subjects = hasQuery ? ["--where", "QUERY"] : words[..<place].map(Wording.shellWord)
    let assignments = values.map { $0.start + Wording.shellWord($0.value) }
    let line = (["shelf", command] + subjects + assignments).joined(separator: " ")
    throw CommandError(
      .usage, "“\(parts[1][0])” may be a field or part of the value of “\(parts[0][0])”",
      hint: "write field=value, as in `\(VisibleText.line(line))`")
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
      // The act reports a field that no kind has.
      let isKnown = Kind.allCases.contains { change.library.schema.field(named: key, of: $0) != nil }
      let kinds = try kind.map { [$0] } ?? (isKnown ? change.kinds(of: subjects) : Kind.allCases)
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
