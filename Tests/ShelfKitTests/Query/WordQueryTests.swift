import Testing

@testable import ShelfKit

@Suite struct WordQueryTests {
  @Test(arguments: [
    (["dune"], true), (["DUNE", "herbert"], true), (["dune", "asimov"], false), (["lodz"], true), (["ﬁlm"], true),
    ([], true), (["  "], true), (["2026"], false), (["arrakis spice"], true), (["arrakis  spice"], true),
    (["3f2b8c1e"], false), (["onShelf"], false),
  ])
  func matches(_ words: [String], _ expected: Bool) throws {
    let record = try TestLibrary.record(
      "books/a.yaml",
      Array(
        """
        id: 3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10
        title: Dune
        author: [Frank Herbert, Łódź]
        status: onShelf
        dateAdded: 2026-01-01
        review: |
          The Film is long. Arrakis
          spice.

        """.utf8))
    #expect(WordQuery(words, .book, Schema()).matches(record) == expected)
  }
}
