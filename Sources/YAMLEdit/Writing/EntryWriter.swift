/// Writes new entries of a mapping.
struct EntryWriter {
  /// The column of the mapping's keys.
  var column: Int
  /// The column where all values of the mapping start, or nil if each follows its key directly.
  var valueColumn: Int?
  var style = WritingStyle()

  init(column: Int, style: WritingStyle = WritingStyle()) {
    self.column = column
    self.style = style
  }

  /// Returns the ways to write an entry in block style, best first. The last one uses no block scalars. The first line
  /// is not indented.
  func renderings(of key: String, _ value: Value) -> [Rendering] {
    let key = written(key, isInFlow: false)
    let head = key + [ASCII.colon] + gap(after: key)
    switch value {
    case .list(let items) where !items.isEmpty:
      let writer = ListWriter(column: column + style.listOffset, style: style)
      let block = writer.renderings(of: items).map { Rendering(inline: key + [ASCII.colon], lines: $0.lines) }
      guard style.listsInFlow else { return block }
      let flow = ListWriter(column: column + style.mappingOffset, style: style).inBrackets(items)
      return [Rendering(inline: head + flow.inline, lines: flow.lines)] + block
    case .list:
      return [Rendering(inline: head + Array("[]".utf8))]
    case .sequence(let items):
      return [Rendering(inline: head + inBrackets(items))]
    case .mapping(let entries) where !entries.isEmpty:
      return below(entries).map { Rendering(inline: key + [ASCII.colon], lines: $0) }
    case .mapping:
      return [Rendering(inline: head + Array("{}".utf8))]
    case .scalar(let scalar):
      var writer = ScalarWriter(quotes: style.quotes)
      writer.block = BlockLayout(parentIndent: column, offset: style.blockOffset)
      return writer.renderings(of: scalar).map { rendering in
        Rendering(inline: head + rendering.inline + CommentText.written(scalar.comment), lines: rendering.lines)
      }
    }
  }

  /// Appends an entry in block style with LF line breaks. The value is quoted if necessary.
  func append(_ key: String, _ value: Value, to bytes: inout [UInt8]) {
    var writer = ScalarWriter(quotes: style.quotes)
    switch value {
    case .list(let items) where !items.isEmpty && !style.listsInFlow:
      writer.append(Scalar(key), to: &bytes)
      bytes.append(ASCII.colon)
      writer.block = BlockLayout(parentIndent: column + style.listOffset, offset: style.blockOffset)
      for item in items {
        bytes.append(ASCII.lineFeed)
        for _ in 0..<column + style.listOffset { bytes.append(ASCII.space) }
        bytes.append(ASCII.dash)
        bytes.append(ASCII.space)
        writer.append(item, to: &bytes)
      }
    case .scalar(let scalar) where valueColumn == nil:
      writer.append(Scalar(key), to: &bytes)
      bytes.append(ASCII.colon)
      bytes.append(ASCII.space)
      writer.block = BlockLayout(parentIndent: column, offset: style.blockOffset)
      writer.append(scalar, to: &bytes)
    default:
      let rendering = renderings(of: key, value)[0]
      bytes += rendering.inline + rendering.below([ASCII.lineFeed])
    }
    bytes.append(ASCII.lineFeed)
  }

  /// Returns an entry in flow style, without comments.
  func rendering(of key: String, _ value: Value) -> Rendering {
    Rendering(inline: written(key, isInFlow: true) + [ASCII.colon, ASCII.space] + inFlow(value))
  }

  /// Returns a list in flow style, without comments.
  func inBrackets(_ items: [Value]) -> [UInt8] { ListWriter.inBrackets(items.map { inFlow($0) }).inline }

  /// Returns a mapping in flow style, without comments.
  func inBraces(_ entries: [Value.Entry]) -> [UInt8] {
    let texts = entries.map { rendering(of: $0.key, $0.value).inline }
    return [ASCII.openBrace] + texts.joined(separator: Array(", ".utf8)) + [ASCII.closeBrace]
  }

  /// Returns the ways to write the lines of a mapping below its key, best first. The last one uses no block scalars.
  func below(_ entries: [Value.Entry]) -> [[[UInt8]]] {
    let writer = EntryWriter(column: column + style.mappingOffset, style: style)
    let margin = Array(repeating: ASCII.space, count: writer.column)
    let written = entries.map { writer.renderings(of: $0.key, $0.value) }
    return [written.compactMap(\.first), written.compactMap(\.last)].map { entries in
      entries.flatMap { [margin + $0.inline] + $0.lines }
    }
  }

  /// Returns the spaces between the colon after a key and the value.
  private func gap(after key: [UInt8]) -> [UInt8] {
    let width = key.count { $0 & 0xC0 != 0x80 }
    let missing = (valueColumn ?? 0) - column - width - 1
    return Array(repeating: ASCII.space, count: max(1, missing))
  }

  private func inFlow(_ value: Value) -> [UInt8] {
    switch value {
    case .list(let items): ListWriter.inBrackets(items.map { inFlow($0) }).inline
    case .sequence(let items): inBrackets(items)
    case .scalar(let scalar): inFlow(scalar)
    case .mapping(let entries): inBraces(entries)
    }
  }

  private func inFlow(_ scalar: Scalar) -> [UInt8] {
    ScalarWriter(isInFlow: true, quotes: style.quotes).best(of: scalar).inline
  }

  /// Returns a key in its written form, which is always on one line.
  private func written(_ key: String, isInFlow: Bool) -> [UInt8] {
    ScalarWriter(isInFlow: isInFlow, quotes: style.quotes).best(of: Scalar(key)).inline
  }
}
