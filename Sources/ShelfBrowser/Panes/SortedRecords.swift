import ShelfModel
import ShelfQuery
import ShelfStore

/// The records of kinds in order, sorted again only if they, or what they are sorted by, may be others.
package struct SortedRecords: Sendable {
  private struct Known: Sendable {
    let order: [String]
    let records: [Record]
    /// Whether the library is another one since.
    var isDoubted = false
  }

  private var known: [Kind: Known] = [:]
  /// The library whose records were sorted; nil if that does not matter.
  private var library: Library?

  package init() {}

  /// Sorts the records of every kind, in the order in which its list shows them at first.
  ///
  /// What was sorted before and is still in order is not sorted again.
  package mutating func sortAll(_ library: Library, by order: (Kind, Schema) -> RecordOrder) {
    doubt()
    for kind in Kind.allCases { _ = records(of: kind, by: order(kind, library.schema), library) }
    self.library = library
  }

  /// Whether the records of a kind are in order, and surely so.
  func isSorted(_ kind: Kind) -> Bool { known[kind].map { !$0.isDoubted } ?? false }

  /// Whether these are the records of a library, and not of it as it was before or will be.
  func isSorted(_ library: Library) -> Bool {
    // As long as both are held, the same place in memory is the same records.
    func place(_ library: Library) -> UnsafeRawPointer? {
      library.records.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
    }
    return self.library.map { place($0) == place(library) } ?? false
  }

  /// Takes what someone else has sorted, where nothing is known or sure here; another order that is known here stays.
  mutating func take(_ other: SortedRecords) {
    for (kind, theirs) in other.known {
      guard let mine = known[kind] else {
        known[kind] = theirs
        continue
      }
      if mine.isDoubted, mine.order == theirs.order { known[kind] = theirs }
    }
  }

  /// Is told that the library is another one.
  mutating func doubt() { for kind in known.keys { known[kind]?.isDoubted = true } }

  mutating func records(of kind: Kind, by order: RecordOrder, _ library: Library) -> [Record] {
    let names = order.keys.map { SortedRecords.name(of: $0) }
    if let known = known[kind], known.order == names {
      if !known.isDoubted { return known.records }
      // What other records say, such as the name of a book, can have changed without these.
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

  /// What the name of an order begins with that goes by other records.
  private static let elsewhere = "<"

  /// Returns a name for a part of an order.
  private static func name(of key: RecordOrder.Key) -> String {
    let direction = key.isDescending ? ":desc" : ""
    return switch key.attribute {
    case .field(let field): (field.type.target == nil ? "" : elsewhere) + field.key + direction
    case .seriesName(let field): field.key + "Name" + direction
    case .seriesPosition(let field): field.key + "Position" + direction
    case .latest: Schema.changed + direction
    case .records(let kind): elsewhere + kind.plural + direction
    case .openIssues: elsewhere + "openIssues" + direction
    case .path: "path" + direction
    case .kindName: "kind" + direction
    }
  }
}
