import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// What single entries of real bibliographies hold.
@Suite struct BibTeXCaseTests {
  private func read(_ text: String) throws -> SourceBatch {
    let file = SourceFile(path: "x.bib", bytes: Array(text.utf8))
    return try #require(try SourceReader.read([file], as: nil, ImportOptions()).first)
  }

  @Test(arguments: [
    "@article{k, title={T}, isbn={0306406152}, journal={J}}", "@incollection{k, title={T}, pages={1--2}}",
    "@incollection{k, title={T}, crossref={b}}", "@inbook{k, title={T}, crossref={b}}",
    "@inproceedings{k, title={T}, isbn={0306406152}}",
  ])
  func partsAreNoBooks(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.skipped == 1 && batch.drafts.isEmpty)
  }

  @Test(arguments: [
    "@inbook{k, title={T}}", "@book{k, title={T}}", "@misc{k, title={T}, isbn={0306406152}}",
    "@incollection{k, booktitle={T}}",
  ])
  func booksAreTaken(_ text: String) throws { #expect(try read(text).drafts.first?.first(.title) == "T") }

  @Test func aCommaIsMissingBehindTheKey() throws {
    let batch = try read("@book{Fu-2006\n  title = {T},\n  year = 2006}\n\n@book{a, title = {A}, year = {x}}")
    #expect(batch.drafts.map(\.key) == ["Fu-2006", "a"] && batch.drafts[0].first(.title) == "T")
    #expect(batch.problems.map(\.line) == [5])
    #expect(try read("@book{title = {T}}").drafts.first?.first(.title) == "T")
  }

  @Test func linesOfCommentsInAnEntry() throws {
    let batch = try read(
      "@book{a,\n  title = {A},\n % number = \"null\",\n  year = 2006\n}\n@Comment eval:(setq x \"^@[[:alpha:]]+{ a = b\")\n@book{b, title = {B}}"
    )
    #expect(batch.drafts.map { $0.first(.title) } == ["A", "B"] && batch.drafts[0].first(.year) == "2006")
    #expect(batch.rejected == 0)
  }

  @Test(arguments: [
    ("978-3-540-72449-0/pbk", "9783540724490"), ("0-387-22197-2/hbk", "0387221972"),
    ("978-3-540-72449-0 (pbk.)", "9783540724490"),
    ("978-3-319-44834-3/pbk; 978-3-319-44835-0/ebook", "9783319448343"),
  ])
  func numbersWithTheirBinding(_ text: String, _ digits: String) throws {
    #expect(
      try read("@book{a, title = {A}, isbn = {\(text)}}").drafts.first?.first(.isbn)?.replacing("-", with: "")
        == digits)
  }

  @Test(arguments: [
    (#"Desperately Seeking $\psi$"#, "Desperately Seeking ψ"), (#"2\textquestiondown{}0"#, "2¿0"),
    (#"The Eclogues $\cdot$ The Georgics"#, "The Eclogues · The Georgics"),
    (#"{\textviet{Nguy\~{\^{e}}n Du}}"#, "Nguyễn Du"),
    (#"\AEleen Frisch"#, #"\AEleen Frisch"#), (#"{\em Emma} and \emph{Persuasion}"#, "Emma and Persuasion"),
    (#"\'\i x"#, "íx"),
    (#"Ends in \em"#, "Ends in"),
  ])
  func commands(_ text: String, _ plain: String) { #expect(LaTeXText.plain(text) == plain) }

  @Test func paragraphs() { #expect(LaTeXText.lines(#"One.\par Two\newline three"#) == "One.\n\nTwo\nthree") }

  /// A web page was cut before the first entry.
  @Test func whatIsLeftOfAPageBeforeTheFirstEntry() throws {
    let batch = try read("<@Book{a, title={Emma}, author={Jane Austen}}\n@book{b, title={Persuasion}}\n")
    #expect(batch.titles == ["Emma", "Persuasion"])
  }
}
