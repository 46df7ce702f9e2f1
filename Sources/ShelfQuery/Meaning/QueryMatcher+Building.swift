import ShelfModel
import ShelfStore

/// Adds tests and their data to a matcher. Each is identified by its index.
extension QueryMatcher {
  /// The index of a new test that never matches.
  var never: Int {
    mutating get { add(.always(false)) }
  }

  /// Adds a test and returns its index.
  mutating func add(_ test: QueryTest) -> Int {
    tests.append(test)
    return tests.count - 1
  }

  /// Combines tests, cheap ones first.
  mutating func joined(_ joined: [Int], _ join: (Range<Int>) -> QueryTest) -> QueryTest {
    let start = parts.count
    let costs = joined.map { tests[$0].cost }
    parts += joined.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { joined[$0] }
    return join(start..<parts.count)
  }

  /// Returns a test for the number of records of a kind that lead to the record through intermediate records.
  mutating func counting(_ target: Kind, _ paths: [RelationPath], _ range: ClosedRange<Int>) -> QueryTest {
    var counts = [Int](repeating: 0, count: library.records.count)
    for position in library.records.indices where library.records[position].kind == target {
      let members = library.members(from: [position], along: paths)
      for member in members.indices where members[member] { counts[member] += 1 }
    }
    return member(counts.map { range.contains($0) })
  }

  /// Returns a test for whether a record is at one of these positions.
  mutating func member(of positions: [Int]) -> QueryTest {
    var members = [Bool](repeating: false, count: library.records.count)
    for position in positions { members[position] = true }
    return member(members)
  }

  mutating func member(_ members: [Bool]) -> QueryTest {
    sets.append(members)
    return .member(sets.count - 1)
  }

  mutating func needle(_ bytes: [UInt8]) -> Int {
    needles.append(bytes)
    return needles.count - 1
  }

  /// Returns the index of a field in the list of fields that tests refer to.
  mutating func index(of field: Field) -> Int {
    if let index = fields.firstIndex(where: { $0.index == field.index }) { return index }
    fields.append(field)
    return fields.count - 1
  }
}
