import ShelfTestSupport
import Testing

@testable import ShelfText

@Suite struct ColorTests {
  @Test(arguments: [
    ("00FF00", "00FF00"), ("#00ff00", "00FF00"), ("#7B2cbf", "7B2CBF"), ("000000", "000000"), ("ffffff", "FFFFFF"),
    ("0a0B0c", "0A0B0C"), ("123456", "123456"),
  ])
  func reads(_ text: String, _ expected: String) {
    #expect(Color(text)?.description == expected)
    #expect(Color(expected) == Color(text))
  }

  @Test(arguments: [
    "", "#", "red", "0F0", "#0F0", "00FF0", "00FF000", "##00FF0", "##00FF00", "00FF0#", "0x00FF00", "00FF0G", " 00FF00",
    "00FF00FF", "００FF00", "-0FF00",
  ])
  func refuses(_ text: String) { #expect(Color(text) == nil) }

  @Test func partsAreInOrder() {
    #expect(Color("010203") == Color(red: 1, green: 2, blue: 3))
    #expect(Color.fallback.description == "FF0000")
  }

  /// Picks as many colours as a large library has genres, all different and legible.
  @Test func picksColorsThatDiffer() {
    var picker = ColorPicker([.white, .black])
    let colors = (0..<500).map { _ in picker.next() }
    #expect(Set(colors).count == colors.count)
    #expect(colors.allSatisfy { $0.contrast(with: .white) >= 3 && $0.contrast(with: .black) >= 3 })
  }

  /// Picking a colour takes the same time regardless of how many exist, because a file can contain thousands of genres.
  @Test func picksManyAtOnce() {
    func time(_ count: Int) -> Double {
      var picker = ColorPicker([.white, .black])
      let time = ProcessorTime()
      for _ in 0..<count { _ = picker.next() }
      return time.seconds
    }
    let small = (0..<3).map { _ in time(500) }.min() ?? 0
    let large = (0..<3).map { _ in time(4 * 500) }.min() ?? 0
    #expect(large <= 6 * max(small, 0.005), "\(small) s for 500, \(large) s for 2,000")
  }
}
