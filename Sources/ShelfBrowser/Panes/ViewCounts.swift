import ShelfModel
import ShelfQuery
import ShelfStore

/// The number of records of each kind per state and rating, counted in one pass over the library.
struct ViewCounts {
  /// The number of records, by kind.
  private(set) var all: [Int]
  /// The number of records per kind and state. A state is represented by its index among the possible values, or by 0
  /// or 1 for a Boolean field.
  private(set) var states: [[Int]]
  /// The number of records per kind and number of stars, rounded down; the last element is for unrated records.
  private(set) var ratings: [[Int]]

  init(_ library: Library) {
    let kinds = Kind.allCases
    all = [Int](repeating: 0, count: kinds.count)
    states = [[Int]](repeating: [Int](repeating: 0, count: ViewCounts.maxStates), count: kinds.count)
    ratings = [[Int]](repeating: [Int](repeating: 0, count: Rating.maximum + 2), count: kinds.count)
    let stateFields = kinds.map { library.schema.field(.state, of: $0) }
    let ratingFields = kinds.map { library.schema.field(.rating, of: $0) }
    let usual = stateFields.map { field in
      field.flatMap { field in
        field.defaultText.flatMap { field.type.read([$0]) }.flatMap { field.type.ordinal(of: $0) }
      }
    }
    for record in library.records {
      let kind = Int(record.kind.rawValue)
      all[kind] += 1
      if let field = stateFields[kind] {
        switch record.ordinal(of: field) {
        case .number(let number) where (0..<ViewCounts.maxStates).contains(number): states[kind][number] += 1
        case .missing: if let usual = usual[kind] { states[kind][usual] += 1 }
        default: break
        }
      }
      if let field = ratingFields[kind] {
        switch record.ordinal(of: field) {
        case .number(let quarters): ratings[kind][min(max(quarters / 4, 0), Rating.maximum)] += 1
        default: ratings[kind][Rating.maximum + 1] += 1
        }
      }
    }
  }

  private static let maxStates = 32

  func count(_ kind: Kind) -> Int { all[Int(kind.rawValue)] }

  func count(_ kind: Kind, state: Int) -> Int {
    states[Int(kind.rawValue)].indices.contains(state) ? states[Int(kind.rawValue)][state] : 0
  }

  /// - Parameter stars: nil for unrated records.
  func count(_ kind: Kind, stars: Int?) -> Int { ratings[Int(kind.rawValue)][stars ?? Rating.maximum + 1] }
}
