import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Lists with missing information: quotes without book titles, and notes without titles.
@Suite struct LooseListTests {
  // MARK: - Lists of titles

  @Test(arguments: [
    "- *Dune*, Frank Herbert (1965)\n- [x] Jane Austen, *Emma*\n",
    "1. \"Dune\" – Frank Herbert\n2. “Emma” by Jane Austen\n",
    "- [Dune](https://example.org/dune) - Frank Herbert\n- Emma - Jane Austen\n",
    "- Frank Herbert – Dune\n- Jane Austen – Emma\n", "* **Dune**: Frank Herbert\n* _Emma_: Jane Austen\n",
    "# Books\n\n- Dune by *Frank Herbert*\n- “Emma” by Jane Austen\n",
  ])
  func titlesAndAuthors(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.format == "list" && batch.read == 2)
    #expect(batch.titles == ["Dune", "Emma"])
    #expect(batch.drafts(.book).map { $0[.author] } == [["Frank Herbert"], ["Jane Austen"]])
  }

  /// If nothing shows which part is the author, the whole text is the title.
  @Test(arguments: [
    "- Henry IV – Part One\n- Henry IV – Part Two\n", "- Foundation: Empire\n- Dune: Messiah\n",
    "- The *Odyssey* of Homer\n- A *very* short book\n",
  ])
  func titlesAlone(_ text: String) throws {
    let lines = text.split(separator: "\n").map { $0.dropFirst(2) }
    let batch = try read(text, as: "list")
    #expect(batch.titles == lines.map(String.init) && batch.drafts(.book).allSatisfy { $0[.author].isEmpty })
  }

  // MARK: - Quotes with attributions

  @Test(arguments: [
    (
      #"[{"text":"One","attribution":"Jane Austen, Emma"},{"text":"Two","attribution":"— Jane Austen, *Emma*"}]"#,
      "json"
    ),
    ("- text: One\n  attribution: Jane Austen (Emma)\n- text: Two\n  attribution: Emma by Jane Austen\n", "yaml"),
    (
      "quotes:\n  - quote: One\n    attribution: Jane Austen – Emma\n    tags: [a]\n  - {quote: Two, attribution: \"Jane Austen, “Emma”\"}\n",
      "yaml"
    ),
    ("text,attribution\nOne,\"Jane Austen, Emma\"\nTwo,\"Jane Austen, Emma\"\n", "csv"),
    (
      #"[{"quote":"One","book":"Emma","attribution":"Jane Austen"},{"quote":"Two","book":"Emma","attribution":"Jane Austen"}]"#,
      "json"
    ),
  ])
  func quotesOfBooks(_ text: String, _ format: String) throws {
    let batch = try read(text)
    #expect(batch.format == format && batch.read == 2 && batch.rejected == 0)
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["One", "Two"])
    #expect(batch.titles == ["Emma"] && batch.drafts(.book)[0][.author] == ["Jane Austen"])
  }

  /// If a quote is not from a book, the name of the person who said it is kept in the quote's note.
  @Test(arguments: [
    #"[{"text":"One","attribution":"Albert Einstein"}]"#,
    "- {quote: One, author: Albert Einstein}\n- {quote: One, author: Albert Einstein}\n",
    "quote,author\nOne,Albert Einstein\n",
  ])
  func quotesOfPeople(_ text: String) throws {
    var shelf = try ImportedShelf()
    let outcome = try shelf.take(text, at: "/q")
    #expect(outcome.summary.new == 1 && outcome.summary.rejected == 0)
    let quote = try #require(shelf.library.records(of: .quote).first)
    #expect(quote.title == "One" && shelf.texts("note", of: quote) == ["— Albert Einstein"])
    #expect(String(decoding: quote.source, as: UTF8.self).contains("book: ~"))
    #expect(shelf.library.records(of: .book).isEmpty)
    #expect(try shelf.take(text, at: "/q").isNothing)
  }

  @Test(arguments: [
    #"[{"text":"x","source":"y"}]"#, #"[{"text":"Hi","author":"Ann"},{"text":"Ho","author":"Bo"}]"#,
    "- {text: x, id: 1}\n",
  ])
  func textsThatAreNoQuotes(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8))) == nil)
  }

  @Test(arguments: [
    ("Jane Austen, Emma", "Jane Austen", "Emma"), ("— Jane Austen", "Jane Austen", ""), ("*Emma*", "", "Emma"),
    ("", "", ""), (",", "", ""), ("()", "()", ""),
    ("Homer (The Odyssey)", "Homer", "The Odyssey"), ("“Emma” by Jane Austen", "Jane Austen", "Emma"),
    ("Plato - The Republic", "Plato", "The Republic"),
  ])
  func attributions(_ text: String, _ author: String, _ title: String) {
    let attribution = Attribution(text)
    #expect(attribution.author == author && attribution.title == title)
  }

  // MARK: - Several series

  @Test(arguments: [
    (#"["Discworld #29","City Watch #6"]"#, ["Discworld 29", "City Watch 6"]),
    (#""Discworld #29, City Watch #6""#, ["Discworld 29", "City Watch 6"]),
    (#""Discworld (29), City Watch (6)""#, ["Discworld 29", "City Watch 6"]),
    (#""(Discworld #29.5)""#, ["Discworld 29.5"]),
    (#""(Discworld #29); (City Watch #6)""#, ["Discworld 29", "City Watch 6"]),
    (#""(Discworld) 29 (b)""#, ["(Discworld) 29 (b)"]),
    (#""Discworld 29; City Watch 6""#, ["Discworld 29", "City Watch 6"]),
    (#"[{"name":"Discworld","number":29},{"name":"City Watch"}]"#, ["Discworld 29", "City Watch"]),
    (#""Secret, Book & Scone Society #4""#, ["Secret, Book & Scone Society 4"]), (#""Babylon 5""#, ["Babylon 5"]),
    (#""Films (2021), and others""#, ["Films (2021), and others"]), ("\"\"", []), ("\"#1\"", ["#1"]),
  ])
  func severalSeries(_ series: String, _ expected: [String]) throws {
    let batch = try read(#"[{"title":"X","author":"Y Z","series":"# + series + "}]")
    #expect(batch.drafts[0][.series] == expected)
  }

  // MARK: - Notes without titles

  @Test(arguments: [
    ("---\nauthor: Jane Austen\nrating: 4\n---\n\n# Emma\n\nText\n", "x.md", "Emma"),
    ("---\nauthor: Jane Austen\nisbn: 9780141439587\n---\nText\n# \n", "notes/Emma.md", "Emma"),
    ("---\r\nauthor: Jane Austen\r\nrating: 4\r\ntitle:\r\n---\r\n# Emma\r\n", "x.md", "Emma"),
  ])
  func notesAreNamed(_ text: String, _ path: String, _ title: String) throws {
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    for format in [nil, ImportFormat.named("yaml")] {
      let batch = try SourceReader.read([file], as: format, ImportOptions())[0]
      #expect(batch.titles == [title] && batch.drafts[0][.author] == ["Jane Austen"])
    }
  }

  @Test(arguments: [
    "---\ndate: 2020-01-01\ntags: [a]\n---\n# Emma\n", "---\nauthor: Me\ndate: 2020-01-01\n---\n# My post\n",
    "author: Me\nrating: 4\n",
  ])
  func otherNotes(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x.md", bytes: Array(text.utf8))) == nil)
  }
}
