import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Entries as they occur in real bibliographies.
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

  /// Text that looks like the start of an entry is counted as an entry, and reported if it cannot be parsed.
  @Test(arguments: [
    "@book\"x,\n title = {A}}", "@book[x, title = {A}]", "@book x, title = {A}}", "@book<x, title = {A}>",
    "  @book:x, title = {A}", "@book2{x, title = {A}}",
  ])
  func entriesWithoutABrace(_ text: String) throws {
    let batch = try read("@book{a, title = {First}}\n\(text)\n@book{b, title = {Last}}")
    #expect(batch.titles == ["First", "Last"] && batch.read == 3 && batch.rejected == 1)
    #expect(batch.problems.map(\.line) == [2] && batch.reasons == "“{” is missing after “@book”")
  }

  @Test(arguments: [
    "@comment jabref-meta: a = b, c", "write to a@book.org, x = y", "@home I read, and nothing more", "@book",
    "see @book, x = y",
  ])
  func otherWordsBehindAnAtSign(_ text: String) throws {
    let batch = try read("@book{a, title = {First}}\n\(text)\n@book{b, title = {Last}}")
    #expect(batch.titles == ["First", "Last"] && batch.read == 2)
  }

  /// A brace after a backslash counts as a brace in BibTeX, but not in LaTeX. Bibliographies are written either way.
  @Test(arguments: [
    (#"@book{a, title={Ends\}, year=2001}"#, "Ends", "2001"), (#"@book{a, year=2001, title={Ends\}}"#, "Ends", "2001"),
    (#"@book{a, title={Sets \{a\} and b}, year=2001}"#, "Sets {a} and b", "2001"),
    (#"@book{a, title={Ends \}}, year=2001}"#, "Ends }", "2001"),
    (#"@book{a, title={Open \{ here}, year=2001}"#, "Open { here", "2001"),
    (#"@book{a, year=2001, title={Open \{ here}}"#, "Open { here", "2001"),
    (#"@book{a, title={{Close \} here}}, year=2001}"#, "Close } here", "2001"),
    ("@book{a, year=2001,\n title={{Close \\} here}}\n}", "Close } here", "2001"),
    (#"@book(a, title={Ends\}, year=2001)"#, "Ends", "2001"),
    (#"@book{a, title={x {\{O}} y}, year=2001}"#, "x {O y", "2001"),
    (#"@book{a, title={Ends\} # { more}, year=2001}"#, "Ends more", "2001"),
  ])
  func bracesBehindBackslashes(_ text: String, _ title: String, _ year: String) throws {
    let batch = try read(text + "\n\n@book{z, title={Z}}\n")
    #expect(batch.titles == [title, "Z"] && batch.drafts[0].first(.year) == year)
  }

  /// The volume of a part of a larger work is its position in that work, not in the series.
  @Test func volumesOfALargerWork() throws {
    let batch = try read(
      """
      @book{a, title={A}, maintitle={M}, volume=2, series={S}, number=5}
      @book{b, title={B}, maintitle={M}, volume=2, series={S}}
      @book{c, title={C}, volume=2, series={S}}
      """)
    #expect(batch.drafts.map { $0.first(.series) } == ["S 5", "S", "S 2"])
    #expect(batch.leftOut["volume"] == 2 && batch.leftOut["maintitle"] == 2)
  }

  /// Volumes with the same title are told apart by their numbers, even if the entries have no series.
  @Test func volumesWithOneTitle() throws {
    let batch = try read(
      """
      @book{a, title={Gesellschaftsgeschichte}, author={Wehler, Hans-Ulrich}, volume=1}
      @book{b, title={Gesellschaftsgeschichte}, author={Wehler, Hans-Ulrich}, volume={II}}
      @book{c, title={Alone}, volume=2}
      @book{d, title={Works}, author={Plato}, volume=1}
      @book{e, title={Works}, author={Shakespeare, William}, volume=2}
      """)
    let series = batch.drafts.map { $0[.series] }
    #expect(series == [["Gesellschaftsgeschichte 1"], ["Gesellschaftsgeschichte 2"], [], [], []])
    #expect(batch.leftOut["volume"] == 3)
  }

  @Test func articleNumbersOfAmazon() throws {
    let batch = try read("@book{a, title={A}, isbn={B074BNFY7F}}\n@book{b, title={B}, isbn={b0036s4b2g}}")
    #expect(batch.drafts.map(\.sources) == [["bibtex:a", "amazon:B074BNFY7F"], ["bibtex:b", "amazon:B0036S4B2G"]])
    #expect(batch.drafts.allSatisfy { $0.first(.isbn) == nil } && batch.problems.isEmpty)
    let other = try read("@book{a, title={A}, isbn={urn:uuid:11111111-2222-4333-8444-555555555555}}")
    #expect(other.reasons.contains("is not an ISBN") && other.drafts[0].sources == ["bibtex:a"])
  }

  @Test func marksOfHTMLInTitles() throws {
    let batch = try read(
      #"@book{a, title={The <i>Beagle</i> and {\textless}b{\textgreater}x{\textless}/b{\textgreater}}, series={<i>S</i>}}"#
    )
    #expect(batch.titles == ["The Beagle and x"] && batch.drafts[0].first(.series) == "S")
  }

  /// Text from a web page directly precedes the first entry.
  @Test func whatIsLeftOfAPageBeforeTheFirstEntry() throws {
    let batch = try read("<@Book{a, title={Emma}, author={Jane Austen}}\n@book{b, title={Persuasion}}\n")
    #expect(batch.titles == ["Emma", "Persuasion"])
  }
}
