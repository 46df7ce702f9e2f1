import ShelfModel

/// Maps ids to positions of records: a hash table with open addressing.
///
/// The hash is two multiplications, since reading 100,000 records leaves no time for a better one. They spread ids that
/// differ in a few digits only: those that are numbered, or made by version 1 of UUIDs. Ids crafted to collide cost
/// time, but no more than comparing them one by one.
package struct IDTable: Sendable {
  /// Ids in the order in which they were added, and the position that was stored for each.
  private var ids: [RecordID] = []
  private var positions: [Int32] = []
  /// The hash table: indices of ids, negative where a place is free.
  private var places: [Int32]

  /// Makes a table with room for a number of ids; it grows with more.
  package init(minimumCapacity: Int) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    ids.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
    places = Array(repeating: -1, count: capacity)
  }

  /// Returns the position that was stored for an id.
  package subscript(id: RecordID) -> Int? {
    let index = places[place(of: id)]
    return index < 0 ? nil : Int(positions[Int(index)])
  }

  /// Stores a position unless the id already has one, which is then returned.
  package mutating func insert(_ id: RecordID, at position: Int) -> Int? {
    if (ids.count + 1) * 2 > places.count { grow() }
    let place = place(of: id)
    if places[place] >= 0 { return Int(positions[Int(places[place])]) }
    places[place] = Int32(ids.count)
    ids.append(id)
    positions.append(Int32(position))
    return nil
  }

  /// Stores another position for an id that has one.
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

  /// An odd number without a pattern in its bits: 2 to the 64th, divided by the golden ratio.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private mutating func grow() {
    var larger = IDTable(minimumCapacity: places.count)
    for (id, position) in zip(ids, positions) { _ = larger.insert(id, at: Int(position)) }
    self = larger
  }
}
