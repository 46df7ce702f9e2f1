import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// The series of the records of one kind in a library.
///
/// There are no records for series. A book only states the name of its series and its own position, as in `Discworld
/// 12`. The table parses these values on several threads and groups the records by the folded name. Spellings that
/// differ only in case, accents or punctuation therefore belong to the same series, whose name is the most frequent
/// spelling. Within a series, records are sorted by position and then by title.
package struct SeriesTable: Sendable {
  /// All series, by name.
  package let all: [Series]
  private let positions: [String: Int]

  package init(_ library: Library, of kind: Kind = .book) {
    self.init(Array(library.records(of: kind)), of: kind, in: library)
  }

  /// Collects the series of a library, in order to find the next record of each.
  package init(_ library: Library, _ read: ReadWorks, of kind: Kind = .book) {
    self.init(Array(library.records(of: kind)), of: kind, in: library, read)
  }

  /// Collects the series of the given records.
  ///
  /// - Parameter read: the works that the user has read, if the table has to find the next record of a series.
  package init(_ records: [Record], of kind: Kind, in library: Library, _ read: ReadWorks? = nil) {
    guard let field = library.schema.field(.series, of: kind) else {
      (all, positions) = ([], [:])
      return
    }
    let reader = EntryReader(library, kind, read)
    let found = Parallel.map(records.count, threads: library.threads) { range in
      records[range].flatMap { record -> [(key: String, name: String, entry: Series.Entry)] in
        guard record.has(field) else { return [] }
        return record.texts(of: field).map { text in
          let place = SeriesPlace(text)
          return (place.key, place.name, reader.entry(record, place))
        }
      }
    }.flatMap { $0 }
    var groups: [String: (names: [String: Int], entries: [Series.Entry])] = [:]
    for (key, name, entry) in found {
      groups[key, default: ([:], [])].names[name, default: 0] += 1
      groups[key]?.entries.append(entry)
    }
    let sorted = groups.sorted { Folding.precedes($0.key, $1.key) }
    all = sorted.map { _, group in
      let entries = group.entries.sorted { Record.precedes($0.record, $1.record, by: $0.position, $1.position) }
      return Series(name: Folding.commonest(group.names), entries: entries)
    }
    positions = Dictionary(sorted.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  /// Returns the series with this name, ignoring case, accents and punctuation, or nil if there is none.
  package subscript(name: String) -> Series? { positions[SeriesPlace.key(of: name)].map { all[$0] } }

  /// The records to read next in all series, without duplicates.
  package var next: [Record] {
    var paths: Set<ExactPath> = []
    return all.compactMap(\.next).filter { paths.insert(ExactPath($0.path)).inserted }
  }
}

extension Record {
  /// Returns whether a record precedes another in a list that is sorted by a key.
  ///
  /// Records without a key come last. Records with equal keys, or without one, are sorted by title and then by id.
  static func precedes<Key: Comparable>(_ a: Record, _ b: Record, by first: Key?, _ second: Key?) -> Bool {
    switch (first, second) {
    case (let x?, let y?) where x != y: x < y
    case (_?, nil): true
    case (nil, _?): false
    default: a.title != b.title ? Folding.precedes(a.title, b.title) : a.id < b.id
    }
  }
}

/// The records before and after a record in one of its series.
package struct SeriesNeighbors: Sendable {
  /// The series, and the record's position in it.
  package let place: SeriesPlace
  /// The nearest records before and after the record, with their positions.
  package let previous: (record: Record, position: SeriesPosition)?
  package let next: (record: Record, position: SeriesPosition)?

  /// Returns the neighbors of a record in each of its series, omitting series without neighbors.
  package static func all(of record: Record, in library: Library) -> [SeriesNeighbors] {
    guard let field = library.schema.field(.series, of: record.kind), record.has(field) else { return [] }
    let places = record.texts(of: field).map { SeriesPlace($0) }.filter { $0.position != nil }
    if places.isEmpty { return [] }
    // Most books belong to other series. Searching the bytes for the first word of the name rules them out without
    // parsing.
    let words = places.map { Array((Folding.words($0.name).first ?? Folding.fold($0.name)).utf8) }
    let all = Array(library.records(of: record.kind))
    let candidates = Parallel.map(all.count, threads: library.threads) { range in
      var folding = FoldingBuffer()
      return all[range].filter { other in
        other.anyText(of: field.index) { text in
          folding.fold(text) { folded in words.contains { ByteSearch.contains($0, in: folded) } }
        }
      }
    }.flatMap { $0 }
    let table = SeriesTable(candidates, of: record.kind, in: library)
    return places.compactMap { place in
      guard let own = place.position, let series = table[place.name] else { return nil }
      let others = series.entries.compactMap { entry in entry.position.map { (record: entry.record, position: $0) } }
        .filter { $0.position != own && $0.record.path != record.path }
      let (previous, next) = (others.last { $0.position < own }, others.first { own < $0.position })
      return previous == nil && next == nil
        ? nil : SeriesNeighbors(place: place, previous: previous, next: next)
    }
  }
}

/// Creates series entries from records.
private struct EntryReader: Sendable {
  private let state: Field?
  private let schema: Schema
  private let read: ReadWorks?

  init(_ library: Library, _ kind: Kind, _ read: ReadWorks?) {
    state = library.schema.field(.state, of: kind)
    schema = library.schema
    self.read = read
  }

  func entry(_ record: Record, _ place: SeriesPlace) -> Series.Entry {
    let state = phase(of: record)
    return Series.Entry(
      record: record, position: place.position, state: state, isAway: Loan.isAway(record, schema),
      isReadElsewhere: state == .phase(.before) && read?.contains(otherCopyOf: record) ?? false)
  }

  private func phase(of record: Record) -> Series.Entry.State {
    guard let state, let states = state.states else { return .unknown }
    guard let text = record.value(of: state)?.text ?? state.defaultText else { return .unknown }
    if text == states.wanted { return .wanted }
    return states.phase(of: text).map { .phase($0) } ?? .unknown
  }
}
