import ShelfText

/// The merged fields in order, with the comments between them.
///
/// Fields are in the order of our version. A field that exists only in their version follows the field that precedes it
/// there. Comment lines and blank lines belong to the field below them. If that field is removed, they move to the next
/// field that is kept, so that no comment is lost.
struct MergedMapping {
  private var order: [FieldIdentity] = []
  private let merged: [FieldIdentity: MergedField]
  private var above: [FieldIdentity: [TextLine]] = [:]
  private let head: [TextLine]
  private var tail: [TextLine]
  private let end: TextLine.End
  /// The column of the keys.
  private let column: Int
  /// The fields that either side has, with their keys.
  let keys: [(name: FieldIdentity, key: String)]

  init(
    _ ours: RecordVersion, _ base: RecordVersion, _ theirs: RecordVersion, _ merged: [FieldIdentity: MergedField],
    _ end: TextLine.End
  ) {
    self.merged = merged
    self.end = end
    column = ours.column ?? theirs.column ?? 0
    let (first, middle, second) = (ours.table, base.table, theirs.table)
    keys =
      ours.entries.map { ($0.name, $0.key) }
      + theirs.entries.filter { first[$0.name] == nil }.map { ($0.name, $0.key) }
    head = PieceOrder.above(ours: ours.head, base: base.head, theirs: theirs.head)
    tail = PieceOrder.above(ours: ours.tail, base: base.tail, theirs: theirs.tail)
    order = PieceOrder.merged(
      ours: ours.entries.map(\.name), theirs: theirs.entries.map(\.name),
      isKept: { merged[$0]?.parts.isEmpty == false }, precedes: MergedMapping.precedes)
    for name in order {
      let old = middle[name]?.above ?? []
      switch (first[name], second[name]) {
      case (let ours?, let theirs?): above[name] = PieceOrder.above(ours: ours.above, base: old, theirs: theirs.above)
      case (let ours?, nil): above[name] = ours.above
      case (nil, let theirs?): above[name] = theirs.above
      case (nil, nil): break
      }
      above[name, default: []] += comments(rescuedFrom: name)
    }
    carry(ours.entries) { entry in
      let theirs = second[entry.name]?.above ?? []
      return PieceOrder.above(ours: entry.above, base: middle[entry.name]?.above ?? [], theirs: theirs)
    }
    carry(theirs.entries.filter { first[$0.name] == nil || above[$0.name] != nil }) { entry in
      PieceOrder.above(ours: [], base: middle[entry.name]?.above ?? [], theirs: entry.above)
    }
    putOpenBlockLast(first, second)
  }

  /// Returns whether a field precedes another in the kind's table. This determines the order of fields that both sides
  /// added at the same position.
  private static func precedes(_ first: FieldIdentity, _ second: FieldIdentity) -> Bool {
    if case .field(let a) = first, case .field(let b) = second { a < b } else { false }
  }

  /// Moves the lines above removed fields to the next field that is kept.
  private mutating func carry(_ entries: [FieldEntry], _ lines: (FieldEntry) -> [TextLine]) {
    var carried: [TextLine] = []
    for entry in entries {
      if above[entry.name] != nil {
        above[entry.name, default: []].insert(contentsOf: carried, at: 0)
        carried = []
      } else {
        carried += lines(entry) + comments(rescuedFrom: entry.name)
      }
    }
    tail.insert(contentsOf: carried, at: 0)
  }

  private func comments(rescuedFrom name: FieldIdentity) -> [TextLine] {
    let margin = String(repeating: " ", count: column)
    return (merged[name]?.rescued ?? []).map { TextLine(Array("\(margin)# \($0)".utf8), end) }
  }

  /// Moves a block scalar that ends without a line break to the end of the file, since a line break would change its
  /// value.
  private mutating func putOpenBlockLast(_ ours: [FieldIdentity: FieldEntry], _ theirs: [FieldIdentity: FieldEntry]) {
    let open = order.last { name in
      guard let merged = merged[name], !merged.hasConflict, let entry = ours[name] ?? theirs[name] else { return false }
      return merged.lines(for: .ours).last?.end == TextLine.End.none && entry.isOpenBlock
    }
    guard let open, tail.isEmpty, open != order.last else { return }
    order.removeAll { $0 == open }
    order.append(open)
  }

  /// The lines and conflicts of the mapping, or an empty array if no field is kept.
  var parts: [MergedField.Part] {
    if order.isEmpty { return [] }
    let fields = order.flatMap { [.lines(above[$0, default: []])] + (merged[$0]?.parts ?? []) }
    return [.lines(head)] + fields + [.lines(tail)]
  }

  /// Returns the bytes of the mapping, with a line break after every line but the last.
  func bytes(_ lines: (MergedField) -> [TextLine]) -> [UInt8] {
    let all =
      head + order.flatMap { name in above[name, default: []] + (merged[name].map(lines) ?? []) } + tail
    guard let last = all.last else { return [] }
    return all.dropLast().flatMap { $0.terminated(end).bytes } + last.bytes
  }
}
