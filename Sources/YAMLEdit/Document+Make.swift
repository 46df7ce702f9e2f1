extension Document {
  /// Returns a new document: a mapping in the style of new records.
  ///
  /// Lists stand below their keys, indented by two; texts with line breaks are `|` blocks; all lines end with LF, the
  /// last one too. Throws `EditRefusal` if a key occurs twice or the document would be too large.
  public static func make(_ entries: [(key: String, value: Value)]) throws(EditRefusal) -> Document {
    let nothing = Document.empty
    var added = [Change.Added(kind: .mapping, parent: -1)]
    var best: [UInt8] = []
    var safe: [UInt8] = []
    let lineBreak = [ASCII.lineFeed]
    for (key, value) in entries {
      added.append(Change.Added(kind: .scalar, text: Array(key.utf8), parent: 0))
      added += Change.nodes(of: value, at: added.count, parent: 0)
      let renderings = EntryWriter(column: 0).renderings(of: key, value)
      best += renderings[0].inline + renderings[0].below(lineBreak) + lineBreak
      let last = renderings[renderings.count - 1]
      safe += last.inline + last.below(lineBreak) + lineBreak
    }
    if entries.isEmpty {
      best = Array("{}\n".utf8)
      safe = best
    }
    let changes = [best, safe].map { Change(splices: [Splice(at: 0, $0)], removed: 0..<0, added: added) }
    return try nothing.firstExact(changes, at: 0)
  }
}
