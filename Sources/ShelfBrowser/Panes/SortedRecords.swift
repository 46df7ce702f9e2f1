import ShelfModel
import ShelfQuery
import ShelfStore

/// A cache of the records of each kind in list order, for one snapshot of a library.
package struct SortedRecords: Sendable {
  private struct Known: Sendable {
    let order: [String]
    let records: [Record]
  }

  private var known: [Kind: Known] = [:]
  /// The library for which all kinds of records have been sorted, or nil if only some have.
  private var library: Library?

  package init() {}

  package init(_ library: Library, by order: (Kind, Schema) -> RecordOrder) {
    for kind in Kind.allCases { _ = records(of: kind, by: order(kind, library.schema), library) }
    self.library = library
  }

  /// Returns whether the cache contains the list of a kind.
  func isSorted(_ kind: Kind) -> Bool { known[kind] != nil }

  /// Returns whether these lists were sorted for exactly this snapshot of a library.
  func isSorted(_ library: Library) -> Bool {
    // Both arrays are alive, so equal addresses mean the same storage.
    func place(_ library: Library) -> UnsafeRawPointer? {
      library.records.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
    }
    return self.library.map { place($0) == place(library) } ?? false
  }

  /// Adds the lists of another cache for kinds that are missing in this one.
  ///
  /// Existing lists are kept, because the user may have chosen their order.
  mutating func take(_ other: SortedRecords) { known.merge(other.known) { mine, _ in mine } }

  mutating func records(of kind: Kind, by order: RecordOrder, _ library: Library) -> [Record] {
    let names = order.keys.map { SortedRecords.name(of: $0) }
    if let known = known[kind], known.order == names { return known.records }
    let records = order.sort(Array(library.records(of: kind)), of: library)
    known[kind] = Known(order: names, records: records)
    return records
  }

  /// Returns a name that identifies a sort key.
  private static func name(of key: RecordOrder.Key) -> String {
    let direction = key.isDescending ? ":desc" : ""
    guard let attribute = key.attribute else { return RecordOrder.Key.randomName }
    return switch attribute {
    case .field(let field): field.key + direction
    case .seriesName(let field): field.key + "Name" + direction
    case .seriesPosition(let field): field.key + "Position" + direction
    case .sortNames(let field): field.key + "Sort" + direction
    case .latest: Schema.changed + direction
    case .records(let kind): kind.plural + direction
    case .openIssues: "openIssues" + direction
    case .citationKey: CitationKeys.field.key + direction
    case .path: "path" + direction
    case .kindName: "kind" + direction
    }
  }
}
