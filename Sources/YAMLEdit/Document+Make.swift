extension Document {
  /// Returns a new document: a mapping in the style of new records.
  ///
  /// Lists stand below their keys, indented by two; texts with line breaks are `|` blocks; all lines end with LF, the
  /// last one too. Throws `EditRefusal` if a key occurs twice or the document would be too large.
  public static func make(_ entries: [(key: String, value: Value)]) throws(EditRefusal) -> Document {
    let nothing = Document.empty
    var added = [Change.Added(kind: .mapping, parent: -1)]
    for (key, value) in entries {
      added.append(Change.Added(kind: .scalar, text: Array(key.utf8), parent: 0))
      added += Change.nodes(of: value, at: added.count, parent: 0)
    }
    func change(_ rendering: (String, Value) -> Rendering) -> Change {
      let lineBreak = [ASCII.lineFeed]
      var bytes: [UInt8] = entries.isEmpty ? Array("{}\n".utf8) : []
      for (key, value) in entries {
        let rendering = rendering(key, value)
        bytes += rendering.inline
        if !rendering.lines.isEmpty { bytes += rendering.below(lineBreak) }
        bytes += lineBreak
      }
      return Change(splices: [Splice(at: 0, bytes)], removed: 0..<0, added: added)
    }
    let writer = EntryWriter(column: 0)
    if let best = try? nothing.firstExact([change(writer.best)], at: 0) { return best }
    // The last of the ways is without block scalars, and holds any text.
    let safe = change { key, value in
      let renderings = writer.renderings(of: key, value)
      return renderings[renderings.count - 1]
    }
    return try nothing.firstExact([safe], at: 0)
  }
}
