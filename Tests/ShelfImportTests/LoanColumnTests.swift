import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Loans, volumes, ratings, prices and years in tables that people keep by hand.
struct LoanColumnTests {
  private func books(_ table: String) throws -> SourceBatch { try read(table, as: "csv") }
  private func field(_ name: String) -> FieldHandle { FieldHandle(named: name) }

  @Test func aReturnedBookIsAnEarlierLoan() throws {
    let batch = try books(
      "Title,Author,Lent to,Lent on,Returned\nDune,Frank Herbert,Ben,1998-11-12,1999-02-02\nEmma,Jane Austen,Mia,,\n")
    let (dune, emma) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(dune[field("loans")] == ["1998-11-12/1999-02-02 Ben"])
    #expect(dune[field("lentTo")].isEmpty && dune[field("lentOn")].isEmpty)
    #expect(emma[field("lentTo")] == ["Mia"] && emma[field("loans")].isEmpty && batch.leftOut.isEmpty)
  }

  @Test(arguments: ["Zurück am", "Zurueck", "Returned on", "Date returned"])
  func namesOfReturns(_ column: String) throws {
    let batch = try books("Titel;Ausgeliehen an;\(column)\nMomo;Ali;2.2.2026\n")
    #expect(batch.drafts(.book)[0][field("loans")] == ["/2026-02-02 Ali"])
  }

  @Test(arguments: ["Fällig am", "Rückgabe bis", "Due back"])
  func namesOfDueDays(_ column: String) throws {
    let batch = try books("Titel;Ausgeliehen an;\(column)\nMomo;Ali;2.2.2026\n")
    #expect(batch.drafts(.book)[0][field("dueOn")] == ["2026-02-02"])
  }

  @Test func severalPeopleHaveACopyEach() throws {
    let batch = try books(
      "Titel;Autor;Anzahl;Ausgeliehen an\nKrabat;Otfried Preußler;3;Emil & Lina S.\nMomo;Michael Ende;1;Ali & Mia\n")
    let (krabat, momo) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(krabat[field("lentTo")] == ["Emil"] && krabat[field("loans")] == ["/.. Lina S."])
    #expect(momo[field("lentTo")] == ["Ali & Mia"])
  }

  @Test func volumesOfAWork() throws {
    let batch = try books("Titel;Autor;Reihe;Band\nDie graphische Statik;Müller-Breslau;;Bd. 1\nKrabat;Preußler;;\n")
    #expect(batch.drafts(.book).map { $0[.series] } == [["Die graphische Statik 1"], []])
  }

  @Test func starsInCells() throws {
    let batch = try books("Title,Author,Rating\nA,B C,4½\nD,E F,***\nG,H I,****½\n")
    #expect(batch.drafts(.book).map { $0.first(.rating) } == ["4.5", "3", "4.5"])
  }

  @Test(arguments: ["19??", "18--", "19XX", "19.."])
  func yearsWithUnknownDigits(_ text: String) { #expect(YearText.year(text) == nil) }

  @Test func pricesAreMoney() throws {
    let batch = try books("Titel;Autor;Preis\nA;B C;14,00\nD;E F;29,95 €\nG;H I;geschenkt\n")
    #expect(batch.suggestions.map(\.setting) == ["fields.book.preis.type=money"])
  }

  @Test func linesWithoutMarks() throws {
    let batch = try read(
      "Die Vermessung der Welt von Daniel Kehlmann ****\nEmma (Jane Austen)\n\"Dune\" - Frank Herbert, 4½ Sterne\n",
      as: "list")
    #expect(batch.titles == ["Die Vermessung der Welt", "Emma", "Dune"])
    #expect(batch.drafts(.book).map { $0[.author] } == [["Daniel Kehlmann"], ["Jane Austen"], ["Frank Herbert"]])
    #expect(batch.drafts(.book).map { $0.first(.rating) } == ["4", nil, "4.5"])
  }
}
