import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// The sort order of a list.
///
/// `sort(_:of:)` first computes a sort key for every record, on several threads. Ordinals remain numbers, and text
/// becomes bytes that sort in the right order. Accents, articles and numbers are therefore processed once per record
/// rather than in every comparison. The final tie-breaker is the record's path, so that the result is always the same.
package struct RecordOrder: Sendable {
  package struct Key: Sendable {
    /// The attribute to sort by, or nil to shuffle the records.
    package var attribute: Attribute?
    package var isDescending: Bool

    package init(_ attribute: Attribute?, isDescending: Bool = false) {
      self.attribute = attribute
      self.isDescending = isDescending
    }

    /// The word for the random order.
    package static let randomName = "random"
  }

  package var keys: [Key]
  /// The seed of the random order. The same seed always shuffles the same records in the same way.
  package var seed: UInt64 = 0

  package init(_ keys: [Key]) { self.keys = keys }

  /// Whether the order depends on the seed.
  package var isRandom: Bool { keys.contains { $0.attribute == nil } }

  /// Returns the sort key of an element in the random order.
  package static func shuffled(_ number: UInt64, seed: UInt64) -> Int {
    // SplitMix64: every bit of the seed and the number affects every bit of the result.
    var mixed = (number ^ seed) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: mixed ^ mixed >> 31)
  }

  /// Returns the default order of a kind's list.
  package static func standard(of kind: Kind, _ schema: Schema) -> RecordOrder {
    RecordOrder(
      kind.definition.order.compactMap { key in
        schema.field(key.key, of: kind).map { Key(.field($0), isDescending: key.isDescending) }
      })
  }

  /// A value in a form that is fast to compare.
  private enum Value: Sendable {
    case missing
    case number(Int)
    case text([UInt8])
  }

  /// The values that determine a record's position.
  private struct SortKey: Sendable {
    var values: [Value]
    var title: [UInt8]
  }

  /// Returns the records in order.
  ///
  /// Records without a value come last in both directions. Ties are broken by the title, then by its accents, then by
  /// the creation date (for a book, the date when it was added), then by the id, then by the path. Text is ordered by
  /// its folded letters, script by script; numbers within it are ordered as numbers, articles at the start of book
  /// titles are ignored, and authors are ordered by family name.
  package func sort(_ records: [Record], of library: Library) -> [Record] {
    let dates = Kind.allCases.map { library.schema.field(.created, of: $0) }
    let titles = TitleKeys(library)
    let sortKeys = Parallel.map(records.count, threads: library.threads) { range in
      var folder = FoldingBuffer()
      return records[range].map { record in
        SortKey(
          values: keys.map { value($0, record, library, titles, &folder) },
          title: titles.key(of: record, &folder))
      }
    }.flatMap { $0 }
    let order = sortKeys.indices.sorted { a, b in
      for (index, key) in keys.enumerated() {
        let isBefore = RecordOrder.isBefore(
          sortKeys[a].values[index], sortKeys[b].values[index], isDescending: key.isDescending)
        if let isBefore { return isBefore }
      }
      let (one, other) = (sortKeys[a].title, sortKeys[b].title)
      if one != other { return other.isEmpty || !one.isEmpty && one.lexicographicallyPrecedes(other) }
      return breaksTie(records[a], records[b], dates, library, titles)
    }
    return order.map { records[$0] }
  }

  /// Returns whether the first of two records with equal keys and titles precedes the second.
  private func breaksTie(
    _ a: Record, _ b: Record, _ dates: [Field?], _ library: Library, _ titles: TitleKeys
  ) -> Bool {
    if let isBefore = TitleKeys.accentsPrecede(a, b) { return isBefore }
    func date(_ record: Record) -> Value {
      var folder = FoldingBuffer()
      return dates[Int(record.kind.rawValue)].map { value($0, record, library, titles, &folder) }
        ?? .missing
    }
    if let isBefore = RecordOrder.isBefore(date(a), date(b), isDescending: false) { return isBefore }
    return a.id != b.id ? a.id < b.id : a.path < b.path
  }

  private static func isBefore(_ a: Value, _ b: Value, isDescending: Bool) -> Bool? {
    switch (a, b) {
    case (.missing, .missing): nil
    case (.missing, _): false
    case (_, .missing): true
    case (.number(let a), .number(let b)): a == b ? nil : (a < b) != isDescending
    case (.text(let a), .text(let b)): a == b ? nil : a.lexicographicallyPrecedes(b) != isDescending
    case (.number, .text): true
    case (.text, .number): false
    }
  }

  private func value(
    _ key: Key, _ record: Record, _ library: Library, _ titles: TitleKeys, _ folder: inout FoldingBuffer
  ) -> Value {
    guard let attribute = key.attribute else {
      return .number(RecordOrder.shuffled(record.id.low, seed: seed &+ record.id.high))
    }
    return value(attribute, record, library, titles, &folder)
  }

  private func value(
    _ attribute: Attribute, _ record: Record, _ library: Library, _ titles: TitleKeys, _ folder: inout FoldingBuffer
  ) -> Value {
    switch attribute {
    case .field(let field): value(field, record, library, titles, &folder)
    case .seriesName(let field):
      record.texts(of: field).first.map { .text(NaturalOrder.key(Array(SeriesPlace($0).key.utf8))) } ?? .missing
    case .seriesPosition(let field):
      record.texts(of: field).first.flatMap { SeriesPlace($0).position }.map { .number($0.first) } ?? .missing
    case .sortNames(let field): value(field, record, library, titles, &folder)
    case .latest(let fields):
      fields.compactMap { if case .number(let number) = record.ordinal(of: $0) { number } else { nil } }.max()
        .map { .number($0) } ?? .missing
    case .records(let kind): .number(library.count(of: kind, relatedTo: record))
    case .openIssues: .number(library.openIssues(of: record))
    case .citationKey:
      library.citationKey(of: record).map { .text(NaturalOrder.key(Array(Folding.fold($0).utf8))) } ?? .missing
    case .path: .text(Array(record.path.utf8))
    case .kindName: .text(Array(record.kind.singular.utf8))
    }
  }

  private func value(
    _ field: Field, _ record: Record, _ library: Library, _ titles: TitleKeys, _ folder: inout FoldingBuffer
  ) -> Value {
    if field.index == record.kind.titleIndex {
      let key = titles.key(of: record, &folder)
      return key.isEmpty ? .missing : .text(key)
    }
    if field.has(.timesRead) {
      let count = ReadingFinder(record.kind, library.schema).timesRead(record)
      return count > 0 ? .number(count) : .missing
    }
    if field.has(.loans) {
      let count = Loan.all(of: record, library.schema).count + Loan.past(of: record, library.schema).count
      return count > 0 ? .number(count) : .missing
    }
    if field.type.isOrdered || field.type == .boolean {
      switch record.ordinal(of: field) {
      case .number(let number): return .number(number)
      case .missing:
        let missing = field.defaultText.flatMap { field.type.read([$0]) }.flatMap { field.type.ordinal(of: $0) }
        return missing.map { .number($0) } ?? .missing
      case .unreadable: return .text(Array(Folding.fold(record.value(of: field)?.text ?? "").utf8))
      }
    }
    guard let value = record.value(of: field) else { return .missing }
    if field.has(.series), case .texts(let texts) = value, let first = texts.first {
      return .text(RecordOrder.key(of: SeriesPlace(first)))
    }
    switch value {
    case .ids(let ids) where field.type.target != nil:
      let names = ids.map { id in library.record(id).map { titles.key(of: $0, &folder) } ?? [] }
      let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
      return .text(Array(sorted.joined(separator: [UInt8(ascii: ",")])))
    case .texts(let texts):
      // The names are separated by 0x02. A comma within a name becomes 0x01.
      let names = field.isOfPeople ? library.manifest.names : nil
      let keys = texts.map { text in
        NaturalOrder.key(Array((names?.key(of: field.personName(in: text)) ?? Folding.fold(text)).utf8))
      }
      return .text(Array(keys.joined(separator: [0x02])))
    default:
      let folded = Array(Folding.fold(value.text).utf8)
      return .text(field.has(.page) ? NaturalOrder.pageKey(folded) : NaturalOrder.key(folded))
    }
  }

  /// Returns the sort key of a position in a series, which consists of the name of the series and the position as a
  /// number. Records without a position come last.
  private static func key(of place: SeriesPlace) -> [UInt8] {
    let position = UInt64(place.position.map { $0.first + 1 } ?? Int.max)
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: position >> (8 * UInt64($0))) }
    return NaturalOrder.key(Array(place.key.utf8)) + [0x02] + digits
  }
}
