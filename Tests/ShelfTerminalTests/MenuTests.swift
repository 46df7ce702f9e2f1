import Testing

@testable import ShelfTerminal

struct MenuTests {
  private func menu(_ options: [String]) -> Menu { Menu(options) { $0.lowercased() } }

  @Test func prefersANameToANumber() {
    let ratings = menu(["0", "1", "2", "3"])
    #expect(ratings.index(of: "1") == .success(1))
    #expect(ratings.index(of: "4") == .success(3))
  }

  @Test func prefersTheExactName() {
    let names = menu(["Fantasy Light", "Fantasy", "fantasy"])
    #expect(names.index(of: "fantasy") == .success(2))
    #expect(names.index(of: "Fantasy") == .success(1))
  }

  @Test func saysWhatWasMeant() {
    let names = menu(["Horror", "History", "Humor"])
    #expect(names.index(of: "h") == .failure(Menu.Refusal(reason: "\"h\" could be Horror, History, Humor")))
    #expect(names.index(of: "x") == .failure(Menu.Refusal(reason: "\"x\" is not in the list")))
    #expect(names.indexes(of: "hor, no way") == .failure(Menu.Refusal(reason: "\"no way\" is not in the list")))
    #expect(names.indexes(of: "hor no") == .failure(Menu.Refusal(reason: "\"no\" is not in the list")))
    #expect(names.index(of: "") == .failure(Menu.Refusal(reason: "\"\" is not in the list")))
  }

  @Test func standsInColumnsWhereItIsLong() {
    let long = menu((1...10).map { "option \($0)" })
    #expect(
      long.lines(width: 36, depth: .none) == [
        "   1  option 1      6  option 6",
        "   2  option 2      7  option 7",
        "   3  option 3      8  option 8",
        "   4  option 4      9  option 9",
        "   5  option 5     10  option 10",
      ])
    #expect(long.lines(width: 10, depth: .none).count == 10)
    #expect(menu([]).lines(width: 80, depth: .none).isEmpty)
  }
}
