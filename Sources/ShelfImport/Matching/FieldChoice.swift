import ShelfModel
import ShelfStore
import ShelfText

/// Decides what becomes of one field of a record: what is here, what the last import brought, and what comes now.
struct FieldChoice {
  let field: Field
  /// The field as the library has it.
  var ours: [String]
  /// The field as the last import brought it; nil if no import is known.
  var base: [String]?
  /// The field as the source has it now.
  var theirs: [String]
  /// Whether the source wins where both say something else.
  let updates: Bool
  /// Whether an import before this one found a difference that was kept, although `base` has what it brought.
  var isKept = false
  /// Whether an import made the record, which then has the field's default unless a source said something else.
  var isImported = false

  struct Result {
    /// The new texts; nil if the field stays.
    var texts: [String]?
    /// What the source has, which is something else, and is not followed.
    var other: [String]?
  }

  func result() -> Result {
    if isSame(ours, theirs) || isPoorer(theirs, than: ours) { return Result() }
    if isPoorer(ours, than: theirs), base.map({ isSame(ours, $0) }) ?? !isDay { return Result(texts: theirs) }
    if isKept { return settled }
    guard let base else {
      if theirs.isEmpty { return Result() }
      if ours.isEmpty || isImported && ours == field.defaultText.map({ [$0] }) { return Result(texts: theirs) }
      return settled
    }
    if isSame(ours, base) { return Result(texts: theirs) }
    if isSame(theirs, base) { return Result() }
    if field.type.isList, field.type != .textList || base.count > 1 || ours.count > 1 || theirs.count > 1 {
      let (inBase, inOurs, inTheirs) = (keys(of: base), keys(of: ours), keys(of: theirs))
      func contains(_ all: Set<Key>, _ text: String) -> Bool { keys(of: text).contains(where: all.contains) }
      let added = theirs.filter { !contains(inBase, $0) && !contains(inOurs, $0) }
      let merged = ours.filter { contains(inTheirs, $0) || !contains(inBase, $0) } + added
      return isSame(merged, ours) ? Result() : Result(texts: merged)
    }
    if field.isLong, let text = mergedText() {
      // All that they changed may be here already.
      return isSame([text], ours) ? Result() : Result(texts: [text])
    }
    return settled
  }

  /// What becomes of a field of which both sides say something else.
  private var settled: Result { updates ? Result(texts: theirs) : Result(other: theirs) }

  /// Returns what follows from what was decided of the reading that the field belongs to.
  func result(of decision: ReadingChoice.Decision) -> Result {
    switch decision {
    case .take(let texts): isSame(ours, texts) ? Result() : Result(texts: texts)
    case .differ(let texts): isSame(ours, texts) ? Result() : Result(other: texts)
    }
  }

  /// Whether the source says no more than a part of what is here: another of its files, or another source, said all.
  var isPoorer: Bool { !isSame(ours, theirs) && isPoorer(theirs, than: ours) }

  private var isDay: Bool { if case .date = field.type { true } else { false } }

  /// Returns whether a value is a less precise form of another one.
  private func isPoorer(_ text: [String], than other: [String]) -> Bool {
    guard text.count == 1, other.count == 1, let text = text.first, let other = other.first else { return false }
    switch field.type {
    // The same source may have found that it was less sure.
    case .date: return base == nil && other.hasPrefix(text + "-")
    case .timestamp:
      guard let text = Timestamp(text)?.description, let other = Timestamp(other)?.description, text != other else {
        return false
      }
      // What does not know the time says midnight, and what does not know the seconds a whole minute.
      return ["T00:00:00Z", ":00Z"].contains { end in
        text.hasSuffix(end) && other.hasPrefix(text.dropLast(end.utf8.count)) && !other.hasSuffix(end)
      }
    case .text: return field.key == FieldHandle.location.key && other.hasPrefix(text + " of ")
    default: return false
    }
  }

  /// Returns a text in which each side's changes of lines are made; nil if they conflict.
  private func mergedText() -> String? {
    guard let base = base?.first, let first = ours.first, let second = theirs.first else { return nil }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    let merge = LineMerge(ours: lines(first), base: lines(base), theirs: lines(second))
    if merge.hasConflicts { return nil }
    return merge.lines(lines(first), lines(second)) { _, _, _ in [] }.joined(separator: "\n")
  }

  /// What is equal for two values that are the same, as `isSame` tells.
  private enum Key: Hashable {
    case text(String)
    case isbn(String)
    case value(FieldValue)
  }

  private func keys(of texts: [String]) -> Set<Key> { Set(texts.flatMap { keys(of: $0) }) }

  private func keys(of text: String) -> [Key] {
    if field.type.target != nil { return [.text(text.lowercased())] }
    let digits = field.has(.isbn) ? ISBN(exported: text)?.digits : nil
    return [.text(text)] + (digits.map { [.isbn($0)] } ?? []) + (field.type.read([text]).map { [.value($0)] } ?? [])
  }

  /// Returns whether two values are the same, however they are written.
  func isSame(_ a: [String], _ b: [String]) -> Bool {
    if a == b { return true }
    if field.isLong { return a.map(\.withoutLineEnd) == b.map(\.withoutLineEnd) }
    // What a file does not say counts as the default.
    let (a, b) = (
      a.isEmpty ? field.defaultText.map { [$0] } ?? [] : a, b.isEmpty ? field.defaultText.map { [$0] } ?? [] : b
    )
    if a.isEmpty || b.isEmpty { return a.isEmpty && b.isEmpty }
    if field.has(.isbn) {
      let (a, b) = (a.compactMap { ISBN(exported: $0)?.digits }, b.compactMap { ISBN(exported: $0)?.digits })
      if !a.isEmpty, a == b { return true }
    }
    if field.type.target != nil { return Set(a.map { $0.lowercased() }) == Set(b.map { $0.lowercased() }) }
    guard let first = field.type.read(a), let second = field.type.read(b) else { return false }
    return first == second
  }
}

extension String {
  /// The text without the line break at its end.
  fileprivate var withoutLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
