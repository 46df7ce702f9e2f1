import Testing

@testable import ShelfCLI

/// Tests merging two records of the same book, which may represent two copies.
struct MergedCopiesTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["books/dune-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Dune
      author: Frank Herbert
      status: completed
      rating: 5
      year: 1984

      """
  }

  private var dune: String { library[SmallLibrary.dune] ?? "" }

  @Test("--copies adds up the copies")
  func adds() throws {
    _ = try library.run("set b0000009 copies=2")
    let told = try library.run("merge b0000009 b0000001 --copies --yes")
    #expect(told.contains("copies 3") && !told.contains("counts as"), "\(told)")
    #expect(dune.contains("copies: 3\n") && dune.contains("year: 1965\n"))
  }

  @Test("without an answer, two records are one book, and the outcome says so")
  func countsAsOne() throws {
    let told = try library.run("merge b0000009 b0000001 --yes")
    #expect(told.contains("if these were 2 copies, use `shelf set b0000001 copies=2`"), "\(told)")
    #expect(!dune.contains("copies"))
    library["books/dune-b0000009.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Dune\nstatus: wanted\n"
    #expect(try !library.run("merge b0000009 b0000001 --yes").contains("copies"))
  }

  @Test("on a terminal, `merge` names both books, and asks whether they are copies")
  func asks() throws {
    let asked = try library.runOnTerminal("merge b0000009 b0000001", typing: "2\n1\n", columns: 200)
    #expect(asked.contains("merging “Dune” (1984, b0000009) into “Dune” (1965, b0000001)"), "\(asked)")
    #expect(asked.contains("1984  (from “Dune” (1984, b0000009))"), "\(asked)")
    #expect(dune.contains("copies: 2\n") && dune.contains("year: 1965\n"))
  }

  @Test(
    "records are suggested to be copies if their numbers have nothing in common",
    arguments: [("010031; 010032", true), ("010111; 010112", false), ("", false)])
  func suggestsCopies(_ numbers: String, _ areLikely: Bool) throws {
    _ = try library.run("library set fields.book.barcodes.type=text")
    _ = try library.run("set b0000001 barcodes=010111")
    if !numbers.isEmpty { _ = try library.run("set b0000009", ["copies=2", "barcodes=\(numbers)"]) }
    let asked = try library.runOnTerminal(
      "merge b0000009 b0000001", typing: String(repeating: "\n", count: 5), columns: 200)
    #expect(asked.contains(areLikely ? "* 2  yes, you have 3 copies of it" : "* 1  no, one book"), "\(asked)")
    #expect(dune.contains("copies: 3\n") == areLikely && library["books/dune-b0000009.yaml"] == nil, "\(dune)")
    #expect(dune.contains("010111; 010031; 010032") == areLikely)
  }

  @Test("if a long text differs, both texts are suggested")
  func suggestsBothTexts() throws {
    _ = try library.run("set b0000009", ["review=And sand."])
    let asked = try library.runOnTerminal("merge b0000009 b0000001", typing: "\n\n\n", columns: 200)
    #expect(asked.contains("* 3  both, one after the other") && asked.contains("* 1  1965"), "\(asked)")
    #expect(dune.contains("year: 1965\n") && dune.contains("  And worms.\n\n  And sand.\n"), "\(dune)")
  }

  @Test("the loans of both copies continue")
  func keepsLoans() throws {
    _ = try library.run("lend b0000009 Ben --until 2w")
    _ = try library.run("lend b0000001 Anna")
    _ = try library.run("merge b0000009 b0000001 --copies --yes")
    #expect(dune.contains("lentTo: Anna\n") && dune.contains("2026-11-21/.. Ben (due 2026-12-05)"), "\(dune)")
    #expect(try library.run("loans --format tsv --columns person").split(separator: "\n").sorted() == ["Anna", "Ben"])
    #expect(try !library.run("doctor").contains("contradictory-loan"))
    #expect(try library.run("return b0000001 Ben").contains("back from Ben"))
  }
}
