import ShelfModel
import ShelfText

/// A three-way merge of one field of a record in an import, with the library's value, the value from the last import,
/// and the source's current value.
///
/// If only one of the two sides has changed since the last import, its value is used: the user's edits are kept, and
/// the source's changes are applied. If both have changed, lists are merged item by item, and long texts line by line.
/// If that is not possible, there is a conflict: the library's value is kept and the difference is reported, unless the
/// user requested the source's values. At the first import of a record, empty fields are filled, and any other
/// difference is a conflict, in which lists of references lose nothing.
///
/// A less precise form of the library's value, such as midnight instead of the time, is not a change. For dates, this
/// applies only to the first import, because at a later import the source may have become less certain.
struct FieldChoice {
  let field: Field
  /// The field's text values in the library.
  var ours: [String]
  /// The field's text values at the last import, or nil if the record was not imported before.
  var base: [String]?
  /// The field's current text values in the source.
  var theirs: [String]
  /// Whether the source wins conflicts.
  let updates: Bool
  /// Whether the library's value was kept in a conflict at an earlier import.
  ///
  /// `base` contains the source's value from that import, so without this flag, the conflict would seem to be resolved.
  var isKept = false
  /// Whether an empty value is deliberate even at the first import, because the source states which record it
  /// describes.
  var isOfRecord = false
  /// Whether an import created the record. If so, a default value is not treated as the user's choice.
  var isImported = false

  struct Result {
    /// The new text values, or nil if the field does not change.
    var texts: [String]?
    /// The source's text values, if they differ from the library's and are not used.
    var other: [String]?
  }

  func result() -> Result {
    if isSame(ours, theirs) || isPoorer(theirs, than: ours) { return Result() }
    if isPoorer(ours, than: theirs), base.map({ isSame(ours, $0) }) ?? !isDay { return Result(texts: theirs) }
    if isKept { return conflictResult }
    guard let base else {
      if theirs.isEmpty { return isOfRecord ? conflictResult : Result() }
      if ours.isEmpty || isImported && ours == field.defaultText.map({ [$0] }) { return Result(texts: theirs) }
      if field.has(.loans) {
        // Loans accumulate, so none is removed.
        let added = theirs.filter { !ours.contains($0) }
        return added.isEmpty ? Result() : Result(texts: ours + added)
      }
      return conflictResult
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
      // The library may already contain all changes of the source.
      return isSame([text], ours) ? Result() : Result(texts: [text])
    }
    return conflictResult
  }

  /// The result if it is unknown which side has changed.
  ///
  /// The references in a list that only the library has may be the user's own, so none is removed, unless the source
  /// states which record it describes.
  private var conflictResult: Result {
    var texts = theirs
    if field.type.isList, field.type.target != nil, !isOfRecord {
      let known = keys(of: ours)
      let added = theirs.filter { !keys(of: $0).contains(where: known.contains) }
      if added.isEmpty { return Result() }
      texts = ours + added
    }
    return updates ? Result(texts: texts) : Result(other: texts)
  }

  /// Returns the result for this field, given a decision about the whole reading.
  func result(of decision: ReadingChoice.Decision) -> Result {
    switch decision {
    case .take(let texts): isSame(ours, texts) ? Result() : Result(texts: texts)
    case .differ(let texts): isSame(ours, texts) ? Result() : Result(other: texts)
    }
  }

  /// Whether the source's value is only a less precise form of the library's value, which may come from a different
  /// file or source.
  var isPoorer: Bool { !isSame(ours, theirs) && isPoorer(theirs, than: ours) }

  private var isDay: Bool { if case .date = field.type { true } else { false } }

  /// Returns whether a value is a less precise form of another value.
  private func isPoorer(_ text: [String], than other: [String]) -> Bool {
    guard text.count == 1, other.count == 1, let text = text.first, let other = other.first else { return false }
    switch field.type {
    // After an earlier import, a shorter date may mean that the source has become less certain.
    case .date: return base == nil && other.hasPrefix(text + "-")
    case .timestamp:
      guard let text = Timestamp(text)?.description, let other = Timestamp(other)?.description, text != other else {
        return false
      }
      // Programs write midnight if they do not know the time, and a whole minute if they do not know the seconds.
      return ["T00:00:00Z", ":00Z"].contains { end in
        text.hasSuffix(end) && other.hasPrefix(text.dropLast(end.utf8.count)) && !other.hasSuffix(end)
      }
    case .text: return field.key == FieldHandle.location.key && other.hasPrefix(text + " of ")
    default: return false
    }
  }

  /// Merges the changed lines of both sides, or returns nil if they conflict.
  private func mergedText() -> String? {
    guard let base = base?.first, let first = ours.first, let second = theirs.first else { return nil }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    let merge = LineMerge(ours: lines(first), base: lines(base), theirs: lines(second))
    if merge.hasConflicts { return nil }
    return merge.lines(lines(first), lines(second)) { _, _, _ in [] }.joined(separator: "\n")
  }

  /// A key that two values have in common if `isSame` considers them the same.
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

  /// Returns whether two values are the same, even if they are written differently.
  func isSame(_ a: [String], _ b: [String]) -> Bool {
    if a == b { return true }
    if field.isLong { return a.map(\.withoutLineEnd) == b.map(\.withoutLineEnd) }
    // A missing value is treated as the default value.
    let (a, b) = (
      a.isEmpty ? field.defaultText.map { [$0] } ?? [] : a, b.isEmpty ? field.defaultText.map { [$0] } ?? [] : b
    )
    if a.isEmpty || b.isEmpty { return a.isEmpty && b.isEmpty }
    if field.has(.language) { return LanguageName.areSame(a[0], b[0]) }
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
  /// The text without its trailing line break.
  fileprivate var withoutLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
