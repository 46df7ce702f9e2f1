import ShelfModel

/// The keys that the files of a kind may use, in the order of the kind's table.
///
/// Most files have their fields in the same order, so a search that starts after the previous match usually succeeds
/// immediately.
struct KeyTable: Sendable {
  /// A key of a field, either its current key or a former key.
  struct Key: Sendable {
    let text: [UInt8]
    let field: UInt16
    let isFormer: Bool
  }

  private let keys: [Key]

  init(_ fields: [Field]) {
    func key(_ text: String, _ field: Field) -> Key {
      Key(text: Array(text.utf8), field: UInt16(field.index), isFormer: text != field.key)
    }
    keys = fields.map { key($0.key, $0) } + fields.flatMap { field in field.formerKeys.map { key($0, field) } }
  }

  subscript(position: Int) -> Key { keys[position] }

  /// Returns the position of a key in the table, or nil if it is missing. The search starts at `start` and wraps
  /// around.
  func position(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start < keys.count ? start : 0
    for _ in keys {
      if keys[position].text.count == text.count, text.elementsEqual(keys[position].text) { return position }
      position = position + 1 < keys.count ? position + 1 : 0
    }
    return nil
  }
}
