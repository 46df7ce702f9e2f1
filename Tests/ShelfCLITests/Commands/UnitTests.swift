import Testing

@testable import ShelfCLI

/// Tests units of custom fields. Only output for people includes the unit. Files and output for programs contain only
/// the number.
struct UnitTests {
  let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = """
      format: 1
      fields:
        book:
          weight: {type: integer, unit: g, public: true}
          height: {type: decimal, unit: cm}
      """
    _ = try library.run("set emma weight=412 height=19.5")
    _ = try library.run("set dune weight=1200")
  }

  @Test("files, JSON, TSV and CSV have the number alone")
  func programs() throws {
    let file = try #require(library[SmallLibrary.emma])
    #expect(file.contains("weight: 412\n") && file.contains("height: 19.5\n"))
    #expect(try library.run("list emma --columns weight,height --format tsv").contains("412\t19.5\n"))
    #expect(try library.run("list emma --columns weight --format json").contains("\"weight\": 412"))
    _ = try library.run("export csv", ["--output", library.absolute("books.csv")])
    #expect(try !#require(library["books.csv"]).contains("412 g"))
  }

  @Test("lists, pages of records, sums, the editor and published pages have the unit")
  func people() throws {
    #expect(try library.runOnTerminal("list emma --columns weight,height").contains("412 g  19.5 cm"))
    #expect(try library.runOnTerminal("show emma").contains("412 g"))
    #expect(try library.runOnTerminal("list weight:1.. --sum weight").contains("weight: 1,612 g"))
    _ = try library.run("publish", ["--output", library.absolute("site")])
    let page = try #require(library.paths().first { $0.hasPrefix("site/books/emma") && $0.hasSuffix("index.html") })
    #expect(try #require(library[page]).contains("412 g"))
  }

  @Test("queries, sorting and groups use the number")
  func numbers() throws {
    #expect(try library.run("list weight:>400 --columns title --format tsv").split(separator: "\n").count == 2)
    #expect(try library.run("list weight:400..500 --columns title --format tsv") == "Emma\n")
    #expect(
      try library.run("list weight:1.. --sort weight:desc --columns title --format tsv").split(separator: "\n").last
        == "Emma")
    #expect(try library.run("list weight:1.. --group weight --format tsv").contains("412\t1"))
  }

  @Test(
    "only numbers can have a unit, and only a short one",
    arguments: [
      ("{type: text, unit: g}", "only an integer or a decimal can have a unit"),
      ("{type: money, unit: g}", "only an integer or a decimal can have a unit"),
      ("{type: integer, unit: a very long name of a unit}", "one line of at most 20 characters"),
      ("{type: integer, unit: \"a\\nb\"}", "one line of at most 20 characters"),
    ])
  func refused(_ declaration: String, _ reason: String) throws {
    library["shelf.yaml"] = "format: 1\nfields:\n  book:\n    weight: \(declaration)\n"
    #expect(try library.refused("list").contains(reason))
  }

  @Test("a unit without a value is none")
  func empty() throws {
    library["shelf.yaml"] = "format: 1\nfields:\n  book:\n    weight: {type: integer, unit: }\n    note: {unit: ''}\n"
    #expect(try library.run("show emma").contains("412"))
  }

  @Test("a unit is set like other settings")
  func settings() throws {
    _ = try library.run("library set fields.book.weight.unit=kg")
    #expect(try library.runOnTerminal("show emma").contains("412 kg"))
    #expect(try library.refused("library set fields.quote.mark.unit=kg").contains("can have a unit"))
  }
}
