/// Turns libyaml's events for a text into a flat array of nodes in preorder, with their actual byte ranges.
///
/// A stack of open collections mirrors the nesting: the start of a collection pushes it, and its end pops it and
/// completes its range. libyaml's marks are exact for plain and quoted scalars and for brackets. The builder corrects
/// the rest: a block collection ends where its last child ends (libyaml places the end at the next token), a block
/// scalar excludes blank lines that are not part of its value, and a missing value is placed where it would have to be
/// written.
///
/// The builder is stricter than libyaml: it rejects a second document, an alias without an anchor, and a key that
/// occurs twice. For a syntax error, it checks whether the actual cause is an unclosed quotation mark or a merge
/// conflict, and reports that instead.
///
/// A builder can read many texts, and reuses its buffers.
struct NodeBuilder {
  private(set) var nodes: [Node] = []
  /// The decoded text of the values that do not appear verbatim in the source.
  private(set) var decoded: [UInt8] = []

  private struct Open {
    var node: Int
    var children = 0
    var lastChild = -1
  }

  private var open: [Open] = []
  private var anchors = AnchorTable()
  private var keys: [TextRange] = []
  private var owners: [Int] = []
  private var keepsDuplicateKeys = false

  /// Reads text.
  ///
  /// Throws `YAMLError` if the text is not a single YAML document. In that case, the contents of `nodes` are
  /// meaningless.
  mutating func read(
    _ source: UnsafeBufferPointer<UInt8>, limits: Limits, keepsDuplicateKeys: Bool = false
  ) throws(YAMLError) {
    self.keepsDuplicateKeys = keepsDuplicateKeys
    nodes.removeAll(keepingCapacity: true)
    decoded.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    anchors.removeAll()
    do throws(YAMLError) {
      try readEvents(source, limits: limits)
    } catch {
      throw ConflictMarkers.find(in: source, instead: UnclosedQuote.find(in: source, instead: error))
    }
  }

  private mutating func readEvents(_ source: UnsafeBufferPointer<UInt8>, limits: Limits) throws(YAMLError) {
    var reader = EventReader(source, limits: limits)
    var hasDocument = false
    while true {
      let event = try reader.next()
      switch event.kind {
      case .streamEnd:
        dropEmptyRoot()
        return
      case .documentStart:
        if hasDocument {
          throw YAMLError(code: .severalDocuments, message: "more than one document", offset: event.start)
        }
        hasDocument = true
      case .documentEnd:
        break
      case .collectionEnd:
        try close(event, source)
      case .alias:
        try addAlias(event, source)
      case .scalar:
        addScalar(event, source)
      case .sequenceStart, .mappingStart:
        addCollection(event, source)
      }
    }
  }

  /// Removes the empty scalar that libyaml reports for a `---` with nothing after it.
  private mutating func dropEmptyRoot() {
    if nodes.count == 1, nodes[0].isEmptyScalar, nodes[0].range.isEmpty {
      nodes.removeAll(keepingCapacity: true)
    }
  }

  // MARK: - Nodes

  private mutating func add(_ node: Node) {
    var node = node
    if let last = open.indices.last {
      node.previous = open[last].lastChild
      node.isKey = nodes[open[last].node].kind == .mapping && open[last].children % 2 == 0
      open[last].children += 1
      open[last].lastChild = nodes.count
    }
    nodes.append(node)
  }

  private mutating func addAlias(_ event: Event, _ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    guard let target = anchors[event.text] else {
      throw YAMLError(code: .undefinedAlias, message: "alias without an anchor before it", offset: event.start)
    }
    let name = text(event.text, verbatimAt: event.start + 1, source)
    add(
      Node(
        kind: .alias, style: .plain, range: event.start..<event.end, content: event.start..<event.end,
        parent: open.last?.node ?? -1, next: nodes.count + 1, text: name, anchor: .empty, tag: .empty,
        target: target))
  }

  private mutating func addScalar(_ event: Event, _ source: UnsafeBufferPointer<UInt8>) {
    var start = event.start
    var end = event.end
    var lacksColon = false
    var properties = Properties()
    if !event.anchor.isEmpty || !event.tag.isEmpty {
      properties = readProperties(event, limit: event.end, source)
      start = properties.end
    }
    if event.style == .literal || event.style == .folded {
      let collection = open.last.map { nodes[$0.node].content.lowerBound }
      end = BlockScalar.end(ofContent: start..<event.end, collection: collection, in: source)
    } else if start == end, event.start == event.end {
      (start, lacksColon) = placeOfNothing(at: start, source)
      end = start
    }
    let inset = event.style == .singleQuoted || event.style == .doubleQuoted ? 1 : 0
    let value = text(event.text, verbatimAt: start + inset, source)
    add(
      Node(
        kind: .scalar, style: event.style, range: min(event.start, start)..<end, content: start..<end,
        parent: open.last?.node ?? -1, next: nodes.count + 1, text: value, anchor: properties.anchor,
        tag: properties.tag, lacksColon: lacksColon))
  }

  private mutating func addCollection(_ event: Event, _ source: UnsafeBufferPointer<UInt8>) {
    var start = event.start
    var properties = Properties()
    if !event.anchor.isEmpty || !event.tag.isEmpty {
      properties = readProperties(event, limit: source.count, source)
      start = properties.end
    }
    let isPair =
      event.kind == .mappingStart && event.style == .flow
      && (event.start == event.end || source[event.end - 1] != ASCII.openBrace)
    let index = nodes.count
    add(
      Node(
        kind: event.kind == .mappingStart ? .mapping : .sequence, style: event.style,
        range: event.start..<max(event.end, start), content: start..<max(event.end, start),
        parent: open.last?.node ?? -1, next: index + 1, text: .empty, anchor: properties.anchor,
        tag: properties.tag, isPair: isPair))
    open.append(Open(node: index))
  }

  private mutating func close(_ event: Event, _ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    guard let closed = open.popLast() else { return }
    let index = closed.node
    nodes[index].next = nodes.count
    var end = event.end
    if nodes[index].style == .block || nodes[index].isPair, closed.lastChild >= 0 {
      end = nodes[closed.lastChild].range.upperBound
    }
    end = max(end, nodes[index].content.lowerBound)
    nodes[index].range = nodes[index].range.lowerBound..<end
    nodes[index].content = nodes[index].content.lowerBound..<end
    if nodes[index].kind == .mapping, !keepsDuplicateKeys {
      try checkKeys(of: index, source)
    }
  }

  // MARK: - True ranges

  /// The anchor and the tag of a node. They may be on an earlier line than its content.
  private struct Properties {
    var anchor = TextRange.empty
    /// The tag as written, with its `!`.
    var tag = TextRange.empty
    /// The start of the content or, for a node without content, the end of the properties.
    var end = 0
  }

  /// Reads the anchor and the tag of the next node.
  private mutating func readProperties(
    _ event: Event, limit: Int, _ source: UnsafeBufferPointer<UInt8>
  ) -> Properties {
    var properties = Properties()
    var offset = event.start
    var missing = (event.anchor.isEmpty ? 0 : 1) + (event.tag.isEmpty ? 0 : 1)
    while missing > 0, offset < source.count {
      let start = offset
      if source[offset] == ASCII.ampersand {
        offset += 1 + event.anchor.count
        properties.anchor = TextRange(start + 1..<offset)
      } else {
        offset = Self.endOfTag(at: offset, source)
        properties.tag = TextRange(start..<offset)
      }
      missing -= 1
      properties.end = offset
      offset = LineBreak.skip(from: offset, in: source)
      if offset >= limit {
        break
      }
      properties.end = offset
    }
    if !event.anchor.isEmpty {
      anchors.define(event.anchor, as: nodes.count)
    }
    return properties
  }

  private static func endOfTag(at offset: Int, _ source: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = offset
    if offset + 1 < source.count, source[offset + 1] == UInt8(ascii: "<") {
      while offset < source.count, source[offset] != ASCII.greater {
        offset += 1
      }
      return min(offset + 1, source.count)
    }
    while offset < source.count, !ASCII.isBlank(source[offset]), LineBreak.length(at: offset, in: source) == 0,
      source[offset] != ASCII.comma
    {
      offset += 1
    }
    return offset
  }

  /// Returns the position for a missing value, and whether the `:` before it is also missing.
  private func placeOfNothing(at mark: Int, _ source: UnsafeBufferPointer<UInt8>) -> (Int, lacksColon: Bool) {
    guard let parent = open.last, nodes[parent.node].kind == .mapping, parent.children % 2 == 1 else {
      return (mark, false)
    }
    let key = nodes[parent.lastChild].range.upperBound
    let next = LineBreak.skip(from: key, in: source)
    if next < mark, source[next] == ASCII.colon {
      return (next + 1, false)
    }
    return (key, true)
  }

  // MARK: - Texts

  /// Returns the range of the text in the source if it appears there verbatim. Otherwise appends the text to `decoded`
  /// and returns its range there.
  private mutating func text(
    _ text: UnsafeBufferPointer<UInt8>, verbatimAt offset: Int, _ source: UnsafeBufferPointer<UInt8>
  ) -> TextRange {
    if text.isEmpty {
      return .empty
    }
    if offset >= 0, offset + text.count <= source.count,
      TextRange(offset..<offset + text.count).bytes(source: source, decoded: source).isEqual(to: text)
    {
      return TextRange(offset..<offset + text.count)
    }
    let start = source.count + decoded.count
    decoded.append(contentsOf: text)
    return TextRange(start..<start + text.count)
  }

  private mutating func checkKeys(of mapping: Int, _ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    var key = mapping + 1
    keys.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    while key < nodes[mapping].next {
      if nodes[key].kind == .scalar {
        keys.append(nodes[key].text)
        owners.append(key)
      }
      key = nodes[nodes[key].next].next
    }
    let duplicate = decoded.withUnsafeBufferPointer { decoded in
      DuplicateKeys.find(keys, source: source, decoded: decoded)
    }
    if let duplicate {
      let key = decoded.withUnsafeBufferPointer { keys[duplicate].bytes(source: source, decoded: $0).prefix(60) }
      throw YAMLError(
        code: .duplicateKey, message: "the key “\(String(decoding: key, as: UTF8.self))” occurs twice",
        offset: nodes[owners[duplicate]].content.lowerBound)
    }
  }
}
