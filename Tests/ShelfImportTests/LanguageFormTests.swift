import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Languages that files write in different ways.
struct LanguageFormTests {
  /// Another name or code of the language is no difference, and new books get the form that the library uses.
  @Test func theLibrarysForm() throws {
    var shelf = try ImportedShelf()
    try shelf.take(
      "Title,Author,Language\nGerminal,Émile Zola,french\nSalammbô,Gustave Flaubert,french\nEmma,Jane Austen,english\n",
      at: "/a.csv")
    let outcome = try shelf.take(
      "Title,Author,Language\nGerminal,Émile Zola,fr\nEmma,Jane Austen,de\nOutline,Rachel Cusk,en\n"
        + "Nadja,A B,Französisch\n",
      at: "/b.csv")
    #expect(outcome.summary.differences.map(\.title) == ["Emma"])
    #expect(shelf.column("language")["Germinal"] == "french" && shelf.column("language")["Nadja"] == "french")
    #expect(shelf.column("language")["Outline"] == "english")
  }

  /// In an empty library, the most frequent form of the file is used for all rows.
  @Test func theMostFrequentForm() throws {
    var shelf = try ImportedShelf()
    try shelf.take("Title,Author,Language\nA,B C,Englisch\nD,E F,English\nG,H I,Englisch\nJ,K L,dt.\n", at: "/a.csv")
    #expect(shelf.column("language") == ["A": "Englisch", "D": "Englisch", "G": "Englisch", "J": "dt."])
    #expect(try shelf.take("Title,Author,Language\nD,E F,en\n", at: "/b.csv").isNothing)
  }

  /// Rows with two forms of a language are not two editions.
  @Test func oneEdition() throws {
    let batch = try read("Title,Author,Language\nA,B C,en\nA,B C,English\n")
    #expect(batch.drafts(.book).count == 1)
  }
}
