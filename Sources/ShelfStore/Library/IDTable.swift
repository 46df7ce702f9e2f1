import ShelfModel

/// Maps ids to positions of records: a hash table with open addressing.
///
/// The hash is two multiplications, because a better hash would slow down reading 100,000 records. It still distributes
/// ids that differ in only a few digits, such as consecutive ids or version 1 UUIDs. Ids that were crafted to collide
/// make the table slower, but never slower than comparing ids one by one.
package struct IDTable: Sendable {
  /// The ids in the order of their insertion, and the position that is stored for each.
  private var ids: [RecordID] = []
  private var positions: [Int32] = []
  /// The hash table: indices into `ids`, negative for a free slot.
  private var places: [Int32]

  /// Creates a table with capacity for a number of ids, which grows if there are more.
  package init(minimumCapacity: Int) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    ids.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
    places = Array(repeating: -1, count: capacity)
  }

  /// Returns the position that is stored for an id.
  package subscript(id: RecordID) -> Int? {
    let index = places[place(of: id)]
    return index < 0 ? nil : Int(positions[Int(index)])
  }

  /// Stores a position for an id. If the id already has a position, keeps and returns it; otherwise returns nil.
  package mutating func insert(_ id: RecordID, at position: Int) -> Int? {
    if (ids.count + 1) * 2 > places.count { grow() }
    let place = place(of: id)
    if places[place] >= 0 { return Int(positions[Int(places[place])]) }
    places[place] = Int32(ids.count)
    ids.append(id)
    positions.append(Int32(position))
    return nil
  }

  /// Changes the position of an id that already has one.
  mutating func move(_ id: RecordID, to position: Int) {
    let index = places[place(of: id)]
    if index >= 0 { positions[Int(index)] = Int32(position) }
  }

  private func place(of id: RecordID) -> Int {
    let mask = places.count - 1
    var hash = (id.low ^ id.high) &* IDTable.factor
    hash = (hash ^ hash >> 32) &* IDTable.factor
    var place = Int(truncatingIfNeeded: hash >> 32) & mask
    while places[place] >= 0, ids[Int(places[place])] != id { place = (place + 1) & mask }
    return place
  }

  /// An odd number without a pattern in its bits: 2⁶⁴ divided by the golden ratio.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private mutating func grow() {
    var larger = IDTable(minimumCapacity: places.count)
    for (id, position) in zip(ids, positions) { _ = larger.insert(id, at: Int(position)) }
    self = larger
  }
}
