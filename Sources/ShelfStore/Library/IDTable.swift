import ShelfModel

/// Maps ids to positions of records: a hash table with open addressing.
///
/// Half of a UUID's bits serve as its hash: those of version 4 are random, and reading 100,000 records leaves no time
/// for a better one. Ids crafted to collide cost time, but no more than comparing them one by one.
struct IDTable: Sendable {
  private var ids: [RecordID]
  /// Positions of records; negative if the place is free.
  private var positions: [Int32]
  private var count = 0

  /// Makes a table with room for a number of ids; it grows with more.
  init(minimumCapacity: Int) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    ids = Array(repeating: RecordID(high: 0, low: 0), count: capacity)
    positions = Array(repeating: -1, count: capacity)
  }

  /// Returns the position that was stored for an id.
  subscript(id: RecordID) -> Int? {
    let place = place(of: id)
    return positions[place] < 0 ? nil : Int(positions[place])
  }

  /// Stores a position unless the id already has one, which is then returned.
  mutating func insert(_ id: RecordID, at position: Int) -> Int? {
    if let present = self[id] { return present }
    if (count + 1) * 2 > ids.count { grow() }
    let place = place(of: id)
    ids[place] = id
    positions[place] = Int32(position)
    count += 1
    return nil
  }

  private func place(of id: RecordID) -> Int {
    let mask = ids.count - 1
    var place = Int(truncatingIfNeeded: id.low ^ id.high) & mask
    while positions[place] >= 0, ids[place] != id { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    var larger = IDTable(minimumCapacity: ids.count)
    for place in ids.indices where positions[place] >= 0 {
      _ = larger.insert(ids[place], at: Int(positions[place]))
    }
    self = larger
  }
}
