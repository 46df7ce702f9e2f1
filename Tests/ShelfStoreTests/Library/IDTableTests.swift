import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore

@Suite struct IDTableTests {
  /// Ids that a user numbered, with any digits, are found as fast as random ids.
  @Test(arguments: [0, 16, 32, 48]) func numberedIDsDoNotCollide(_ shift: UInt64) {
    for isHigh in [true, false] {
      let count: UInt64 = 1 << 14
      let ids = (0..<count).map { RecordID(high: isHigh ? $0 << shift : 0x4000, low: isHigh ? 0x8000 : $0 << shift) }
      let time = ProcessorTime()
      var table = IDTable(minimumCapacity: 16)
      for position in ids.indices { _ = table.insert(ids[position], at: position) }
      #expect(ids.indices.allSatisfy { table[ids[$0]] == $0 })
      #expect(time.seconds < 1)
    }
  }
}
