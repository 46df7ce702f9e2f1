import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem

/// The number of records of each kind per state and rating, counted in one parallel pass over the library.
struct ViewCounts {
  /// The number of records, by kind.
  private(set) var all: [Int]
  /// The number of records per kind and state. A state is its index among the choices, or 0 or 1 for a Boolean field.
  private(set) var states: [[Int]]
  /// The number of records per kind and number of stars, rounded down; the last element is for unrated records.
  private(set) var ratings: [[Int]]

  init(_ library: Library) {
    let kinds = Kind.allCases
    let stateFields = kinds.map { library.schema.field(.state, of: $0) }
    let ratingFields = kinds.map { library.schema.field(.rating, of: $0) }
    let usual = stateFields.map { field in
      field.flatMap { field in field.defaultText.flatMap { field.type.read([$0]) }.flatMap { field.type.place(of: $0) }
      }
    }
    let records = library.records
    let parts = Parallel.map(records.count, threads: library.threads) { range in
      var counts = ViewCounts(kinds.count)
      for record in records[range] {
        let kind = Int(record.kind.rawValue)
        counts.all[kind] += 1
        if let field = stateFields[kind] {
          switch record.ordinal(of: field) {
          case .number(let number) where (0..<ViewCounts.maxStates).contains(number):
            counts.states[kind][number] += 1
          case .missing: if let usual = usual[kind] { counts.states[kind][usual] += 1 }
          default: break
          }
        }
        if let field = ratingFields[kind] {
          switch record.ordinal(of: field) {
          case .number(let quarters): counts.ratings[kind][min(max(quarters / 4, 0), Rating.maximum)] += 1
          default: counts.ratings[kind][Rating.maximum + 1] += 1
          }
        }
      }
      return counts
    }
    self.init(kinds.count)
    for part in parts {
      for kind in kinds.indices {
        all[kind] += part.all[kind]
        for index in states[kind].indices { states[kind][index] += part.states[kind][index] }
        for index in ratings[kind].indices { ratings[kind][index] += part.ratings[kind][index] }
      }
    }
  }

  private static let maxStates = 32

  private init(_ kinds: Int) {
    all = [Int](repeating: 0, count: kinds)
    states = [[Int]](repeating: [Int](repeating: 0, count: ViewCounts.maxStates), count: kinds)
    ratings = [[Int]](repeating: [Int](repeating: 0, count: Rating.maximum + 2), count: kinds)
  }

  func count(_ kind: Kind) -> Int { all[Int(kind.rawValue)] }

  func count(_ kind: Kind, state: Int) -> Int {
    states[Int(kind.rawValue)].indices.contains(state) ? states[Int(kind.rawValue)][state] : 0
  }

  /// - Parameter stars: nil for unrated records.
  func count(_ kind: Kind, stars: Int?) -> Int { ratings[Int(kind.rawValue)][stars ?? Rating.maximum + 1] }
}

extension FieldType {
  /// Returns the index of a value among the choices, or 0 or 1 for a Boolean field.
  func place(of value: FieldValue) -> Int? {
    switch (self, value) {
    case (.boolean, .boolean(let flag)): flag ? 1 : 0
    case (.choice(let words), .text(let word)): words.firstIndex(of: word)
    default: nil
    }
  }
}
