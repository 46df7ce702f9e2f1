import ShelfTestSupport
import Testing

@testable import ShelfModel

@Suite struct RecordIDTests {
  static let text = "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10"

  /// Sets of ids that users number consecutively are fast, regardless of which digits contain the numbers.
  @Test(arguments: [0, 16, 32, 48]) func numberedIDsDoNotCollide(_ shift: UInt64) {
    for isHigh in [true, false] {
      let count: UInt64 = 1 << 14
      let ids = (0..<count).map { RecordID(high: isHigh ? $0 << shift : 0x4000, low: isHigh ? 0x8000 : $0 << shift) }
      let time = ProcessorTime()
      #expect(Set(ids).count == ids.count)
      #expect(time.seconds < 1)
    }
  }

  @Test(arguments: [text, text.uppercased(), "3F2b8C1e-1b1F-4A63-8a94-0F8f4d1f2F10"])
  func readsAnyCase(_ text: String) throws {
    let id = try #require(RecordID(text))
    #expect(id.description == Self.text)
    #expect(id.short == "3f2b8c1e")
    #expect(id == RecordID(Self.text))
    #expect(id.hashValue == RecordID(Self.text)?.hashValue)
  }

  @Test(arguments: [
    "", "3f2b8c1e", "3f2b8c1e1b1f4a638a940f8f4d1f2f10", "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f1",
    "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f100", "3f2b8c1-e1b1f-4a63-8a94-0f8f4d1f2f10",
    "3f2b8c1e_1b1f_4a63_8a94_0f8f4d1f2f10", "3f2b8c1g-1b1f-4a63-8a94-0f8f4d1f2f10",
    "{3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10}", "urn:uuid:3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10",
    " 3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10", "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10\n",
    "３f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f", "--------1b1f-4a63-8a94-0f8f4d1f2f10---",
    "+f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10",
  ])
  func refusesEverythingElse(_ text: String) { #expect(RecordID(text) == nil) }

  /// Only hexadecimal digits are accepted, and hyphens only at their four positions.
  @Test func readsDigitsAlone() {
    let text = Array(Self.text.utf8)
    for position in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[position] = byte
        let isHyphen = text[position] == UInt8(ascii: "-")
        let isRight = isHyphen ? byte == text[position] : RecordID.hexDigit(byte) != nil
        let id = changed.withUnsafeBufferPointer { RecordID(utf8: $0) }
        #expect((id != nil) == isRight, "\(byte) at \(position)")
        let lower = changed.map { $0 | ((0x41...0x46).contains($0) ? 0x20 : 0) }
        if let id { #expect(Array(id.description.utf8) == lower) }
      }
    }
  }

  @Test func readsUUIDsOfAnyVersion() {
    #expect(RecordID("00000000-0000-0000-0000-000000000000") != nil)
    #expect(RecordID("ffffffff-ffff-ffff-ffff-ffffffffffff")?.description == "ffffffff-ffff-ffff-ffff-ffffffffffff")
  }

  @Test func newOnesAreOfVersion4AndReadBack() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let id = RecordID.random(using: &random)
      let text = Array(id.description.utf8)
      #expect(text.count == 36)
      #expect(text[14] == UInt8(ascii: "4"))
      #expect("89ab".utf8.contains(text[19]))
      #expect(RecordID(id.description) == id)
    }
  }

  @Test func everyPrefixOfItsDigitsFits() throws {
    let id = try #require(RecordID(Self.text))
    let digits = Self.text.utf8.filter { $0 != UInt8(ascii: "-") }.compactMap(RecordID.hexDigit)
    for count in 0...32 {
      #expect(id.hasPrefix(hexDigits: Array(digits.prefix(count))))
      if count > 0 {
        var wrong = Array(digits.prefix(count))
        wrong[count - 1] ^= 1
        #expect(!id.hasPrefix(hexDigits: wrong))
      }
    }
    #expect(!id.hasPrefix(hexDigits: digits + [0]))
  }

  @Test func orderIsThatOfTheText() {
    var random = SeededGenerator(seed: 2)
    let ids = (0..<200).map { _ in RecordID.random(using: &random) }
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
  }

  @Test func theBeginningsThatTellIdsApart() throws {
    func beginnings(_ texts: String...) throws -> [String] {
      RecordID.beginnings(
        of: try texts.map { try #require(RecordID($0 + "-0000-4000-8000-000000000000".suffix(36 - $0.count))) })
    }
    #expect(try beginnings("b0000001", "b0000002") == ["b0000001", "b0000002"])
    #expect(try beginnings("b0000001-1", "b0000001-2") == ["b0000001-1", "b0000001-2"])
    #expect(try beginnings("b0000001-11", "b0000001-12", "c0000000") == ["b0000001-11", "b0000001-12", "c0000000-00"])
    #expect(try beginnings("b0000001", "b0000001") == ["b0000001", "b0000001"])
  }
}
