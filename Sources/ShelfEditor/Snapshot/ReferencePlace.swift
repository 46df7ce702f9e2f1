import ShelfModel
import ShelfStore

/// A reference in the text, including the comment after it and its target.
struct ReferencePlace: Sendable {
  let text: String
  /// The range of the id.
  let range: Range<Int>
  /// The range from the id to the end of the comment.
  let whole: Range<Int>
  let target: Record?
  /// The expected kind, or nil if the offset is not in a field with references.
  let kind: Kind?
}

extension Snapshot {
  /// Returns the reference at an offset: an id anywhere in the text, or the comment after one.
  ///
  /// Looks only at the current line, so that it also works in text that is not a valid record.
  func reference(at offset: Int) -> ReferencePlace? {
    let line = index.line(index.line(of: offset))
    let bytes = text.bytes
    guard let start = idStart(in: line, near: offset) else { return nil }
    let range = start..<start + 36
    let comment = LineContext.comment(in: bytes[line])
    guard range.contains(offset) || offset == range.upperBound || comment.map({ offset >= $0 }) ?? false,
      let id = RecordID(String(decoding: bytes[range], as: UTF8.self))
    else { return nil }
    let key = LineContext(at: range.lowerBound, in: index).key
    let field = key.flatMap { key in kind.flatMap { library.schema.field(key, of: $0) } }
    return ReferencePlace(
      text: id.description, range: range,
      whole: range.lowerBound..<max(range.upperBound, comment == nil ? 0 : line.upperBound),
      target: record(id), kind: field?.type.target)
  }

  /// Returns the start of the id at an offset. If there is none, returns the start of the last id on the line before
  /// the offset.
  private func idStart(in line: Range<Int>, near offset: Int) -> Int? {
    let bytes = text.bytes
    guard line.count >= 36, line.count < 4096 else { return nil }
    var found: Int?
    var start = line.lowerBound
    while start + 36 <= line.upperBound, start <= offset {
      let isID =
        bytes[start + 8] == UInt8(ascii: "-")
        && RecordID(String(decoding: bytes[start..<start + 36], as: UTF8.self)) != nil
      if isID { found = start }
      start += isID ? 36 : 1
    }
    return found
  }
}

extension LineContext {
  /// The key of the value at the cursor, or nil if the cursor is elsewhere.
  var key: String? {
    switch place {
    case .value(let key), .item(let key): key
    case .key, .other: nil
    }
  }
}
