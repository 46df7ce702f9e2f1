import ShelfModel

/// The keys that the files of a kind may use, in a form that is fast to compare.
///
/// One integer comparison distinguishes most keys: their length and first seven bytes form a signature. Most files have
/// their fields in the order of the table, so a search that starts after the previous match usually succeeds
/// immediately.
struct KeyTable: Sendable {
  /// A key of a field, either its current key or a former key.
  struct Key: Sendable {
    let signature: UInt64
    let field: UInt16
    let isFormer: Bool
  }

  private let keys: [Key]
  private let texts: [[UInt8]]

  init(_ fields: [Field]) {
    let own = fields.map { (text: $0.key, field: $0.index, isFormer: false) }
    let former = fields.flatMap { field in field.formerKeys.map { (text: $0, field: field.index, isFormer: true) } }
    texts = (own + former).map { Array($0.text.utf8) }
    keys = (own + former).map { row in
      Array(row.text.utf8).withUnsafeBufferPointer { text in
        Key(signature: KeyTable.signature(text), field: UInt16(row.field), isFormer: row.isFormer)
      }
    }
  }

  subscript(position: Int) -> Key { keys[position] }

  /// Returns the position of a key in the table. The search starts at `start` and wraps around.
  func position(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let signature = KeyTable.signature(text)
    var position = start < keys.count ? start : 0
    for _ in 0..<keys.count {
      if keys[position].signature == signature, isRest(of: texts[position], text) { return position }
      position = position + 1 < keys.count ? position + 1 : 0
    }
    return nil
  }

  /// Returns the length and the first seven bytes of a key, which distinguish nearly all keys.
  private static func signature(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var signature = UInt64(UInt8(truncatingIfNeeded: text.count))
    for position in 0..<min(text.count, 7) { signature = signature << 8 | UInt64(text[position]) }
    return signature
  }

  /// Returns whether the text equals a key that has the same signature.
  private func isRest(of key: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard key.count == text.count else { return false }
    var position = 7
    while position < text.count {
      if key[position] != text[position] { return false }
      position += 1
    }
    return true
  }
}
