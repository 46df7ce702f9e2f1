import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests values as users type them in queries and assignments.
struct TypedValueTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func titles(_ query: String...) throws -> String {
    try library.run("book list", query + ["-c", "title"]).split(separator: "\n").joined(separator: ", ")
  }

  @Test("`rating:★★★★` and `rating:****` are four stars, and `rating:>=4½` is four and a half or more")
  func starsInQueries() throws {
    _ = try library.run("set", ["Dune Messiah", "rating=4"])
    _ = try library.run("set 三体 rating=4½")
    #expect(try titles("rating:★★★★") == "Dune Messiah")
    #expect(try titles("rating:****") == "Dune Messiah")
    #expect(try titles("rating:★★★★½") == "三体")
    #expect(try titles("rating:>=4½") == "Dune, 三体")
    #expect(try titles("rating:3..4½") == "Dune Messiah, Emma, 三体")
    #expect(try titles("rating:>★★★★") == "Dune, 三体")
    #expect(try titles("rating:★★★☆☆") == "Emma")
    #expect(try titles("-rating:****") == "Dune, Emma, 三体")
  }

  @Test("One asterisk is anything, and so are several where there are no stars") func asterisks() throws {
    try expect(
      library.refusals([["book list rating:******"], ["book list rating:4**"]]),
      is: """
        $ book list rating:******
        ! error: “******” is not a valid value for “rating”: expected stars from 0 to 5 such as 4.5, a comparison such as >=4, or a range such as 3..5
        !     rating:******
        !            ^^^^^^
        [2]
        $ book list rating:4**
        ! error: “4*” is not a valid value for “rating”: expected stars from 0 to 5 such as 4.5, a comparison such as >=4, or a range such as 3..5
        !     rating:4**
        !            ^^^
        [2]
        """)
    #expect(try titles("rating:*") == "Dune, Emma")
    #expect(try titles("year:*") == "Dune")
    #expect(try titles("year:****") == "Dune")
    #expect(try titles("genre:*") == "Dune, Dune Messiah")
    #expect(try library.refused("book list nonsense:*").contains("no field “nonsense”"))
  }

  @Test(arguments: [
    ("4½", 18), ("½", 2), ("0¼", 1), ("3.25", 13), ("★", 4), ("★★★¾", 15), ("*****", 20), ("★★☆☆☆", 8), ("☆☆☆☆☆", 0),
    ("4/5", 16), ("4.5/5", 18), ("7/10", 14), ("8,5/10", 17), ("5/5", 20),
  ])
  func ratings(_ text: String, _ quarters: Int) { #expect(Rating(typed: text)?.quarters == quarters) }

  @Test(arguments: [
    "5½", "", "★★★★★½", "★★★★★★", "4½½", "½½", "☆★", "★4", "4★", "x½", "-½", "4.5½", "☆", "6/5", "4/7", "/5", "4/",
    "4.1/5", "1/2/5",
  ])
  func notRatings(_ text: String) { #expect(Rating(typed: text) == nil) }

  @Test(
    "a negative number of pages, an ISBN with a wrong checksum, a completion before its start are said when they are set"
  )
  func doubts() throws {
    try expect(
      library.transcript([
        ["set dune pages=-5"], ["set dune isbn=978-0-441-01359-4"], ["set dune isbn=978-0-441-01359-3"],
        ["set dune isbn=97804410"], ["set dune dateCompleted=2019-05-01"], ["set dune dateStarted=2019-05-01"],
        ["add Ubik --isbn 9780441013594 --date-started 2020-02 --date-completed 2020-01"],
        ["book set --where has:completed dateStarted=2026-11-21 --yes"],
        ["add Persuasion --pages 120 --progress 121"], ["set persuasion pages=130"], ["set persuasion progress=131"],
      ]),
      is: """
        $ set dune pages=-5
        ! error: “-5” is not a valid number of pages: expected a whole number of at least 0
        [2]
        $ set dune isbn=978-0-441-01359-4
        “Dune”: ISBN 978-0-441-01359-4
        ! warning: “978-0-441-01359-4” has an incorrect checksum
        $ set dune isbn=978-0-441-01359-3
        “Dune”: ISBN 978-0-441-01359-4 → 978-0-441-01359-3
        $ set dune isbn=97804410
        “Dune”: ISBN 978-0-441-01359-3 → 97804410
        ! warning: “97804410” has 8 digits, but an ISBN has 10 or 13
        $ set dune dateCompleted=2019-05-01
        “Dune”: date completed 2019-06-30 → 2019-05-01
        ! warning: 2019-05-01 is before the day “Dune” was started, 2019-06-02
        $ set dune dateStarted=2019-05-01
        “Dune”: date started 2019-06-02 → 2019-05-01
        $ add Ubik --isbn 9780441013594 --date-started 2020-02 --date-completed 2020-01
        Added book “Ubik”
        90000001-0000-4000-8000-000000000000  books/ubik-90000001.yaml
        ! warning: “9780441013594” has an incorrect checksum
        ! warning: 2020-01 is before the day “Ubik” was started, 2020-02
        $ book set --where has:completed dateStarted=2026-11-21 --yes
        “Dune”: date started 2019-05-01 → 2026-11-21
        “Ubik”: date started 2020-02 → 2026-11-21
        Changed 2 books
        ! warning: 2019-05-01 is before the day “Dune” was started, 2026-11-21
        ! warning: 2020-01 is before the day “Ubik” was started, 2026-11-21
        $ add Persuasion --pages 120 --progress 121
        Added book “Persuasion”
        90000002-0000-4000-8000-000000000000  books/persuasion-90000002.yaml
        ! warning: page 121 is beyond the last page of “Persuasion”, 120
        $ set persuasion pages=130
        “Persuasion”: pages 120 → 130
        $ set persuasion progress=131
        “Persuasion”: progress 121 → 131
        ! warning: page 131 is beyond the last page of “Persuasion”, 130
        """)
  }
}
