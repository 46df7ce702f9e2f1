import Testing

@testable import ShelfCLI

/// Tests tables from spreadsheet programs, with numbers and dates in the formats of different languages.
struct SpreadsheetTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func importTable(_ text: String, _ options: String = "") throws -> String {
    library["table.csv"] = text
    return try library.run("import\(options)", [library.absolute("table.csv")])
  }

  @Test("German headings, short years, years with words, totals and `u.` between authors")
  func german() throws {
    let said = try importTable(
      """
      Titel;Verfasser(in);Jahr;Verlag;gekauft am;gelesen;Bemerkung
      Sturmflut;Ehlers, Johann u. Petersen, Uwe;1981;Insel;11.11.83;;signiert
      Der Zauberberg;Thomas Mann;1924;Fischer;3.4.02;Sommer 1981;
      Gesang;Karl Theodor von und zu Guttenberg;2001;;;;

      Summe;;;;;;

      """)
    #expect(said.contains("a row with totals, not a book"), "\(said)")
    #expect(said.contains("only the year of “Sommer 1981” was imported"), "\(said)")
    #expect(
      try library.run("list title:sturmflut --columns author,year,publisher,dateAdded,notes --format tsv")
        == "Johann Ehlers; Uwe Petersen\t1981\tInsel\t1983-11-11\tsigniert\n")
    #expect(
      try library.run("list title:zauberberg --columns status,dateAdded,dateCompleted --format tsv")
        == "completed\t2002-04-03\t1981\n")
    #expect(
      try library.run("list title:gesang --columns author --format tsv") == "Karl Theodor von und zu Guttenberg\n")
    #expect(try library.run("list title:=Summe --format tsv").isEmpty)
  }

  @Test("a book that is called as a total stays a book if it has an author")
  func totals() throws {
    _ = try importTable("Title,Author\nTotal,Rebecca Miller\nSubtotal,\nSum of Us,\n")
    #expect(try library.run("list title:total --columns title --format tsv") == "Total\n")
    #expect(try library.run("list title:sum --columns title --format tsv") == "Sum of Us\n")
  }

  @Test("amounts of money in a declared column")
  func money() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {price: {type: money}}}\n"
    _ = try importTable(
      "Titel;Autor;Price\nA1;X Y;1.250,00 €\nA2;X Y;25,- €\nA3;X Y;1.300 €\nA4;X Y;6,80 DM\nA5;X Y;12.50\n")
    #expect(
      try library.run("list has:price --sort title --columns price --format tsv")
        == "1250.00 EUR\n25 EUR\n1300 EUR\n6.80 DEM\n12.50\n")
  }

  @Test("what a spreadsheet wrote in its own form comes back from an exported table")
  func exported() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {price: {type: money}, lent: {type: boolean}}}\n"
    _ = try library.run("set dune dateCompleted=2023-12-31 rating=4.5 price=12.50 lent=true")
    _ = try library.run("export csv", [library.absolute("out.csv")].flatMap { ["--output", $0] })
    let table = try #require(library["out.csv"])
    #expect(table.contains("2023-12-31") && table.contains("12.50"))
    library["out.csv"] = table.replacing("2023-12-31", with: "31.12.2023").replacing("12.50", with: "\"12,50\"")
      .replacing("4.5", with: "\"4,5\"").replacing("true", with: "WAHR")
    let said = try library.run("import --update", [library.absolute("out.csv")])
    #expect(
      try library.run("list title:=dune --columns dateCompleted,rating,price,lent --format tsv")
        == "2023-12-31\t4.5\t12.50\ttrue\n", "\(said)")
  }

  @Test("quotes go to the book that they can only mean")
  func mentions() throws {
    _ = try library.run("add", ["Buddenbrooks. Verfall einer Familie", "--author", "Thomas Mann"])
    _ = try library.run("add", ["Ansichten eines Clowns", "--author", "Heinrich Böll"])
    let said = try importTable(
      """
      Zitat;Buch;Autor
      Erstes Zitat aus dem Buch;Buddenbrooks;Thomas Mann
      Zweites Zitat aus dem Buch;Buddenbrooks: Verfall einer Familie;Mann
      Drittes Zitat;Ansichten eines Clowns;Böll
      Viertes Zitat;Ein anderes Buch;Böll

      """)
    #expect(said.contains("Added 1 book and 4 quotes"), "\(said)")
    #expect(try library.run("quote list book:buddenbrooks --format ids").split(separator: "\n").count == 2)
    #expect(try library.run("quote list book:ansichten --format ids").split(separator: "\n").count == 1)
    let again = try library.run("import", [library.absolute("table.csv")])
    #expect(again.contains("4 unchanged"), "\(again)")
  }

  @Test("quotes from a book with two editions are not guessed to be from one of them")
  func ambiguousMentions() throws {
    _ = try library.run("add --duplicate", ["Faust. Der Tragödie erster Teil", "--author", "J. W. Goethe"])
    _ = try library.run("add --duplicate", ["Faust: eine Tragödie", "--author", "Johann Wolfgang Goethe"])
    let said = try importTable("Zitat;Buch;Autor\nEin Zitat aus dem Buch;Faust;Goethe\n")
    #expect(said.contains("Added 1 book and 1 quote"), "\(said)")
  }

  @Test("a class library: several copies of a book, few of them lent, and a second list with new copies")
  func classLibrary() throws {
    library["shelf.yaml"] = "format: 1\nname: Small\nfields: {book: {nr: {type: text}, room: {type: text}}}\n"
    let said = try importTable(
      """
      Nr.;Titel;Autor;Ausgeliehen an;Rückgabe
      001;Momo;Michael Ende;Ali;20.03.2026
      002;Momo;Michael Ende;;
      003;Momo;Michael Ende;Mia;22.03.2026
      004;Emil und die Detektive;Erich Kästner;;
      Summe;4;;;

      """)
    #expect(said.contains("is imported as a book, because most rows have no borrower"), "\(said)")
    #expect(said.contains("table.csv:6: a row with totals, not a book"), "\(said)")
    let second = try importTable("Nr.;Titel;Autor\n005;Momo;Michael Ende\n", " --update")
    #expect(second.contains("another copy of books/momo-"), "\(second)")
    #expect(
      try library.run("list momo --columns nr,lentTo --sort nr --format tsv") == "001\tAli\n002\t\n003\tMia\n005\t\n")
    // The copies are not duplicates of each other. A book without a number, added below, may be a duplicate of them.
    #expect(try library.run("doctor --only probable-duplicate").contains("No problems"))
    _ = try library.run("book add --duplicate Momo", ["--author", "Michael Ende"])
    #expect(try library.run("doctor --only probable-duplicate").contains("1 note"))
  }

  @Test("many rows that are skipped for one reason are named by their lines")
  func linesOfSkippedRows() throws {
    let rows = (1...100).map { $0 % 3 == 0 ? "Emma,Jane Austen\n" : "Book \($0),A B\n" }
    let said = try importTable("Title,Author\n" + rows.joined() + "Emma,Jane Austen\nEmma,Jane Austen\n" + "Total,,\n")
    let lines = said.split(separator: "\n").filter { $0.contains(" time") }.joined(separator: "\n")
    expect(
      lines + "\n",
      is: """
          34 times: the same row (lines 7, 10, 13, 16, 19, 22, 25, 28, 31, 34 and more, which --verbose lists)
          1 time: a row with totals, not a book (line 104)
        """)
  }
}
