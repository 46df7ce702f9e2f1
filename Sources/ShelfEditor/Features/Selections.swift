import ShelfModel
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns a `SelectionRange` for each offset, which expands from the value to its line, its field and the whole
  /// text.
  func selections(at offsets: [Int]) -> JSON? {
    .array(offsets.map { selection(at: $0) })
  }

  private func selection(at offset: Int) -> JSON {
    var ranges: [Range<Int>] = [0..<text.bytes.count]
    // Adds a range if it contains the offset and is narrower than the last one.
    func add(_ range: Range<Int>) {
      guard let last = ranges.last, range.lowerBound <= offset, offset <= range.upperBound, range != last,
        last.lowerBound <= range.lowerBound, range.upperBound <= last.upperBound, !range.isEmpty
      else { return }
      ranges.append(range)
    }
    let line = index.line(of: offset)
    add(field(of: line))
    add(index.line(line))
    if let record {
      let values = library.schema.fields(of: record.kind).flatMap { self.items(of: $0, in: record) }.map(\.range)
      for range in values.filter({ $0.lowerBound <= offset && offset <= $0.upperBound }) { add(range) }
    }
    if let key = key(at: offset) { add(key.range) }
    return ranges.reduce(JSON?.none) { parent, range in
      .members(["range": index.json(range), "parent": parent])
    } ?? .null
  }

  private func field(of line: Int) -> Range<Int> {
    let start = (0...line).reversed().first(where: index.beginsField) ?? line
    var end = start
    for number in (start + 1)..<max(start + 1, index.lineCount) {
      if index.beginsField(number) { break }
      // Blank lines and comments before the next field do not belong to this one.
      let first = text.bytes[index.line(number)].first
      if let first, first != UInt8(ascii: "#") || number <= line { end = number }
    }
    return index.line(start).lowerBound..<index.line(max(end, start)).upperBound
  }
}
