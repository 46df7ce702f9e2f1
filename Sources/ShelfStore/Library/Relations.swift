import ShelfModel
import ShelfSystem

/// The reverse references of a library: the records that refer to each record.
///
/// The forward references are in the records themselves. The sources of all targets are stored in one array, grouped by
/// target with a counting sort, and a second array contains the start of each group. Several threads collect the
/// references.
package struct Relations: Sendable {
  /// The start of each record's group in `sources`, followed by the end of the last group.
  private let starts: [Int32]
  /// The positions of the referring records, grouped by the record that they refer to.
  private let sources: [Int32]

  init(records: [Record], schema: Schema, positions: IDTable, threads: Int) {
    let maxCompared = 16
    let references = Kind.allCases.map { kind in schema.fields(of: kind).map { $0.type.target != nil } }
    let links = Parallel.map(records.count, threads: threads) { range in
      var links: [(source: Int32, target: Int32)] = []
      links.reserveCapacity(range.count)
      for position in range {
        let record = records[position]
        let first = links.count
        var many: Set<Int32> = []
        record.forEachReference(in: references[Int(record.kind.rawValue)]) { _, id in
          guard let target = positions[id].map(Int32.init) else { return }
          // A few targets are compared one by one, which is faster than hashing them.
          if links.count - first < maxCompared {
            if links[first...].contains(where: { $0.target == target }) { return }
          } else {
            if many.isEmpty { many = Set(links[first...].map(\.target)) }
            guard many.insert(target).inserted else { return }
          }
          links.append((Int32(position), target))
        }
      }
      return links
    }.flatMap { $0 }
    var starts = [Int32](repeating: 0, count: records.count + 1)
    for link in links { starts[Int(link.target) + 1] += 1 }
    for position in records.indices { starts[position + 1] += starts[position] }
    var next = starts
    var sources = [Int32](repeating: 0, count: links.count)
    for link in links {
      sources[Int(next[Int(link.target)])] = link.source
      next[Int(link.target)] += 1
    }
    self.starts = starts
    self.sources = sources
  }

  /// Returns the positions of the records that refer to the record at this position, without duplicates.
  package func sources(of position: Int) -> ArraySlice<Int32> {
    sources[Int(starts[position])..<Int(starts[position + 1])]
  }
}
