import ShelfModel
import ShelfStore

/// A reference in the text, with the comment behind it, and what it refers to.
struct ReferencePlace: Sendable {
  let text: String
  /// The bytes of the id, or of what is in its place.
  let range: Range<Int>
  /// The bytes from the id to the end of the comment.
  let whole: Range<Int>
  let target: Record?
  /// The kind that is expected; nil if the place is not a field of references.
  let kind: Kind?
}

extension Snapshot {
  /// Returns the reference at a byte: an id anywhere in the text, or the comment behind one.
  ///
  /// It is found by its line, so that it is found in a text that does not read as a record too.
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

  /// Returns where the id in a line begins that a byte is in, or the last one before it.
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
  /// The key whose value the cursor is in; nil for any other place.
  var key: String? {
    switch place {
    case .value(let key), .item(let key): key
    case .key, .other: nil
    }
  }
}
