import Testing

@testable import ShelfText

@Suite struct NearestTests {
  private let keys = ["title", "author", "status", "rating", "genres", "series", "recommendedBy", "dateAdded"]

  @Test(arguments: [
    ("tite", ["title"]), ("ratng", ["rating"]), ("Autor", ["author"]), ("genre", ["genres"]), ("serie", ["series"]),
    ("recomendedBy", ["recommendedBy"]), ("xyzzy", []), ("", []),
  ])
  func words(_ wanted: String, _ expected: [String]) {
    #expect(Nearest.words(to: wanted, among: keys) == expected)
  }

  @Test func theNearestComesFirstAndThreeAreEnough() {
    let found = Nearest.words(to: "fantasy", among: ["Fantasia", "Fantasy!", "Fantasys", "fantasxx", "Horror"])
    #expect(found.count == 3)
    #expect(found.first == "Fantasy!")
    #expect(Nearest.words(to: "dune", among: ["Tune", "Dune", "June"]).first == "Dune")
  }

  @Test func oneWordOfATitleIsEnough() {
    let titles = ["The Time Machine", "Time Enough for Love", "War and Peace"]
    #expect(Nearest.words(to: "time machines", among: titles) == ["The Time Machine", "Time Enough for Love"])
  }

  @Test func tiesAreAlwaysInOneOrder() {
    let names = ["bat", "cat", "hat", "mat", "rat"]
    #expect(Nearest.words(to: "pat", among: names) == Nearest.words(to: "pat", among: names.reversed()))
  }

  @Test func longNamesTakeNoTime() {
    let long = String(repeating: "abcdefghij", count: 10_000)
    #expect(Nearest.words(to: long, among: (0..<200).map { long + "x\($0)" }).count == 3)
  }
}
