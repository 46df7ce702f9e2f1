extension Document {
  /// Returns the bytes of a new document: a mapping in the style of new records.
  ///
  /// Lists are below their keys, indented by two spaces. Multiline text is written as a `|` block. Every line,
  /// including the last, ends with LF. Throws `EditRefusal` if a key occurs twice or the document would be too large.
  public static func bytes(
    of entries: [(key: String, value: Value)], limits: Limits = Limits()
  ) throws(EditRefusal) -> [UInt8] {
    let writer = EntryWriter(column: 0)
    var best: [UInt8] = []
    best.reserveCapacity(512)
    for (key, value) in entries { writer.append(key, value, to: &best) }
    // An import keeps tens of thousands of new records in memory until they are written, so drop the spare capacity.
    if !entries.isEmpty, isPlain(best, holding: entries, limits) { return best.withUnsafeBufferPointer { Array($0) } }

    let nothing = Document(nothing: limits)
    var added = [ProposedChange.Added(kind: .mapping, parent: -1)]
    for (key, value) in entries {
      added.append(ProposedChange.Added(kind: .scalar, text: Array(key.utf8), parent: 0))
      added += ProposedChange.nodes(of: value, at: added.count, parent: 0)
    }
    func change(_ bytes: [UInt8]) -> ProposedChange {
      let bytes = entries.isEmpty ? Array("{}\n".utf8) : bytes
      return ProposedChange(splices: [Splice(at: 0, bytes)], removed: 0..<0, added: added)
    }
    // The last way to write an entry uses no block scalars and can represent any text.
    let safe = entries.flatMap { key, value in
      let renderings = writer.renderings(of: key, value)
      let last = renderings[renderings.count - 1]
      return last.inline + last.below([ASCII.lineFeed]) + [ASCII.lineFeed]
    }
    return try nothing.firstExact([change(best), change(safe)], at: 0).bytes
  }

  /// Returns whether the text is a plain flat mapping with exactly these entries. This takes a fraction of the time of
  /// a full parse.
  static func isPlain(
    _ bytes: [UInt8], holding entries: [(key: String, value: Value)], _ limits: Limits
  ) -> Bool {
    var reader = MappingReader(limits: limits)
    guard bytes.withUnsafeBufferPointer({ reader.readPlain($0) }) == .mapping else { return false }
    var rest = reader.entries[...]
    func isNext(_ key: String, _ text: String, _ shape: MappingReader.Entry.Shape, _ index: Int = 0) -> Bool {
      guard let entry = rest.popFirst() else { return false }
      return entry.shape == shape && entry.index == Int32(index) && reader.holds(key, at: entry.key, of: bytes)
        && reader.holds(text, at: entry.value, of: bytes)
    }
    for (key, value) in entries {
      switch value {
      case .scalar(let scalar):
        if !isNext(key, scalar.text, .scalar) { return false }
      case .list(let items) where !items.isEmpty:
        for (index, item) in items.enumerated() where !isNext(key, item.text, .item, index) { return false }
      case .list:
        if !isNext(key, "", .emptyList) { return false }
      case .sequence, .mapping:
        return false
      }
    }
    return rest.isEmpty
  }
}

extension MappingReader {
  /// Returns whether a range of the most recently read source equals the text byte for byte.
  fileprivate func holds(_ text: String, at range: TextRange, of source: [UInt8]) -> Bool {
    var text = text
    return source.withUnsafeBufferPointer { source in
      decoded.withUnsafeBufferPointer { decoded in
        text.withUTF8 { range.bytes(source: source, decoded: decoded).isEqual(to: $0) }
      }
    }
  }
}
