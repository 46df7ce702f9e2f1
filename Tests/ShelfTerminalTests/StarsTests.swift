import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct StarsTests {
  @Test func showsRatings() {
    #expect((0...5).map { Stars.stars.text($0) } == ["☆☆☆☆☆", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"])
    #expect((0...5).map { Stars.numeral.text($0) } == ["0/5", "1/5", "2/5", "3/5", "4/5", "5/5"])
    #expect(Set((0...5).map { Stars.face.text($0) }).count == 6)
    #expect((0...5).allSatisfy { DisplayWidth.of(Stars.face.text($0)) == 2 })
  }

  @Test func showsQuarters() {
    #expect(Stars.stars.text(quarters: 17) == "★★★★¼")
    #expect(Stars.stars.text(quarters: 14) == "★★★½☆")
    #expect(Stars.numeral.text(quarters: 19) == "4.75/5")
    #expect(Stars.stars.text(quarters: 16) == "★★★★☆")
    #expect(Stars.stars.text(quarters: nil) == "unrated")
  }

  @Test(arguments: Stars.allCases)
  func tellsUnratedFromNothing(stars: Stars) {
    #expect(stars.text(nil) == "unrated")
    #expect(Stars.style(nil) == .dim)
    #expect(Stars.style(0) != .dim)
  }

  @Test(arguments: Stars.allCases)
  func doesNotHideWrongRatings(stars: Stars) {
    #expect(stars.text(7) == "7")
    #expect(stars.text(-1) == "-1")
    #expect(stars.text(.max) == "\(Int.max)")
  }
}
