import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct RatingLookTests {
  private func texts(_ look: RatingLook) -> [String] { (0...5).map { look.text(quarters: $0 * 4) } }

  @Test func showsRatings() {
    #expect(texts(RatingLook()) == ["☆☆☆☆☆", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"])
    #expect(texts(RatingLook(.numeral)) == ["0/5", "1/5", "2/5", "3/5", "4/5", "5/5"])
    #expect(Set(texts(RatingLook(.face))).count == 6)
    #expect(texts(RatingLook(.face)).allSatisfy { DisplayWidth.of($0) == 2 })
  }

  @Test func showsQuarters() {
    #expect(RatingLook().text(quarters: 17) == "★★★★¼")
    #expect(RatingLook().text(quarters: 14) == "★★★½☆")
    #expect(RatingLook(.numeral).text(quarters: 19) == "4.75/5")
  }

  @Test(arguments: RatingStyle.allCases)
  func tellsUnratedFromNothing(style: RatingStyle) {
    #expect(RatingLook(style).spans(quarters: nil) == StyledText("unrated", .dim))
    #expect(RatingLook(style).text(quarters: 0) != "unrated")
  }

  /// The stars of a rating are highlighted, and the missing stars are dimmed.
  @Test func dimsWhatWasNotGiven() {
    #expect(
      RatingLook().spans(quarters: 12) == StyledText("★★★", .color(.yellow)) + StyledText("☆☆", .dim))
  }

  @Test func looksAsSomebodyLikes() {
    var look = RatingLook()
    (look.maximum, look.on, look.off, look.label) = (10, "♥", "·", "mine")
    (look.onColor, look.offColor) = (.named(.red), .named(.white))
    #expect(look.text(quarters: 18) == "mine ♥♥♥♥♥♥♥♥♥·")
    #expect(look.text(quarters: 17) == "mine ♥♥♥♥♥♥♥♥½·")
    #expect(look.spans(quarters: 20).pieces.map(\.style) == [.dim, .color(.red)])
    look.style = .numeral
    #expect(look.text(quarters: 17) == "mine 8.5/10")
    look.maximum = 3
    #expect(look.text(quarters: 20) == "mine 3/3")
  }
}
