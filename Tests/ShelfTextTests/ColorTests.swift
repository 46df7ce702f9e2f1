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

  /// Picks as many colors as a large library has genres, all different and legible.
  @Test func picksColorsThatDiffer() {
    var picker = ColorPicker([.white, .black])
    let colors = (0..<500).map { _ in picker.next() }
    #expect(Set(colors).count == colors.count)
    #expect(colors.allSatisfy { $0.contrast(with: .white) >= 3 && $0.contrast(with: .black) >= 3 })
  }

  /// A file can contain thousands of genres. Comparing each new color with all earlier ones would take far too long.
  @Test(.timeLimit(.minutes(1))) func picksManyAtOnce() {
    var picker = ColorPicker([.white, .black])
    let colors = (0..<50_000).map { _ in picker.next() }
    #expect(colors.allSatisfy { $0.contrast(with: .white) >= 3 && $0.contrast(with: .black) >= 3 })
  }
}
