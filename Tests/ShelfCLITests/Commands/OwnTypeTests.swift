import Testing

@testable import ShelfCLI

/// Tests custom fields of the types `decimal` and `money`.
struct OwnTypeTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = """
      format: 1
      fields:
        book:
          price: {type: money, help: What it cost}
          weight: {type: decimal, help: Its weight in kilograms}

      """
    _ = try library.run("set dune", ["price=12,5 €", "weight=0.45"])
    _ = try library.run("set emma", ["price=9.99 USD", "weight=1,2"])
    _ = try library.run("set 三体", ["price=100 EUR"])
  }

  private func titles(_ query: String...) throws -> String {
    try library.run("book list", query + ["-c", "title"]).split(separator: "\n").filter { !$0.hasPrefix("!") }
      .joined(separator: ", ")
  }

  @Test("custom fields gain `decimal` and `money` (“12.50 EUR”)") func areWritten() throws {
    #expect(library[SmallLibrary.dune]?.contains("price: 12.50 EUR\nweight: 0.45\n") == true)
    #expect(library[SmallLibrary.emma]?.contains("price: 9.99 USD\nweight: 1.2\n") == true)
    try expect(
      library.transcript([
        ["set dune price=12"], ["set", "dune", "price=12,50 EUR"], ["set", "dune", "price=$12"],
        ["set dune weight=heavy"],
        ["set", "dune", "price=EUR 12.50"], ["set dune weight=.5"], ["show dune"],
        ["book list --format table -c title,price,weight"], ["set dune price= weight="],
      ]),
      is: """
        $ set dune price=12
        “Dune”: price 12.50 EUR → 12 EUR
        $ set dune "price=12,50 EUR"
        “Dune”: price 12 EUR → 12.50 EUR
        $ set dune "price=$12"
        “Dune”: price 12.50 EUR → 12 USD
        $ set dune weight=heavy
        ! error: “heavy” is not a valid weight: expected a number such as 4.5
        [2]
        $ set dune "price=EUR 12.50"
        “Dune”: price 12 USD → 12.50 EUR
        $ set dune weight=.5
        ! error: “.5” is not a valid weight: expected a number such as 4.5
        [2]
        $ show dune
        Dune

        author          Frank Herbert
        status          completed
        rating          ★★★★★
        genres          [Fiction] [Science Fiction]
        year            1965
        date started    2019-06-02
        date completed  2019-06-30
        price           12.50 EUR
        weight          0.45
        ID              b0000001-0000-4000-8000-000000000000
        file            books/dune-b0000001.yaml

        Review
          Spice.

          And worms.

        Quotes (1)
          Fear is the mind-killer.
            p. 8 · 2019-06-03 · c0000001

        Issues (1)
          f0000001  Ask Anna to return Dune
        $ book list --format table -c title,price,weight
        Title             Price  Weight
        Dune          12.50 EUR    0.45
        Dune Messiah
        Emma           9.99 USD     1.2
        三体            100 EUR

        4 books
        $ set dune price= weight=
        “Dune”: price 12.50 EUR → none, weight 0.45 → none
        """)
  }

  @Test func areComparedAndSorted() throws {
    #expect(try titles("price:>=10") == "Dune, 三体")
    #expect(try titles("price:>=9", "EUR") == "Dune, 三体")
    #expect(try titles("price:9.99 USD") == "Emma")
    #expect(try titles("price:9.99EUR").isEmpty)
    #expect(try titles("price:5..50") == "Dune, Emma")
    #expect(try titles("price:12.5") == "Dune")
    #expect(try titles("price:€12.50") == "Dune")
    #expect(try titles("price:>9 usd dune").isEmpty)
    #expect(try titles("-price:>9 usd") == "Dune, Dune Messiah, 三体")
    #expect(try titles("weight:>0.5") == "Emma")
    #expect(try titles("weight:0.4..0,5") == "Dune")
    #expect(try titles("has:price") == "Dune, Emma, 三体")
    #expect(try titles("--sort", "price:desc") == "三体, Dune, Emma, Dune Messiah")
    #expect(try titles("--sort", "weight") == "Dune, Emma, Dune Messiah, 三体")
    let said = try library.refused("book list price:cheap")
    #expect(said.contains("expected an amount such as 12.50 or 12.50 EUR"), "\(said)")
    #expect(try library.refused("book list weight:*4").contains("expected a number such as 4.5"))
    #expect(try titles("rating:>3 the") == "")
  }

  @Test func areReadByOtherPrograms() throws {
    #expect(
      try library.run("show dune --json price,weight") == "{\n  \"price\": \"12.50 EUR\",\n  \"weight\": 0.45\n}\n")
    let exported = try library.run("export json")
    #expect(exported.contains("\"price\": \"12.50 EUR\"") && exported.contains("\"weight\": 1.2"), "\(exported)")
    #expect(try library.run("book list title:=dune -c price,weight") == "12.50 EUR\t0.45\n")
    let schema = try library.run("schema book")
    #expect(schema.contains("\"price\"") && schema.contains("12.50 EUR"))
    #expect(try library.run("schema library").contains("\"money\""))
  }

  @Test func areCompletedMergedAndExamined() throws {
    #expect(try library.run("complete zsh shelf set emma", ["price=7"]) == "price=7 EUR\nprice=7 USD\n")
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("price: 12.50 EUR", with: "price: a lot")
    #expect(try library.run("doctor").contains("“a lot” is not an amount such as 12.50 EUR or 12.50"))
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("price: a lot", with: "price: €12.50")
    #expect(try !library.run("doctor").contains("wrong-type"))
    #expect(try library.run("book list title:=dune -c price") == "12.50 EUR\n")
    library["shelf.yaml"] = "format: 1\nfields: {book: {price: {type: cash}}}\n"
    #expect(try library.refused("stats").contains("integer, decimal, money, rating"))
  }
}
