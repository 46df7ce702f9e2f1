import ShelfTestSupport
import Testing

@testable import ShelfText

@Suite struct FoldingBufferTests {
  private func expectSame(_ text: String, _ folding: inout FoldingBuffer) -> Bool {
    let bytes = Array(text.utf8)
    let fast = bytes.withUnsafeBufferPointer { folding.folded($0) }
    if fast == Array(Folding.fold(text).utf8) { return true }
    Issue.record("\(text.debugDescription) folds to \(String(decoding: fast, as: UTF8.self).debugDescription)")
    return false
  }

  @Test func everyScalarFoldsAsItDoesAlone() {
    var folding = FoldingBuffer()
    for value in UInt32(1)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if !expectSame("a\(scalar)\(scalar) \(scalar)b", &folding) { return }
    }
  }

  @Test func neighborsMakeNoDifference() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("folding: seed \(SeededGenerator.seedOfRun)")
    var folding = FoldingBuffer()
    for _ in 0..<20_000 {
      if !expectSame(RandomText.any(using: &random), &folding) { return }
    }
  }

  @Test(arguments: [
    "", " ", "\t\n", "Łódź", "三体 ", "か\u{3099}", "한국어", "\u{1112}\u{1161}\u{11AB}", "¨", "a¨ b", "a\u{301}",
  ])
  func sameAsFolding(_ text: String) {
    var folding = FoldingBuffer()
    #expect(expectSame(text, &folding))
  }
}
