import Testing

@testable import ShelfCLI

/// Prices in several currencies: how they are imported, compared and added up.
struct PriceTests {
  let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = "format: 1\nname: Small\nfields: {book: {price: {type: money}, nr: {type: text}}}\n"
    library["prices.csv"] = """
      Nr,Title,Author,Copies,Price
      1,Momo,Michael Ende,,$25.00
      2,Momo,Michael Ende,,£3
      3,Krabat,Otfried Preußler,2,"25,00 €"
      4,Holes,Louis Sachar,,EUR 25
      5,Emil,Erich Kästner,,120 DM
      6,Sams,Paul Maar,,9.90
      ,TOTAL,,,208
      """
    _ = try library.run("import", [library.absolute("prices.csv")])
  }

  @Test func comparisons() throws {
    try expect(
      library.transcript([
        ["list has:price --columns nr,title,price --sort nr"],
        ["list price:>20 --columns nr,price --sort nr"],
        ["list", "price>\"100 DM\"", "--columns", "nr,price"],
        ["list", "price:>100 DM", "--columns", "nr,price"],
        ["list", "price:>=$10", "--columns", "nr,price"],
        ["list", "price:£1..£5", "--columns", "nr,price"],
        ["list", "price:<30 €", "--columns", "nr,price", "--sort", "nr"],
        ["list has:price --sum price"], ["list title:krabat --sum price --format table --columns title,copies,price"],
      ]),
      is: """
        $ list has:price --columns nr,title,price --sort nr
        1	Momo	25.00 USD
        2	Momo	3 GBP
        3	Krabat	25.00 EUR
        4	Holes	25 EUR
        5	Emil	120 DEM
        6	Sams	9.90
        $ list price:>20 --columns nr,price --sort nr
        1	25.00 USD
        3	25.00 EUR
        4	25 EUR
        5	120 DEM
        ! note: amounts in EUR, DEM, GBP and USD are compared by their numbers alone; to compare one currency, add it to the amount, as in 'price:>10 EUR'
        $ list "price>\\"100 DM\\"" --columns nr,price
        5	120 DEM
        $ list "price:>100 DM" --columns nr,price
        5	120 DEM
        $ list "price:>=$10" --columns nr,price
        1	25.00 USD
        $ list "price:£1..£5" --columns nr,price
        2	3 GBP
        $ list "price:<30 €" --columns nr,price --sort nr
        3	25.00 EUR
        4	25 EUR
        $ list has:price --sum price
        6	120 DEM; 75.00 EUR; 3 GBP; 25.00 USD; 9.90
        ! note: 1 with several copies, counted for each copy
        $ list title:krabat --sum price --format table --columns title,copies,price
        Title   Copies      Price
        Krabat       2  25.00 EUR

        1 book; price: 50.00 EUR; 1 with several copies, counted for each copy
        """)
  }

  @Test("a word after an amount is a currency only if it is a code or a sign, or if an amount has this currency")
  func wordsAfterAmounts() throws {
    _ = try library.run("add", ["Tom Sawyer", "--author", "Mark Twain", "--price", "12 EUR"])
    _ = try library.run("add", ["Ffolkes", "--author", "Ft Pounds", "--price", "13 EUR"])
    func titles(_ query: String...) throws -> String {
      try library.run("list --columns title --sort title", query).split(separator: "\n").joined(separator: " ")
    }
    // An amount is in German marks.
    #expect(try titles("price:>10 mark") == "Emil")
    #expect(try titles("price:>10 dollars") == "Momo")
    #expect(
      try titles("price:>10 ft") == "Ffolkes ! note: amounts in EUR, DEM, GBP and USD are compared by their "
        + "numbers alone; to compare one currency, add it to the amount, as in 'price:>10 EUR'")
    _ = try library.run("delete --yes Emil")
    #expect(try titles("price:>10 mark").hasPrefix("Tom Sawyer"))
    #expect(try titles("price:12 mark").hasPrefix("Tom Sawyer"))
    #expect(try titles("price:>10 tom").hasPrefix("Tom Sawyer"))
    #expect(try titles("price:>10 CHF").contains("Tom") == false)
    #expect(try titles("price:>10 ¥").contains("Tom") == false)
    #expect(try titles("price:12 eur") == "Tom Sawyer")
  }

  @Test("a range of amounts may have its currency after a space")
  func ranges() throws {
    for words in [["--price", "20..30 EUR"], ["price:\"20 EUR..30\""], ["price:\"20..30 €\""]] {
      #expect(try library.run("list --columns nr --sort nr", words) == "3\n4\n", "\(words)")
    }
    #expect(try library.refused("list --price", ["20..x EUR"]).contains("“20..x” is not a valid value"))
  }

  @Test func notesOnCurrencies() throws {
    #expect(try !library.run("list", ["price:>20 EUR"]).contains("note:"))
    #expect(try library.run("list price:>20").contains("are compared by their numbers alone"))
    _ = try library.run("book delete --yes --where", ["-price:>0 EUR"])
    #expect(try !library.run("list price:>20").contains("note:"))
  }
}
