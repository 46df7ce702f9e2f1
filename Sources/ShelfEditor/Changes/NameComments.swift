import ShelfModel
import ShelfRPC
import ShelfStore
import YAMLEdit

extension Snapshot {
  /// Returns the current names of referenced records where the comment after the reference is missing or different.
  func missingNames() -> [(item: FieldItem, name: String, isStale: Bool)] {
    guard let record else { return [] }
    return references(in: record).compactMap { item, _ in
      guard let target = RecordID(item.text).flatMap({ self.record($0) }) else { return nil }
      let name = CommentText.line(target.title)
      guard !name.isEmpty, !isBetweenBrackets(item) else { return nil }
      guard let comment = item.comment else { return (item, name, false) }
      return comment.hasPrefix(name) || comment.hasPrefix(target.title) ? nil : (item, name, true)
    }
  }

  private func isBetweenBrackets(_ item: FieldItem) -> Bool {
    let line = index.line(index.line(of: item.range.lowerBound))
    return text.bytes[line.lowerBound..<item.range.lowerBound].contains(UInt8(ascii: "["))
  }

  /// Returns the `TextEdit`s for formatting, which add missing names after references and change nothing else.
  ///
  /// A comment that differs from the name is left unchanged, since it may be a remark by the user. doctor reports it.
  func formatting() -> JSON? {
    guard record != nil, let document = try? Document(text.bytes) else { return nil }
    var new = document
    for (item, name, isStale) in missingNames() where !isStale {
      new = (try? new.applying(.setComment(item.path, name))) ?? new
    }
    return index.json(TextEdits.edits(from: text.bytes, to: new.bytes))
  }

  /// Returns the `InlayHint`s in a range.
  ///
  /// Hints show text that is not in the file: the name after an id without a comment, the new name after a comment
  /// that is out of date, a remark after an id that no record has, and stars after a rating.
  func hints(in range: Range<Int>) -> JSON? {
    guard let record else { return nil }
    var hints: [JSON] = []
    func add(_ text: String, _ offset: Int) {
      guard range.contains(offset) || offset == range.upperBound else { return }
      hints.append(["position": index.position(of: offset).json, "label": .text(text), "paddingLeft": true])
    }
    for (item, name, isStale) in missingNames() {
      add(
        isStale ? "now \(Snapshot.short(name))" : Snapshot.short(name),
        isStale ? index.line(index.line(of: item.range.lowerBound)).upperBound : item.range.upperBound)
    }
    for (item, kind) in references(in: record) {
      if let id = RecordID(item.text), self.record(id) == nil { add("no such \(kind.singular)", item.range.upperBound) }
    }
    if let field = library.schema.field(.rating, of: record.kind), case .rating(let rating)? = record.value(of: field),
      let item = items(of: field, in: record).first
    {
      add(rating.starText, item.range.upperBound)
    }
    return .array(hints)
  }
}
