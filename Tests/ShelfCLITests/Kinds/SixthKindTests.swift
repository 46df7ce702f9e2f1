import Foundation
import Testing

@testable import ShelfCLI

/// A kind is one definition: the program with a sixth one, of which nothing else knows, has all that the others have.
struct SixthKindTests {
  private let program: SixthProgram
  private static let dune = "b0000001-0000-4000-8000-000000000000"
  private static let first = "d0000001-0000-4000-8000-000000000000"
  private static let second = "d0000002-0000-4000-8000-000000000000"

  init() throws {
    program = try SixthProgram([
      "books/dune-b0000001.yaml": "id: \(Self.dune)\ntitle: Dune\ngenres:\n  - e0000001-0000-4000-8000-000000000000\n",
      "books/emma-b0000002.yaml": "id: b0000002-0000-4000-8000-000000000000\ntitle: Emma\n",
      "genres/fiction-e0000001.yaml": "id: e0000001-0000-4000-8000-000000000000\nname: Fiction\n",
      "copies/dune-b0000001/blue-d0000001.yaml": """
      id: \(Self.first)
      label: Blue
      book: \(Self.dune) # Dune
      keepers: [Anna, Ben]
      price: 12
      bought: 2020-05-01
      recorded: 2020-05-02T10:00:00Z
      touched: 2020-05-02T10:00:00Z
      binding: "0000FF"

      """,
      "copies/dune-b0000001/red-d0000002.yaml": """
      id: \(Self.second)
      label: Red
      book: \(Self.dune) # Dune
      price: 30
      sold: true
      soldOn: 2021-01-01

      """,
      "loans/anna-d1000001.yaml": "id: d1000001-0000-4000-8000-000000000000\nto: Anna\ncopy: \(Self.first) # Blue\n",
      "issues/mend-f0000001.yaml":
        "id: f0000001-0000-4000-8000-000000000000\ntitle: Mend it\ncopy: \(Self.first) # Blue\n",
    ])
  }

  private func labels(_ query: String...) throws -> String {
    try program.run("copy list --columns label", query).split(separator: "\n").joined(separator: " ")
  }

  @Test func isThereFromTheStart() throws {
    let help = try program.run("--help")
    #expect(help.replacing("\n", with: " ").contains("books, quotes, genres, tags, issues, copies and loans, one YAML"))
    #expect(help.contains("Copies of books, each on its own shelf."))
    let add = try program.run("copy add --help")
    for field in ["--book ", "--keepers ", "--condition ", "--price ", "--sold ", "--bought ", "--tag ", "--remarks "] {
      #expect(add.contains(field), "\(field)")
    }
    #expect(!add.contains("--touched"))
    #expect(try program.run("copy --help").contains("delete"))
    #expect(try program.run("copy list --help").contains("book:dune or is:open"))
    #expect(try program.run("").contains("copies\t2\n"))
    #expect(try program.run("stats").contains("kinds\tcopies\t2\n"))
    let folder = program.root + "/new"
    #expect(try program.run("init \(folder) --no-git").contains("[") == false)
    #expect(program["new/.gitattributes"]?.contains("/copies/**/*.yaml -text merge=shelf") == true)
  }

  @Test func isAddedAndShown() throws {
    let output = try program.run(
      "copy add Green --book dune --keepers Cleo --price 7 --bought 2024-01-02 --binding 00ff00 --tag lent --create")
    #expect(output.contains("Added tag “lent”\n"))
    #expect(output.contains("Added copy “Green”\n"))
    let path = try #require(program.copies.first { $0.contains("green") })
    #expect(path.hasPrefix("dune-b0000001/green-"))
    let text = try #require(program["copies/" + path])
    let keys = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
    #expect(
      keys == [
        "id", "label", "book", "keepers", "condition", "price", "sold", "bought", "recorded", "touched", "binding",
        "tags",
      ])
    #expect(text.contains("book: \(Self.dune) # Dune\n"))
    let page = try program.run("copy show green")
    #expect(page.hasPrefix("Green\n") && page.contains("keepers") && page.contains("Dune"))
    #expect(try program.run("book show dune").contains("Copies (3)"))
    #expect(try program.run("copy add Blue --no-book").contains("the copy “Blue” already exists"))
    #expect(try program.run("copy add --price 3").contains("a copy needs a label"))
  }

  @Test func isListedInItsOrder() throws {
    #expect(try labels() == "Red Blue")
    #expect(try program.run("copy list --columns label --sort price") == "Blue\nRed\n")
    #expect(try program.run("copy list --columns label,book,price,issues") == "Red\tDune\t30\t0\nBlue\tDune\t12\t1\n")
    #expect(try program.run("copy list nothing --format table") == "No matching copies (2 in all).\n")
    let json = try program.run("copy show blue --format json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["label"] as? String == "Blue" && object["price"] as? Int == 12)
    #expect(object["keepers"] as? [String] == ["Anna", "Ben"])
    #expect(
      try program.run("copy list --format jsonl --json label,sold").hasPrefix("{\"label\":\"Red\",\"sold\":true}"))
  }

  @Test func isAskedFor() throws {
    #expect(try labels("price:>20") == "Red")
    #expect(try labels("book:dune", "keepers:anna") == "Blue")
    #expect(try labels("genre:fiction") == "Red Blue")
    #expect(try labels("is:open") == "Blue")
    #expect(try labels("is:closed") == "Red")
    #expect(try labels("is:orphan") == "")
    #expect(try labels("got:2020") == "Blue")
    #expect(try labels("created:2020-05") == "Blue")
    #expect(try labels("has:loans") == "Blue")
    #expect(try labels("loans:>0") == "Blue")
    #expect(try labels("loan:anna") == "Blue")
    #expect(try program.run("loan list --columns to copy:blue") == "Anna\n")
    #expect(try program.run("loan list --columns to book:dune") == "Anna\n")
    #expect(try program.run("book list --columns title copy:blue") == "Dune\n")
    #expect(try program.run("book list --columns title copies:>1") == "Dune\n")
    #expect(try program.run("book list --columns title has:copies") == "Dune\n")
    #expect(try program.run("book list --columns title,copies --sort copies:desc") == "Dune\t2\nEmma\t0\n")
    #expect(try program.run("issue list --columns title copy:blue") == "Mend it\n")
    #expect(try program.run("search kind:copy blue").contains(Self.first))
    #expect(try program.run("filter save cheap copy price:<20").contains("Saved the filter “cheap”"))
    #expect(try program.run("copy list --columns label --filter cheap") == "Blue\n")
  }

  @Test func isCompleted() throws {
    func words(_ line: String...) throws -> String {
      try program.run("complete zsh shelf", line).split(separator: "\n").joined(separator: " ")
    }
    #expect(try words("cop") == "copy")
    #expect(try words("copy", "sh") == "show")
    #expect(try words("copy", "show", "b") == "Blue")
    #expect(try words("copy", "add", "X", "--con") == "--condition")
    #expect(try words("copy", "set", "blue", "condition=") == "condition=poor condition=fair condition=good")
    #expect(try words("copy", "set", "blue", "keepers=b") == "keepers=Ben")
    #expect(try words("copy", "list", "book:d") == "book:Dune")
    #expect(try words("book", "list", "copy:r") == "copy:Red")
  }

  @Test func isChangedAndTakenBack() throws {
    let before = program["copies/dune-b0000001/blue-d0000001.yaml"]
    #expect(try program.run("copy set blue price=15 keepers+=Cleo") == "“Blue”: keepers + Cleo, price 12 → 15\n")
    let after = try #require(program["copies/dune-b0000001/blue-d0000001.yaml"])
    #expect(after.contains("price: 15\n") && !after.contains("touched: 2020"))
    #expect(try program.run("copy set blue price=many").contains("“many” is not a valid price"))
    #expect(try program.run("copy set blue touched=2020").contains("set only by the program"))
    _ = try program.run("undo")
    #expect(program["copies/dune-b0000001/blue-d0000001.yaml"] == before)
  }

  @Test func goesWithWhatItBelongsTo() throws {
    let output = try program.run("book delete dune --yes")
    #expect(output.contains("Deleted book “Dune”, with its 2 copies and 1 loan; taken out of 1 issue\n"))
    #expect(program.copies.isEmpty)
    #expect(program["issues/mend-f0000001.yaml"]?.contains("copy:") == false)
    _ = try program.run("undo")
    #expect(program.copies.count == 2)
    #expect(
      try program.run("copy delete blue --yes").contains("Deleted copy “Blue”, with its 1 loan; taken out of 1 issue"))
  }

  @Test func isExaminedAndRepaired() throws {
    #expect(try program.run("doctor").hasPrefix("No problems: 7 records checked"))
    program["copies/odd-d0000003.yaml"] = """
      id: d0000003-0000-4000-8000-000000000000
      label: BLUE
      condition: fiar
      purchased: 2019-01-01
      soldOn: 2021-01-01
      recorded: 2022-01-01T00:00:00Z
      touched: 2021-01-01T00:00:00Z

      """
    let report = try program.run("doctor")
    for code in [
      "duplicate-name", "unknown-choice", "old-field-name", "orphan-quote", "status-dates", "dates-out-of-order",
    ] {
      #expect(report.contains(code), "\(code)")
    }
    #expect(report.contains("the copy “BLUE” has no book"))
    #expect(report.contains("the copy has a completion date, but its sold is false"))
    program["copies/lost.yaml"] = "label: Lost\nbook: \(Self.dune) # Dune\n"
    _ = try program.run("doctor --fix")
    let text = try #require(program["copies/odd-d0000003.yaml"])
    #expect(text.contains("condition: fair\nbought: 2019-01-01\n") && !text.contains("touched: 2021"))
    #expect(program["copies/lost.yaml"]?.hasPrefix("id: ") == true)
    _ = try program.run("doctor --fix=duplicate-name:merge")
    #expect(program["copies/odd-d0000003.yaml"] == nil)
    let kept = try #require(program["copies/dune-b0000001/blue-d0000001.yaml"])
    #expect(kept.contains("formerIds: [\n  d0000003-0000-4000-8000-000000000000 # BLUE\n  ]\n"))
  }

  @Test func isMergedFieldByField() throws {
    let base = "id: \(Self.first)\nlabel: Blue\nprice: 12\nkeepers: [Anna]\ntouched: 2020-05-02T10:00:00Z\n"
    program["base"] = base
    program["ours"] = base.replacing("12", with: "15").replacing("2020-05-02", with: "2020-05-03")
    program["theirs"] = base.replacing("[Anna]", with: "[Anna, Ben]").replacing("2020-05-02", with: "2020-05-04")
    #expect(try program.run("merge-driver base ours theirs copies/blue.yaml") == "")
    #expect(
      program["ours"]
        == "id: \(Self.first)\nlabel: Blue\nprice: 15\nkeepers: [Anna, Ben]\ntouched: 2020-05-04T10:00:00Z\n")
  }
}
