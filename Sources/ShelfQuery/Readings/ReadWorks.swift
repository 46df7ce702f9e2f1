import ShelfModel
import ShelfStore
import ShelfSystem

/// The works that the user has read, so that no other copy or edition of them is suggested.
package struct ReadWorks: Sendable {
  private let schema: Schema
  /// The records that were read at least once, by title.
  private let byTitle: [[UInt8]: [(record: Record, likeness: Likeness)]]

  package init(_ library: Library, of kind: Kind = .book) {
    let (records, schema) = (Array(library.records(of: kind)), library.schema)
    let finder = ReadingFinder(kind, schema)
    let read = Parallel.map(records.count, threads: library.threads) { range in
      records[range].filter { finder.timesRead($0) > 0 }.map { (record: $0, likeness: Likeness($0, schema)) }
    }.flatMap { $0 }
    self.schema = schema
    byTitle = Dictionary(grouping: read) { $0.likeness.title }
  }

  /// Returns whether the user has read the work in a record, but according to another record. Records with different
  /// positions in a series are different works.
  package func contains(otherCopyOf record: Record) -> Bool {
    guard let read = byTitle[Likeness.title(of: record)] else { return false }
    let likeness = Likeness(record, schema)
    return read.contains { other in
      other.record.id != record.id && likeness.reason(toMatch: other.likeness) != nil
        && !isOtherVolume(record, than: other.record)
    }
  }

  private func isOtherVolume(_ record: Record, than other: Record) -> Bool {
    guard let field = schema.field(.series, of: record.kind) else { return false }
    let others = other.texts(of: field).map { SeriesPlace($0) }
    return record.texts(of: field).map { SeriesPlace($0) }.contains { place in
      place.position != nil
        && others.contains { $0.key == place.key && $0.position != nil && $0.position != place.position }
    }
  }
}
