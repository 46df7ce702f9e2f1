import ShelfModel
import ShelfStore
import Testing
import YAMLEdit

/// Edits records through a plan and verifies every edit, independently of the code that makes edits.
///
/// * Only the lines of the field change, and an issue's `modificationDate`. Line endings, the byte order mark and the
///   end of the file are preserved.
/// * Reading the result returns the record with this change and no other changes.
/// * Repeating the edit changes nothing, and setting the old value again restores the old record.
package struct EditProof {
  package let library: Library
  package let now = Timestamp(secondsSince1970: 1_795_255_200)

  /// The number of edits that were tried, by outcome.
  package struct Counts {
    package var edits = 0
    package var unchanged = 0
    package var failures = 0
    package var refused: [String: Int] = [:]
    package var files: Set<String> = []

    package var summary: String {
      let reasons = refused.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: "; ")
      let all = refused.values.reduce(0, +)
      return "\(edits) edits of \(files.count) files, \(unchanged) held already, \(all) refused"
        + (reasons.isEmpty ? "" : " (\(reasons))") + ", \(failures) wrong"
    }
  }

  package var counts = Counts()

  package init(library: Library, counts: Counts = Counts()) {
    self.library = library
    self.counts = counts
  }

  /// Tries one edit of one record.
  package mutating func check(_ record: Record, _ assignment: Assignment) {
    // A change of the state may also record that the user owns the book (`KeptOwnershipTests`).
    let owned = library.schema.field(.owned, of: record.kind)
    if assignment.field.states != nil, let owned, !record.has(owned) { return }
    counts.edits += 1
    counts.files.insert(record.path)
    do {
      let new = try bytes(of: record, in: library, [assignment])
      guard let new else {
        counts.unchanged += 1
        let isHeld =
          value(assignment.field, record) == expected(assignment, record).flatMap { assignment.field.type.read($0) }
        if !isHeld { fail(record, assignment, record.source, "nothing changes") }
        return
      }
      if let problem = try problem(record, assignment, new) { fail(record, assignment, new, problem) }
    } catch {
      if case .refused(_, let refusal)? = error as? EditError {
        counts.refused[refusal.reason, default: 0] += 1
      } else {
        fail(record, assignment, [], "\(error)")
      }
    }
  }

  private func problem(_ record: Record, _ assignment: Assignment, _ new: [UInt8]) throws -> String? {
    if let problem = problemWithLines(record, assignment, new) { return problem }
    let edited = try TestLibrary.record(record.path, new, library.schema)
    if let problem = problemWithValues(record, assignment, edited) { return problem }
    let after = Library(
      root: library.root, manifest: library.manifest, schema: library.schema, records: [edited], unreadable: [])
    if try bytes(of: edited, in: after, [assignment]) != nil { return "the same edit it again changes something" }
    return try problemWithSettingBack(record, assignment, edited, in: after)
  }

  private func bytes(of record: Record, in library: Library, _ assignments: [Assignment]) throws -> [UInt8]? {
    var plan = EditPlan(library, now: now)
    try plan.change(record, assignments)
    #expect(plan.changes.count <= 1)
    guard let change = plan.changes.first else { return nil }
    #expect(change.path == record.path && change.old == record.source)
    return change.new
  }

  // MARK: Lines

  private func problemWithLines(_ record: Record, _ assignment: Assignment, _ bytes: [UInt8]) -> String? {
    let (old, new) = (SourceLines(record.source), SourceLines(bytes))
    let key = record.key(of: assignment.field) ?? assignment.field.key
    let keys: Set<String> = record.kind == .issue ? [key, "modificationDate"] : [key]
    if old.hasMark != new.hasMark { return "the byte order mark changes" }
    let ends = Set(old.lines.map(\.end)).subtracting([[]])
    if !Set(new.lines.dropLast().map(\.end)).isSubset(of: ends.isEmpty ? [[0x0A]] : ends) { return "other line ends" }
    var before = old.outside(keys)
    let after = new.outside(keys)
    if old.hasFinalLineEnd != new.hasFinalLineEnd {
      // If the last field is removed, the line ending before it may remain, because it belongs to the value of the
      // block above.
      guard new.field(key) == nil, !old.hasFinalLineEnd, new.endsWithBlock else { return "the end of the file changes" }
    }
    if new.field(key) == nil, !old.hasFinalLineEnd {
      // The blank lines before the last field are removed with it. Otherwise, the file would end with blank lines.
      while before.count > after.count, before.last?.isBlank ?? false { before.removeLast() }
    }
    guard before.map(\.text) == after.map(\.text) else { return "lines of other fields change" }
    for (a, b) in zip(before, after) where !a.end.isEmpty && !b.end.isEmpty && a.end != b.end {
      return "a line end changes"
    }
    for key in keys {
      guard let from = old.field(key), let to = new.field(key) else { continue }
      let others = keys.filter { $0 != key }
      if place(from, in: old, leavingOut: others) != place(to, in: new, leavingOut: others) { return "\(key) moves" }
      if key == "modificationDate", from.count != to.count { return "the date takes more lines" }
    }
    guard let to = new.field(key) else { return old.field(key) == nil ? "nothing is there" : nil }
    guard let from = old.field(key) else { return problemWithPlace(to, assignment.field, record, new) }
    return problemInside(Array(old.lines[from]), Array(new.lines[to]), assignment)
  }

  private func place(_ lines: Range<Int>, in file: SourceLines, leavingOut keys: Set<String>) -> Int {
    let left = file.fields.filter { keys.contains($0.key) && $0.lines.lowerBound < lines.lowerBound }
    return lines.lowerBound - left.map(\.lines.count).reduce(0, +)
  }

  /// Checks that a new field was placed after the nearest field that precedes it in the kind's table and is present in
  /// the file.
  private func problemWithPlace(_ lines: Range<Int>, _ field: Field, _ record: Record, _ file: SourceLines) -> String? {
    let table = library.schema.fields(of: record.kind)[..<field.index]
    let previous = table.reversed().lazy.compactMap { record.key(of: $0) }.first
    guard let previous, let neighbor = file.field(previous) else { return "there are nothing to stand after" }
    if neighbor.upperBound == lines.lowerBound { return nil }
    // The field may precede a block at the end of a file that has no final line ending, since adding one would change
    // the block's value.
    return neighbor.lowerBound == lines.upperBound && !file.hasFinalLineEnd ? nil : "the new field stands elsewhere"
  }

  /// Checks that comments are preserved: the comment after a value on one line, and all lines of list items that
  /// remain.
  private func problemInside(_ old: [SourceLines.Line], _ new: [SourceLines.Line], _ edit: Assignment) -> String? {
    if !edit.field.type.isList, old.count == 1, new.count == 1 {
      let (before, after) = (SourceLines.comment(of: old[0].text), SourceLines.comment(of: new[0].text))
      if before != after, edit.field.type.target == nil { return "the comment changes" }
      let (start, other) = (SourceLines.start(of: old[0].text), SourceLines.start(of: new[0].text))
      if start != other, start.count < old[0].text.count { return "the blanks after the key change" }
    }
    let isBlockList = old.count > 1 && old.dropFirst().allSatisfy { $0.text.contains(UInt8(ascii: "-")) }
    guard edit.field.type.isList, isBlockList, old[0].text.last == 0x3A else { return nil }
    switch edit.operation {
    case .set: return nil
    case .add, .append: return new.map(\.text).starts(with: old.map(\.text)) ? nil : "lines of present items change"
    case .remove:
      var rest = old.map(\.text)[...]
      for line in new.map(\.text) {
        guard let index = rest.firstIndex(of: line) else { return "lines of items that stay change" }
        rest = rest[(index + 1)...]
      }
      return nil
    }
  }

  // MARK: Values

  private func value(_ field: Field, _ record: Record) -> FieldValue? { record.value(of: field) }

  /// Returns the texts that the field must have after the edit, or nil if it must be missing.
  private func expected(_ edit: Assignment, _ record: Record) -> [String]? {
    let old = record.texts(of: edit.field)
    let new = edit.values.map(\.text)
    func isOne(_ a: String, _ b: String) -> Bool {
      a == b || edit.field.type.target != nil && RecordID(a) == RecordID(b)
    }
    var result: [String]
    switch edit.operation {
    case .set where edit.field.type.isList:
      // Values that occur more than once in an assignment are written once.
      result = []
      for text in new where !result.contains(where: { isOne($0, text) }) { result.append(text) }
    case .set: result = new
    case .add:
      result = old
      for text in new where !result.contains(where: { isOne($0, text) }) { result.append(text) }
    case .append: result = old + new
    case .remove: result = old.filter { text in !new.contains { isOne($0, text) } }
    }
    return result.isEmpty ? nil : result
  }

  private func problemWithValues(_ old: Record, _ edit: Assignment, _ new: Record) -> String? {
    for field in library.schema.fields(of: old.kind) {
      let texts = new.texts(of: field)
      if field.key == edit.field.key {
        let wanted = expected(edit, old) ?? []
        if texts != wanted, field.type.read(texts) != field.type.read(wanted) { return "\(field.key) is \(texts)" }
        if texts.isEmpty != !new.has(field) { return "\(field.key) is half there" }
      } else if field.key == "modificationDate" {
        if texts != [now.description] { return "the date is \(texts)" }
      } else if texts != old.texts(of: field) || new.value(of: field) != old.value(of: field) {
        return "\(field.key) changes"
      } else if old.key(of: field) != new.key(of: field) {
        return "the key of \(field.key) changes"
      }
    }
    if old.key(of: edit.field) != nil, new.has(edit.field), old.key(of: edit.field) != new.key(of: edit.field) {
      return "the key changes"
    }
    let (a, b) = (old.unknownFields, new.unknownFields)
    if a.map(\.key) != b.map(\.key) || a.map(\.texts) != b.map(\.texts) {
      return "an undeclared field changes"
    }
    let others = { (key: String) in key != edit.field.key && key != "modificationDate" && key != old.key(of: edit.field)
    }
    return old.keys.filter(others) == new.keys.filter(others) ? nil : "the order of the fields changes"
  }

  private func problemWithSettingBack(
    _ old: Record, _ edit: Assignment, _ edited: Record, in library: Library
  ) throws -> String? {
    let texts = old.texts(of: edit.field)
    if case .unreadable? = old.value(of: edit.field) { return nil }
    let back = Assignment(edit.field, .set, texts.map { Assignment.Value(text: $0) })
    let wanted = expected(back, edited).flatMap { edit.field.type.read($0) }
    guard let bytes = try bytes(of: edited, in: library, [back]) else {
      return edited.value(of: edit.field) == wanted ? nil : "the old value cannot be set back"
    }
    let restored = try TestLibrary.record(old.path, bytes, library.schema)
    for field in library.schema.fields(of: old.kind) where field.key != "modificationDate" {
      let value = field.key == edit.field.key ? wanted : old.value(of: field)
      if restored.value(of: field) != value { return "\(field.key) is not the old one again" }
    }
    return restored.unknownFields.map(\.texts) == old.unknownFields.map(\.texts) ? nil : "an unknown field is lost"
  }

  private mutating func fail(_ record: Record, _ edit: Assignment, _ new: [UInt8], _ problem: String) {
    counts.failures += 1
    if counts.failures > 10 { return }
    let change = FileChange(path: record.path, old: record.source, new: new)
    let values = edit.values.map { "\($0.text.debugDescription) (\($0.name.debugDescription))" }
    Issue.record(
      """
      \(problem): \(edit.field.key) \(edit.operation) \(values.joined(separator: ", ")) in \(record.path)
      \(UnifiedDiff.text(of: change))
      """)
  }
}

extension SourceLines {
  /// Returns the key of a line, the colon, and the spaces after it.
  package static func start(of line: [UInt8]) -> [UInt8] {
    let key = line.prefix { $0 != 0x3A }
    return Array(key) + line.dropFirst(key.count).prefix { $0 == 0x3A || $0 == 0x20 }
  }
}
