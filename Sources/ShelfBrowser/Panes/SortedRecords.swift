import ShelfModel
import ShelfQuery
import ShelfStore

/// A cache of the records of each kind in list order.
///
/// After the library changes, every list is considered doubtful and is checked when it is next needed. If it contains
/// the same record objects, and the order depends only on those records, it is still sorted. Otherwise it is sorted
/// again.
package struct SortedRecords: Sendable {
  private struct Known: Sendable {
    let order: [String]
    let records: [Record]
    /// Whether the library has changed since the list was sorted.
    var isDoubted = false
  }

  private var known: [Kind: Known] = [:]
  /// The library whose records `sortAll` has sorted, or nil if it has not been called.
  private var library: Library?

  package init() {}

  /// Sorts the records of all kinds in the given order.
  ///
  /// Lists that are still in order are not sorted again.
  package mutating func sortAll(_ library: Library, by order: (Kind, Schema) -> RecordOrder) {
    doubt()
    for kind in Kind.allCases { _ = records(of: kind, by: order(kind, library.schema), library) }
    self.library = library
  }

  /// Returns whether the list of a kind is known to be in order.
  func isSorted(_ kind: Kind) -> Bool { known[kind].map { !$0.isDoubted } ?? false }

  /// Returns whether these lists were sorted for exactly this snapshot of a library.
  func isSorted(_ library: Library) -> Bool {
    // Both arrays are alive, so equal addresses mean the same storage.
    func place(_ library: Library) -> UnsafeRawPointer? {
      library.records.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
    }
    return self.library.map { place($0) == place(library) } ?? false
  }

  /// Takes over lists from another cache for kinds that are missing or doubted here.
  ///
  /// A list that already has a different order here is kept.
  mutating func take(_ other: SortedRecords) {
    for (kind, theirs) in other.known {
      guard let mine = known[kind] else {
        known[kind] = theirs
        continue
      }
      if mine.isDoubted, mine.order == theirs.order { known[kind] = theirs }
    }
  }

  /// Marks all lists as possibly outdated.
  mutating func doubt() { for kind in known.keys { known[kind]?.isDoubted = true } }

  mutating func records(of kind: Kind, by order: RecordOrder, _ library: Library) -> [Record] {
    let names = order.keys.map { SortedRecords.name(of: $0) }
    if let known = known[kind], known.order == names {
      if !known.isDoubted { return known.records }
      // An order that depends on other records, such as an author's name, can change even if the records in the list do
      // not.
      let isOfItself = names.allSatisfy { !$0.hasPrefix(SortedRecords.elsewhere) }
      let all = library.records(of: kind)
      if isOfItself, known.records.count == all.count {
        let objects = Set(all.map { ObjectIdentifier($0) })
        if known.records.allSatisfy({ objects.contains(ObjectIdentifier($0)) }) {
          self.known[kind]?.isDoubted = false
          return known.records
        }
      }
    }
    let records = order.sort(Array(library.records(of: kind)), of: library)
    known[kind] = Known(order: names, records: records)
    return records
  }

  /// The prefix of a key's name if the key depends on other records.
  private static let elsewhere = "<"

  /// Returns a name that identifies a sort key.
  private static func name(of key: RecordOrder.Key) -> String {
    let direction = key.isDescending ? ":desc" : ""
    guard let attribute = key.attribute else { return RecordOrder.Key.randomName }
    return switch attribute {
    case .field(let field): (field.type.target == nil ? "" : elsewhere) + field.key + direction
    case .seriesName(let field): field.key + "Name" + direction
    case .seriesPosition(let field): field.key + "Position" + direction
    case .sortNames(let field): field.key + "Sort" + direction
    case .latest: Schema.changed + direction
    case .records(let kind): elsewhere + kind.plural + direction
    case .openIssues: elsewhere + "openIssues" + direction
    case .path: "path" + direction
    case .kindName: "kind" + direction
    }
  }
}
