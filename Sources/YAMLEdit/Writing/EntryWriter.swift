/// Writes new entries of a mapping.
struct EntryWriter {
  /// The column of the mapping's keys.
  var column = 0
  /// How far the dashes of a list stand to the right of the key.
  var listOffset = 2
  /// The column where all values of the mapping start; nil if they follow their keys.
  var valueColumn: Int?
  /// Whether the mapping is written in braces.
  var isInFlow = false

  init(column: Int) {
    self.column = column
  }

  init(inFlow: Bool) {
    isInFlow = inFlow
  }

  /// Returns the ways to write an entry in block style, the best one first, the last one without block scalars. The
  /// first line comes without its indentation.
  func renderings(of key: String, _ value: Value) -> [Rendering] {
    let key = Self.key(key, isInFlow: false)
    let head = key + [ASCII.colon] + gap(after: key)
    switch value {
    case .list(let items) where !items.isEmpty:
      return ListWriter(column: column + listOffset).renderings(of: items).map { list in
        Rendering(inline: key + [ASCII.colon], lines: list.lines)
      }
    case .list:
      return [Rendering(inline: head + Array("[]".utf8))]
    case .scalar(let scalar):
      var writer = ScalarWriter()
      writer.block = BlockLayout(parentIndent: column)
      return writer.renderings(of: scalar).map { rendering in
        Rendering(inline: head + rendering.inline + CommentText.written(scalar.comment), lines: rendering.lines)
      }
    }
  }

  /// Returns an entry in flow style, without comments.
  func rendering(of key: String, _ value: Value) -> Rendering {
    let text =
      switch value {
      case .list(let items): ListWriter.inBrackets(items).inline
      case .scalar(let scalar): ScalarWriter(isInFlow: true).renderings(of: scalar)[0].inline
      }
    return Rendering(inline: Self.key(key, isInFlow: true) + [ASCII.colon, ASCII.space] + text)
  }

  /// Returns the spaces between the colon of a key and its value.
  private func gap(after key: [UInt8]) -> [UInt8] {
    let width = key.count { $0 & 0xC0 != 0x80 }
    let missing = (valueColumn ?? 0) - column - width - 1
    return Array(repeating: ASCII.space, count: max(1, missing))
  }

  /// Returns a key, which is always on one line.
  static func key(_ key: String, isInFlow: Bool) -> [UInt8] {
    ScalarWriter(isInFlow: isInFlow).renderings(of: Scalar(key))[0].inline
  }
}
