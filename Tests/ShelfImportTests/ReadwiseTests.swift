import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Readwise's commands in notes: `.h1` turns a highlight into a heading, and `.c1` and `.c2` combine several highlights
/// into one.
@Suite struct ReadwiseTests {
  private static let markdown = """
    # T

    ## Metadata
    - Author: [[A]]
    - Full Title: T
    - Category: #books

    ## Highlights
    - One ([Location 10](x))
        - Note: .h1
    - first ([Location 12](x))
        - Note: .c1 my words
    - second ([Location 13](x))
        - Tags: [[c2]] [[xx]]
        - Note: .c2 more
    - alone ([Location 20](x))
    - Two ([Location 19](x))
        - Note: .h2 why?

    """
  private static let table =
    "Highlight,Book Title,Book Author,Note,Tags,Location Type,Location\nOne,T,A,.h1,,location,10\n"
    + "first,T,A,.c1 my words,,location,12\nsecond,T,A,.c2 more,\"c2, xx\",location,13\nalone,T,A,,,location,20\n"
    + "Two,T,A,.h2 why?,,location,19\n"

  @Test(arguments: [table, markdown])
  func commandsInNotes(_ text: String) throws {
    let batch = try read(text)
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["first second", "alone", "Two"])
    #expect(quotes.map { $0.first(.chapter) } == ["One", "Two", "Two"])
    #expect(quotes.map { $0.first(.note) } == ["my words\n\nmore", nil, "why?"])
    #expect(quotes[0][.tags] == ["xx"] && quotes[0].rows == 2)
    #expect(batch.read == 5 && batch.skipped == 1 && batch.reasons == "a heading")
    // Both exports yield the same records.
    #expect(try quotes.map(\.key) == read(Self.table).drafts(.quote).map(\.key))
  }
}
