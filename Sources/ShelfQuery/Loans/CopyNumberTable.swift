import ShelfModel
import ShelfStore

/// The records of a kind by the numbers of their copies, for finding numbers that two records have.
///
/// Call numbers are excluded, because several titles may share one. Books that the user does not own are excluded too,
/// because the user may put their labels on other books.
package struct CopyNumberTable {
  private var records: [String: [Record]] = [:]
  private var count = 0

  package init(_ library: Library, of kind: Kind = .book) {
    if CopyNumbers.uniqueFields(of: kind, library.schema).isEmpty { return }
    for record in library.records(of: kind) where !Loan.isMissing(record, library.schema) {
      for key in CopyNumberTable.keys(of: record, library.schema) {
        records[key, default: []].append(record)
        count += 1
      }
    }
  }

  /// Whether the numbers identify copies. If most of them occur several times, they count something else, such as
  /// volumes.
  private var isOfCopies: Bool { (count - records.count) * 2 <= count }

  /// The numbers that several records have, and these records.
  package var shared: [(number: String, records: [Record])] {
    isOfCopies ? records.filter { $0.value.count > 1 }.map { ($0.key, $0.value) } : []
  }

  /// Returns the records with a number.
  package subscript(number: String) -> [Record] { isOfCopies ? records[CopyNumbers.key(number)] ?? [] : [] }

  private static func keys(of record: Record, _ schema: Schema) -> Set<String> {
    let numbers = CopyNumbers(record, schema, includingShared: true)
    if numbers.field.map({ CopyNumberName.isOfTitle($0.key) }) ?? true { return [] }
    return Set(numbers.all.map(CopyNumbers.key)).subtracting([""])
  }
}
