import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Files with contents that deviate from their format.
@Suite struct ReaderCaseTests {
  private func read(
    _ text: String, as format: String? = nil, maps: [(column: String, field: FieldHandle)] = []
  ) throws -> SourceBatch {
    try read(Array(text.utf8), as: format, maps: maps)
  }

  private func read(
    _ bytes: [UInt8], as format: String? = nil, maps: [(column: String, field: FieldHandle)] = []
  ) throws -> SourceBatch {
    var options = ImportOptions()
    options.maps = maps
    let file = SourceFile(path: "x", bytes: bytes)
    return try #require(
      try SourceReader.read([file], as: format.flatMap { ImportFormat.named($0) }, options).first)
  }

  private func reasons(_ batch: SourceBatch) -> String { batch.problems.map(\.reason).joined(separator: "; ") }

  // MARK: - Dates

  private static let goodreads = "Book Id,Title,Author,Exclusive Shelf,Date Read,Date Added\n"

  /// A single date that clearly starts with the day determines the order for the whole file.
  @Test func theOrderOfDaysAndMonths() throws {
    let european = try read(Self.goodreads + "1,A,B,read,1/2/2020,3/4/2019\n2,C,D,read,20/05/2020,21/4/2019\n")
    #expect(european.draft(.book, "1")?.first(.dateCompleted) == "2020-02-01")
    #expect(european.draft(.book, "1")?.first(.dateAdded) == "2019-04-03")
    #expect(european.problems.isEmpty)
    let american = try read(Self.goodreads + "1,A,B,read,1/2/2020,3/4/2019\n2,C,D,read,05/20/2020,4/21/2019\n")
    #expect(american.draft(.book, "1")?.first(.dateCompleted) == "2020-01-02" && american.problems.isEmpty)
    let unknown = try read(Self.goodreads + "1,A,B,read,1/2/2020,3/4/2019\n")
    #expect(unknown.draft(.book, "1")?.first(.dateCompleted) == "2020")
    #expect(
      reasons(unknown)
        == "“1/2/2020” may be 2020-02-01 or 2020-01-02; for it and 1 more like it, only the year is used (use --dates dmy or"
        + " mdy to choose)")
    // A date within a title is ignored.
    let iso = try read(Self.goodreads + "1,\"A 20/05/2020 B\",B,read,2020/02/01,2019-04-03\n")
    #expect(iso.draft(.book, "1")?.first(.dateCompleted) == "2020-02-01" && iso.problems.isEmpty)
  }

  private static let storygraph = "Title,Authors,ISBN/UID,Read Status,Date Added,Dates Read,Moods,Pace\n"

  @Test(arguments: [
    ("2022-05-01-2022-05-06", "2022-05-01", "2022-05-06"), ("2022-05-06", nil, "2022-05-06"),
    ("\"01/05/2022-06/05/2022, 15/04/2021\"", "2022-05-01", "2022-05-06"),
    ("2022/05/01-2022/05/06", "2022-05-01", "2022-05-06"),
  ])
  func readingsOfStoryGraph(_ cell: String, _ start: String?, _ end: String) throws {
    let batch = try read(Self.storygraph + "T,A,1,read,,\(cell),,\n")
    #expect(batch.drafts[0].first(.dateStarted) == start && batch.drafts[0].first(.dateCompleted) == end)
    #expect(batch.problems.isEmpty, "\(reasons(batch))")
  }

  @Test(arguments: ["0000", "0101", "0000-00-00", "0101-01-01", "00/00/0000"])
  func noDay(_ text: String) { #expect(DateParser.day(text) == nil) }

  // MARK: - Cells

  @Test func emptyRowsAndNumbersOfOtherPrograms() throws {
    let batch = try read(
      "Book Id,Title,Author,Exclusive Shelf,ISBN,Number of Pages\n1.0,A,B,read,9780441172719.0,320.0\n,,,,,\n , ,\n\n")
    #expect(batch.read == 1 && batch.rejected == 0)
    #expect(batch.drafts[0].sources == ["goodreads:1"] && batch.drafts[0].first(.isbn) == "9780441172719")
    #expect(batch.drafts[0].first(.pages) == "320")
  }

  @Test(arguments: ["-5", "1.200", "3.5e2", "3 vols.", "0.5", "3.5", "1 v.", "2 v. (various pagings)"])
  func numbersThatAreOfNoPages(_ text: String) throws {
    let batch = try read("Book Id,Title,Author,Exclusive Shelf,Number of Pages\n1,A,B,read,\(text)\n")
    #expect(batch.drafts[0][.pages].isEmpty && reasons(batch).contains("is not a number of pages"))
  }

  @Test(arguments: [
    ("couldn-t-finish", "abandoned"), ("dnf-2020", "abandoned"), ("abandonnés", "abandoned"),
    ("on-pause", "paused"),
    ("currently-rereading", "inProgress"), ("borrowed", "onShelf"),
  ])
  func shelvesOfOnesOwn(_ shelf: String, _ status: String) throws {
    let batch = try read(Self.goodreads + "1,A,B,\(shelf),,\n")
    #expect(batch.drafts[0].first(.status) == status)
  }

  @Test func encodings() throws {
    let text = Self.goodreads + "1,Łódź,B,read,,\n"
    var utf32: [UInt8] = [0xFF, 0xFE, 0, 0]
    for scalar in text.unicodeScalars { utf32 += (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) } }
    #expect(try read(utf32).drafts.first?.first(.title) == "Łódź")
    // A byte order mark that was encoded twice is ignored.
    #expect(try read("\u{EF}\u{BB}\u{BF}" + text).drafts.first?.sources == ["goodreads:1"])
  }

  @Test func rejectsOfDifferentTables() throws {
    let files = [
      "Book Id,Title,Author,Exclusive Shelf\n1,,A,read\n", "Exclusive Shelf,Book Id,Author,Title\nread,2,B,\n",
    ].map { SourceFile(path: "x", bytes: Array($0.utf8)) }
    #expect(try SourceReader.read(files, as: nil, ImportOptions()).first?.rejects.isMixed == true)
    #expect(try SourceReader.read([files[1]], as: nil, ImportOptions()).first?.rejects.isMixed == false)
  }

  /// Rows without titles are written to a file of rejects. Once they are fixed and imported, they must yield the same
  /// records as a correct file.
  ///
  /// Each text has `@` in place of a title; the other two arguments show how to fix a title in the file of rejects.
  @Test(arguments: [
    (
      "csl-json", #"[{"id":"a","type":"book","title":"@1"},{"id":"b","type":"book","title":"@2"}]"#, #""title":"""#,
      #""title":"Mended""#
    ),
    (
      "csl-json", #"{"id":"a","type":"book","title":"@1","issued":{"date-parts":[[2001]]}}"#, #""title":"""#,
      #""title":"Mended""#
    ),
    (
      "librarything",
      #"{"7":{"books_id":"7","title":"@1","primaryauthor":"B"},"8":{"title":"@2","rating":"4","dateread":"2020-01-02"}}"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "calibre",
      #"[{"title":"@1","authors":"B","uuid":"u","author_sort":"B"},{"title":"@2","authors":"C","uuid":"v"}]"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "bookwyrm",
      #"{"preferredUsername":"me","books":[{"edition":{"id":"e","title":"@1"},"work":{},"authors":[{"name":"B"}],"#
        + #""shelves":[{"name":"Read"}],"quotations":[{"quote":"q","position":3}]}]}"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "openlibrary",
      #"[{"title":"@1","key":"/books/OL1M","authors":[{"name":"B"}]},{"title":"@2","key":"/books/OL2M"}]"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "koreader",
      #"{"documents":[{"title":"@1","author":"B","number_of_pages":9,"entries":[{"text":"a","page":1},{"text":"b"}]}]}"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "koreader",
      "# @1\n##### B\n\n## C\n### Page 3 @ 12 August 2025 12:23:34 AM\none\ntwo\n\n---\nmine\n"
        + "### Page 4 @ 12 August 2025 12:24:34 AM\n*three*\n\n", "# \n#", "# Mended\n#"
    ),
    (
      "json", #"[{"title":"@1","author":"B","rating":4},{"title":"@2","author":["C","D"]},{"title":"X","author":"E"}]"#,
      #""title":"""#, #""title":"Mended""#
    ),
    (
      "json", #"{"2019":[{"title":"X","author":"E"},{"title":"@1","author":"B"}]}"#, #""title":"""#,
      #""title":"Mended""#
    ),
    (
      "json", #"{"title":"X","author":"E"}"# + "\n" + #"{"title":"@1","author":"B"}"# + "\n", #""title":"""#,
      #""title":"Mended""#
    ),
    (
      "yaml",
      "- title: X\n  author: E\n- title: '@1'\n  author: [B, C]\n  review: |\n    one\n      two\n\n    three\n- title: '@2'\n  isbn: 0306406152\n",
      "title: ~", "title: Mended"
    ),
    ("yaml", "2019:\n  - title: X\n    author: E\n  - title: '@1'\n    author: B\n", "title: ~", "title: Mended"),
    (
      "bibtex", "@book{a, title = {@1}, author = {B}}\n@book{b, title = {@2}, year = 2001}\n", "title = {}",
      "title = {Mended}"
    ),
    (
      "koreader",
      "\u{3000}\u{3000}@1\n\n\u{3000}\u{3000}-- Page: 4, added on Tue Aug 12 00:23:34 2025\none\ntwo\n-=-=-=-=-=-\n",
      "\u{3000}\u{3000}\n\n", "\u{3000}\u{3000}Mended\n\n"
    ),
    ("librarything", "Book Id\tTitle\tPrimary Author\tRating\n1\t@1\tDoe, Jane\t4\n", "\t\t", "\tMended\t"),
    ("storygraph", Self.storygraph + "@1,A,1,read,,,,\n", "\n,A", "\nMended,A"),
    ("goodreads", Self.goodreads + "1,@1,B,read,,\n2,@2,B2,to-read,,\n", ",,B", ",Mended,B"),
    ("csv", "title,author,rating\n@1,B,4\n@2,C,5\n", "\n,", "\nMended,"),
    ("csv", "kind,id,title,year\nbook,00000000-0000-4000-8000-000000000001,@1,1999\n", ",,1999", ",Mended,1999"),
  ])
  func rejectsAreTakenOnceTheyAreMended(_ format: String, _ text: String, _ before: String, _ after: String) throws {
    let empty = try read(text.replacing("@1", with: "").replacing("@2", with: ""), as: format)
    let mended = text.replacing("@1", with: "Mended").replacing("@2", with: "Mended")
    #expect(empty.rejected > 0)
    let file = String(decoding: empty.rejects.file, as: UTF8.self).replacing(before, with: after)
    let again = try read(file)
    #expect(again.format == format && again.rejected == 0, "\(file)")
    let wanted = try read(mended, as: format)
    func said(_ batch: SourceBatch) -> [String] {
      batch.drafts.filter { $0.first(.title) != "X" }.map { draft in
        let fields = draft.fields.filter { !$0.value.isEmpty }.sorted { $0.key.key < $1.key.key }.map {
          "\($0.key): \($0.value)"
        }
        return "\(draft.kind.singular) \(draft.key) \(draft.sources) \(draft.rows) \(draft.owner?.text ?? "") \(fields)"
      }
    }
    #expect(said(again) == said(wanted), "\(file)")
  }

  /// Rejected clippings appear in the file of rejects unchanged, and OPF files as a line of JSON.
  @Test func otherRejects() throws {
    let entry =
      "T (A)\n- Your Highlight on page 5 | Location 1-2 | Added on Sunday, November 28, 2021 5:19:35 PM\n\nwords\n"
    let clippings = "X (B)\n==========\n" + entry + "==========\n"
    let batch = try read(clippings, as: "kindle")
    #expect(batch.rejected == 1)
    let rejects = String(decoding: batch.rejects.file, as: UTF8.self)
    let mended = try read(rejects.replacing("X (B)\n", with: entry), as: "kindle")
    #expect(mended.rejected == 0 && mended.drafts.map(\.key) == batch.drafts.map(\.key), "\(rejects)")
    let package = """
      <package xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><metadata>
      <dc:title>@</dc:title><dc:creator opf:role="aut">A B</dc:creator>
      <dc:identifier opf:scheme="uuid" id="uuid_id">u1</dc:identifier></metadata></package>
      """
    let line = try read(package.replacing("@", with: "")).rejects.file
    let book = try read(String(decoding: line, as: UTF8.self).replacing(#""title":""#, with: #""title":"Mended"#))
    let wanted = try read(package.replacing("@", with: "Mended"))
    #expect(book.drafts.first?.sources == wanted.drafts.first?.sources, "\(String(decoding: line, as: UTF8.self))")
    #expect(book.drafts.first?[.author] == ["A B"] && book.drafts.first?.first(.title) == "Mended")
  }

  // MARK: - Names

  @Test(arguments: [
    ("Le Guin, Ursula K.", ["Ursula K. Le Guin"]), ("King, Stephen, Straub, Peter", ["Stephen King", "Peter Straub"]),
    ("Paul Conti, MD,Lady Gaga", ["Paul Conti, MD", "Lady Gaga"]), ("Carlson, W. Bernard", ["W. Bernard Carlson"]),
    ("Le Guin, Ursula K. (Ursula Kroeber)", ["Ursula K. Le Guin"]),
    ("Le Guin, Ursula K. (Ursula Kroeber), 1929-2018", ["Ursula K. Le Guin"]),
    ("Ann Roe, Jane K. Doe", ["Ann Roe", "Jane K. Doe"]), ("Ann Roe, Bo Poe", ["Ann Roe", "Bo Poe"]),
  ])
  func namesBetweenCommas(_ text: String, _ names: [String]) {
    #expect(PersonName.read(text, .any).names == names)
  }

  @Test func theAuthorAmongOthers() throws {
    let batch = try read(
      "Title,Author,Series,Status,Hardcover Book ID\n"
        + "T,\"Ann Roe (Translator), Bo Poe (Narrator), Cy Doe (Author), Di Foe\",,Read,7\nU,Ann Roe (Editor),,Read,8\n"
    )
    #expect(batch.drafts.map { $0[.author] } == [["Cy Doe", "Di Foe"], ["Ann Roe"]])
    #expect(
      batch.drafts.map { $0[.contributors] } == [["Ann Roe (translator)", "Bo Poe (narrator)"], ["Ann Roe (editor)"]])
  }

  @Test(arguments: [
    ("Dune #4", "4", "Dune 4"), ("Dune", "4.0", "Dune 4"), ("Dune", "4.5", "Dune 4.5"), ("C#", "1", "C# 1"),
    // If the name ends with a number, the position is added in parentheses.
    ("Babylon 5", "5", "Babylon 5 (5)"), ("Babylon 5", "6.0", "Babylon 5 (6)"), ("Area 51", "51", "Area 51 (51)"),
    ("1632", "1632", "1632 (1632)"), ("Space: 1999", "1999", "Space: 1999 (1999)"), ("Percy, Vol. 2", "2", "Percy 2"),
    ("Warhammer 40,000", "3", "Warhammer 40,000 (3)"),
  ])
  func seriesWithTheirNumbers(_ name: String, _ number: String, _ joined: String) {
    #expect(SeriesName.joined(name, number) == joined)
    let place = SeriesPlace(joined)
    #expect(place.position != nil && SeriesPlace.text(place.name, place.position!) == joined)
  }

  /// Hardcover separates series with commas, which can also be part of a name.
  @Test(arguments: [
    ("Secret, Book & Scone Society (#4.0)", ["Secret, Book & Scone Society 4"]),
    ("Lock, Stock and Barrel (#1.0), Other, Series (#2.0)", ["Lock, Stock and Barrel 1", "Other, Series 2"]),
    ("Discworld #29, City Watch #6", ["Discworld 29", "City Watch 6"]),
    ("Lock, Stock and Barrel", ["Lock, Stock and Barrel"]),
    ("Corum #4, Dramatized Adaptation", ["Corum 4", "Dramatized Adaptation"]),
    ("Warhammer 40,000 (#2.0)", ["Warhammer 40,000 (2)"]),
    ("Babylon 5 (#5.0)", ["Babylon 5 (5)"]), ("", []),
  ])
  func seriesBetweenCommas(_ text: String, _ series: [String]) { #expect(SeriesName.list(text) == series) }

  /// An impossible position in a series is reported, and does not become part of the name.
  @Test func placesBeforeTheFirst() {
    var batch = SourceBatch(format: "x")
    #expect(batch.series("Saga", "-1.0", "series_index", line: nil) == "Saga" && batch.reasons.contains("“-1.0”"))
    #expect(batch.series("Saga", "0.0", "series_index", line: nil) == "Saga 0")
  }

  @Test func marksOfHTMLInTitles() throws {
    let entries = """
      [{"id": "a", "type": "book", "title": "The <i>Beagle</i> CO<sub>2</sub>", "publisher": "<b>P</b> &amp; Q",
        "collection-title": "<i>Notes</i>", "collection-number": "3", "author": [{"literal": "A <i>B</i>"}],
        "abstract": "In <i>words</i>."},
       {"id": "b", "type": "book", "title": "<span class=\\"nocase\\">de Broglie</span> 5 < 6 and 7 > 3 &lt;i&gt;x&lt;/i&gt;",
        "author": [{"literal": "A"}]}]
      """
    let batch = try read(entries.replacing("\\\\", with: "\\"), as: "csl-json")
    #expect(batch.titles == ["The Beagle CO2", "de Broglie 5 < 6 and 7 > 3 <i>x</i>"])
    let draft = batch.drafts[0]
    #expect(draft.first(.publisher) == "P & Q" && draft.first(.series) == "Notes 3" && draft[.author] == ["A B"])
    #expect(draft.first(.synopsis) == "In *words*.")
    let table = try read("Title,Author\nThe <i>Beagle</i>,A\nI <3 <b>,B\n<sigh>,C\n")
    #expect(table.titles == ["The Beagle", "I <3 <b>", "<sigh>"])
  }

  @Test func articleNumbersOfAmazon() throws {
    let table = try read("Title,Author,ISBN\nA,U V,B074BNFY7F\nB,U V,b0036s4b2g\nC,U V,B07\nD,U V,9780306406157\n")
    #expect(table.drafts.map(\.sources) == [["amazon:B074BNFY7F"], ["amazon:B0036S4B2G"], [], []])
    #expect(table.reasons == "ISBN: “B07” is not an ISBN")
    let graph = try read(
      "Title,Authors,ISBN/UID,Read Status,Star Rating\nA,U V,B074BNFY7F,to-read,\n", as: "storygraph")
    #expect(graph.drafts[0].sources == ["storygraph:B074BNFY7F", "amazon:B074BNFY7F"])
  }

  // MARK: - Clippings

  private func clipping(_ head: String, text: String = "words") throws -> Draft {
    let batch = try read("T (A)\n- \(head)\n\n\(text)\n==========\n", as: "kindle")
    return try #require(batch.drafts.first { $0.kind == .quote }, "\(head)")
  }

  @Test(arguments: [
    ("Your Highlight Loc. 12 | Added on Thursday, 25 April 13 23:45:11", "loc 12", "2013-04-25T23:45:11Z"),
    ("La tua evidenziazione Pos. 12 | Aggiunto il venerdì 6 aprile 12, 00:25:08", "loc 12", "2012-04-06T00:25:08Z"),
    (
      "Seu destaque na posição 12 | Adicionado: domingo, 28 de novembro de 2021 às 17h19min35s", "loc 12",
      "2021-11-28T17:19:35Z"
    ),
    (
      "Votre surlignement à l'emplacement 12 | Ajouté le dimanche 28 novembre 2021 à 17 h 19 min 35 s", "loc 12",
      "2021-11-28T17:19:35Z"
    ),
    (
      "La tua evidenziazione alla posizione 12 | Aggiunto in data domenica 28 novembre 2021 22.46 GMT", "loc 12",
      "2021-11-28T22:46:00Z"
    ),
    (
      "Tu resaltado en la ubicación 100-102 | Agregado el domingo, 28 de noviembre de 2021 17:19:35", "loc 100-102",
      "2021-11-28T17:19:35Z"
    ),
    ("ハイライト ページ222 | 位置No. 3396-3396 | 追加日： 2013年6月17日 (月曜日) 20:31:09", "loc 3396", "2013-06-17T20:31:09Z"),
    ("133ページ|位置No. 1647-1648のハイライト |追加日: 2021年11月28日日曜日 午後10:13:22", "loc 1647-1648", "2021-11-28T22:13:22Z"),
  ])
  func headsOfClippings(_ head: String, _ location: String, _ time: String) throws {
    let quote = try clipping(head)
    #expect(quote.first(.location) == location && quote.first(.creationDate) == time, "\(head)")
  }

  @Test func romanPages() throws {
    let quote = try clipping(
      "La subrayado en la página xii-xiii | posición 12-14 | Añadido el lunes, 1 de enero de 2020 1:00:00")
    #expect(quote.first(.page) == "xii-xiii")
    #expect(try clipping("ハイライト ページ222 | 位置No. 3 | 追加日： 2013年6月17日 20:31:09").first(.page) == "222")
  }

  // MARK: - Highlights

  /// Each part of a highlight may have a note and tags.
  @Test func partsOfAHighlight() throws {
    let batch = try read(
      "Highlight,Book Title,Book Author,Note,Tags,Location Type,Location\n"
        + "one,T,A,.c1 first words,,page,1\ntwo,T,A,.c2 second words,\"c2, xx\",page,2\n")
    let quote = try #require(batch.drafts.first { $0.kind == .quote })
    #expect(quote.first(.text) == "one two" && quote[.tags] == ["xx"])
    #expect(quote.first(.note) == "first words\n\nsecond words")
  }

  @Test func notesOfSeveralLines() throws {
    let batch = try read(
      "# B\n## Metadata\n- Author: [[A]]\n- Full Title: B\n- Category: #books\n## Highlights\n- Two ([Location 7](https://x))\n"
        + "    - Note: first\n      second\n\n      third\n    - Tags: [[t]]\n- Four ([Location 9](https://x))\n"
        + "    - Note: first\nunindented\n- Five ([Location 10](https://x))\n")
    let quotes = batch.drafts.filter { $0.kind == .quote }
    #expect(quotes.map { $0.first(.text) } == ["Two", "Four", "Five"])
    #expect(quotes.map { $0.first(.location) } == ["loc 7", "loc 9", "loc 10"])
    #expect(quotes.map { $0.first(.note) } == ["first\nsecond\n\nthird", "first\nunindented", nil])
    #expect(quotes[0][.tags] == ["t"])
  }

  @Test(arguments: [
    ("Note in front: Page 48 “You!” he said @ 2020-11-16 18:51:04", "Note in front:"),
    ("Page 351 “You!” he said @ 2023-05-19 23:47:17 and my remark", "and my remark"),
    ("Page 346 “You!” he said @ 2023-05-19 23:42:17", ""), ("My own words", "My own words"),
  ])
  func wordsOfTheReader(_ text: String, _ own: String) {
    #expect(KOReaderMark.ownWords(text, about: "“You!” he said") == own)
  }

  @Test func linksBackToTheBook() throws {
    let link = "[View in book](<file:///mnt/x.epub?pos=/body/DocFragment[4]>)"
    let batch = try read(
      "# T\n##### A\n\n### Page 4 @ 12 August 2025 12:23:34 AM\n++One.++\n\n\(link)\n"
        + "### Page 5 @ 12 August 2025 12:23:34 AM\nTwo.\n\n---\na note\n\n\(link)\n")
    let quotes = batch.drafts.filter { $0.kind == .quote }
    #expect(quotes.map { $0.first(.text) } == ["One.", "Two."] && quotes.last?.first(.note) == "a note")
  }

  @Test func sidecarsInOtherEncodings() throws {
    let text = "return {\n[\"doc_props\"] = {[\"title\"] = \"café\"}, [\"annotations\"] = {}}\n"
    #expect(try read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).drafts.first?.first(.title) == "café")
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let old = try read(latin)
    #expect(old.drafts.first?.first(.title) == "café" && old.notes.contains { $0.contains("Windows-1252") })
  }

  @Test func whatKOReaderDoesNotKnow() throws {
    let batch = try read(
      #"{"title":"","author":"N/A","file":"/mnt/Some Book.epub","entries":[{"text":"x","page":3}]}"#)
    #expect(batch.drafts[0].first(.title) == "Some Book" && batch.drafts[0][.author].isEmpty)
  }

  // MARK: - Libraries

  private static let catalogue = "author_sort,authors,rating,series,series_index,tags,timestamp,title,title_sort,uuid\n"

  /// The catalogue has ratings in stars, and the database has them in steps of half a star.
  @Test func catalogueOfCalibre() throws {
    let batch = try read(Self.catalogue + "\"Roe, A\",A Roe,4.5,S,2.0,x,2020-01-02T00:00:00+00:00,T,T,u-1\n")
    #expect(batch.format == "calibre" && batch.drafts[0].sources == ["calibre:u-1"])
    #expect(batch.drafts[0].first(.rating) == "4.5" && batch.drafts[0].first(.series) == "S 2")
  }

  @Test func severalReadingsOfLibraryThing() throws {
    let batch = try read(
      #"{"1":{"books_id":"1","title":"T","dateread":"2016-01-01, 2018-02-02","language":["English","French"]},"#
        + #""2":{"books_id":"2","title":"U","dateread":["2016-01-01","2018-02-02"]}}"#)
    for draft in batch.drafts {
      #expect(draft.first(.dateCompleted) == "2018-02-02" && draft[.readings] == ["/2016-01-01"])
    }
    #expect(batch.drafts[0].first(.language) == "English, French")
  }

  @Test func whoDidNotWriteIt() throws {
    let batch = try read(
      "Book Id\tTitle\tPrimary Author\tSecondary Author\tSecondary Author Roles\n1\tT\tDoe, Jane\tRoe, Ann|Poe, Bo\tTranslator|\n"
    )
    #expect(batch.drafts[0][.author] == ["Jane Doe", "Bo Poe"])
    #expect(batch.drafts[0][.contributors] == ["Ann Roe (translator)"] && batch.leftOut.isEmpty)
    let tree = try read(
      #"{"1":{"books_id":"1","title":"T","authors":[{"fl":"Ed Foe","role":"Editor"},{"fl":"Il Poe","role":"Illustrator"}]}}"#
    )
    #expect(tree.drafts[0][.author] == ["Ed Foe"])
    #expect(tree.drafts[0][.contributors] == ["Ed Foe (editor)", "Il Poe (illustrator)"])
  }

  // MARK: - Bibliographies and lists

  @Test func whatABibliographyHasNoPlaceFor() throws {
    let batch = try read(
      "@comment{ignored @book{x, title={No}} }\n@incollection{c, title={Chapter}, booktitle={Book}}\n"
        + "@book{k, title={T}, title={U}, author={A B}, editor={C D}, volume=3, pages={10--20}}\n")
    #expect(batch.drafts.map { $0.first(.title) } == ["T"] && batch.skipped == 1)
    #expect(batch.leftOut == ["title": 1, "volume": 1, "pages": 1])
  }

  /// Translators, illustrators and the like are contributors, and the editor of an anthology is used as its author.
  @Test func peopleOfABibliography() throws {
    let batch = try read(
      "@book{a, title={A}, author={Flaubert, Gustave}, translator={Marx, Eleanor and Davis, Lydia}, illustrator={Poe, Bo}, "
        + "introduction={Foe, Di}}\n@collection{b, title={B}, editor={Roe, Ann}, editortype={compiler}}\n"
        + "@collection{c, title={C}, editor={Roe, Ann}, translator={Cy Doe}}\n")
    #expect(batch.drafts.map { $0[.author] } == [["Gustave Flaubert"], ["Ann Roe"], ["Ann Roe"]])
    #expect(
      batch.drafts.map { $0[.contributors] } == [
        ["Eleanor Marx (translator)", "Lydia Davis (translator)", "Bo Poe (illustrator)", "Di Foe (introduction)"],
        ["Ann Roe (compiler)"], ["Cy Doe (translator)", "Ann Roe (editor)"],
      ])
    #expect(batch.leftOut.isEmpty)
  }

  /// People in a column that is named after a role get that role.
  @Test func peopleOfAnyTable() throws {
    let batch = try read(
      "title,author,translator,illustrators,contributors\nT,Jane Doe,Ann Roe,\"Bo Poe, Cy Foe\",Di Roe (Foreword)\nU,,,,\n"
    )
    #expect(batch.drafts[0][.author] == ["Jane Doe"])
    #expect(
      batch.drafts[0][.contributors] == [
        "Ann Roe (translator)", "Bo Poe (illustrator)", "Cy Foe (illustrator)", "Di Roe (foreword)",
      ])
    #expect(batch.drafts[1][.contributors].isEmpty && batch.leftOut.isEmpty)
    let entries = try read("- title: T\n  author: Jane Doe\n  rating: 4\n  translator: [Ann Roe, Bo Poe]\n", as: "yaml")
    #expect(entries.drafts[0][.contributors] == ["Ann Roe (translator)", "Bo Poe (translator)"])
  }

  @Test func oneKeyOfTwoBooks() throws {
    let batch = try read(
      #"[{"id":"a","type":"book","title":"One"},{"id":"a","type":"book","title":"Two"}]"#, as: "csl-json")
    #expect(batch.drafts.map(\.sources) == [["csl:a"], ["csl:a#2"]])
  }

  @Test func severalReadingsOfAList() throws {
    let batch = try read(
      #"[{"title":"R","author":"A","readings":["2018-01-01/2018-02-01","/2017","2016-05/","junk"]}]"#, as: "json")
    #expect(batch.drafts[0][.readings].count == 3 && reasons(batch).contains("“junk” is not a reading"))
    let open = try read(
      #"[{"title":"R","author":"A","status":"in_progress","readings":["2025-02-01T00:00:00.000||"]}]"#, as: "json")
    #expect(open.drafts[0].first(.dateStarted) == "2025-02-01" && open.drafts[0][.readings].isEmpty)
  }

  @Test func groupsOfAList() throws {
    let batch = try read("wishlist:\n  - title: A\n    author: X\nreading:\n  - title: B\n    author: Y\n", as: "yaml")
    #expect(batch.drafts.map { $0.first(.status) } == ["wanted", "inProgress"])
    let slugs = try read("dune:\n  title: Dune\n  author: F\nemma:\n  author: Jane Austen\n", as: "yaml")
    #expect(slugs.read == 2 && slugs.rejected == 1)
    let mapped = try read(#"[{"title":"A","author":"X"}]"#, as: "json", maps: [("nokey", .publisher)])
    #expect(reasons(mapped).contains("no entry has the key “nokey”"))
    let documents = try read("---\ntitle: One\nauthor: A\n---\ntitle: Two\nauthor: B\n", as: "yaml")
    #expect(documents.titles == ["One", "Two"])
    #expect(try read("---\ntitle: Bare\nshelf-id: \"x\"\n---\n# Bare\n").rejected == 1)
  }

  @Test(arguments: [
    "ISBN-13: 978-0-306-40615-7", "ISBN13 9780306406157", "ISBN-10: 0306406152, ISBN-13: 978-0306406157",
    "urn:isbn:9780306406157", "ISBN 978-0-306-40615-7",
  ])
  func numbersWithTheirLabels(_ text: String) { #expect(ISBN.first(in: text) == "9780306406157") }

  @Test(arguments: [
    ("05/20/20", "2020-05-20"), ("20.05.20", "2020-05-20"), ("20-May-20", "2020-05-20"), ("13/1/19", "2019-01-13"),
  ])
  func daysOfSpreadsheets(_ text: String, _ day: String) { #expect(DateParser.day(text)?.description == day) }

  @Test(arguments: [
    ("Roe| Ann", ["Ann Roe"]), ("Benjamin Graham| Jason Zweig", ["Benjamin Graham", "Jason Zweig"]),
    ("沈迈克| 马若德", ["沈迈克", "马若德"]), ("IMAGINiT Technologies| Inc.", ["IMAGINiT Technologies, Inc."]),
    ("Poole| W. Scott", ["W. Scott Poole"]),
  ])
  func namesOfCalibre(_ text: String, _ names: [String]) {
    var batch = SourceBatch(format: "calibre")
    let found = CalibreBook.names(text, line: nil, &batch)
    #expect(found == names)
  }

  @Test(arguments: [
    ("Farrar, Straus and Giroux (2018), 224 pages", "Farrar, Straus and Giroux"), ("(1971)", nil),
    ("Burbank, CA : Warner Home Video, c2004.", "Burbank, CA : Warner Home Video"), ("Dover", "Dover"),
  ])
  func publishersOfLibraryThing(_ text: String, _ publisher: String?) throws {
    let batch = try read("{\"1\":{\"books_id\":\"1\",\"title\":\"T\",\"publication\":\"\(text)\"}}")
    #expect(batch.drafts[0].first(.publisher) == publisher)
  }

  /// A file that is not text is not read as a table or a bibliography, regardless of the bytes in it.
  @Test func whatIsNoText() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
    for bytes in [noise, Array("PK\u{3}\u{4}".utf8) + noise, Array("%PDF-1.4\nBook Id,Title,Author l-f\n".utf8)] {
      #expect(ImportFormat.of(SourceFile(path: "x", bytes: bytes)) == nil)
      for format in ["goodreads", "csv", "bibtex", "kindle"] {
        #expect(throws: SourceReader.Failure.self) { try read(bytes, as: format) }
      }
    }
  }

  @Test func olderNotesOfKOReader() throws {
    let batch = try read(
      "# T\n##### A\n\n### Page 35 @ 01 March 2022 05:19 PM\n++second++\n\n_Generated at: 2022-03-05 10:00:00_\n")
    #expect(batch.drafts.last?.first(.text) == "second")
  }

  /// Texts that contain the names of one or more authors.
  @Test(arguments: [
    ("Jane Doe, Ann Roe, and Bo Poe", ["Jane Doe", "Ann Roe", "Bo Poe"]),
    ("Jane Doe, Ann Roe and Bo Poe", ["Jane Doe", "Ann Roe", "Bo Poe"]),
    ("Plato, Aristotle and Kant", ["Plato", "Aristotle", "Kant"]), ("Jane Doe & Bo Poe", ["Jane Doe", "Bo Poe"]),
    ("Doe, Jane and Roe, Ann", ["Jane Doe", "Ann Roe"]), ("Andy Hunt / Dave Thomas", ["Andy Hunt", "Dave Thomas"]),
    ("Doe, J., Roe, A., & Poe, B.", ["J. Doe", "A. Roe", "B. Poe"]), ("van der Berg, Jan", ["Jan van der Berg"]),
    ("García Márquez, Gabriel", ["Gabriel García Márquez"]), ("Jane Doe", ["Jane Doe"]),
    ("Doe, Jane; Roe, Ann", ["Jane Doe", "Ann Roe"]),
  ])
  func namesOfSeveralAuthors(_ text: String, _ names: [String]) {
    var batch = SourceBatch(format: "csv")
    let found = FieldMapping.authors(text, line: nil, &batch)
    #expect(found == names)
  }

  @Test func authorsOfClippings() throws {
    let batch = try read(
      "T (Jane Doe, Ann Roe and Bo Poe)\n- Your Highlight on page 5 | Added on Sunday, May 17, 2020 5:19:35 PM\n\nx\n==========\n"
    )
    #expect(batch.drafts[0][.author] == ["Jane Doe", "Ann Roe", "Bo Poe"])
  }

  /// If a header is repeated with different columns, these apply to the rows below it.
  @Test func twoExportsInOneFile() throws {
    let batch = try read(
      "Book Id,Title,Author,Average Rating,Publisher,Exclusive Shelf\n1,A,B,4.0,P,read\n"
        + "Book Id,Title,Author,Publisher,Exclusive Shelf\n2,C,D,Q,to-read\n")
    #expect(batch.drafts.map { $0.first(.publisher) } == ["P", "Q"])
    #expect(
      batch.drafts.map { $0.first(.status) } == ["completed", "wanted"] && batch.leftOut == ["Average Rating": 1])
  }

  @Test func aTableOfSomethingElse() throws {
    #expect(throws: SourceReader.Failure.self) { try read("a,b,c\n1,2,3\n", as: "hardcover") }
  }

  @Test func whatStandsBesideABook() throws {
    let batch = try read(
      #"[{"book":{"title":"Nest","author":"N"},"rating":4,"finishedAt":"2024-01-02T00:00:00Z"}]"#, as: "json")
    #expect(batch.drafts[0].first(.rating) == "4" && batch.drafts[0].first(.dateCompleted) == "2024-01-02")
  }

  @Test func oldMarksWithoutATime() throws {
    let batch = try read(
      "return {\n[\"doc_props\"] = {[\"title\"] = \"T\"},\n[\"highlight\"] = {[12] = {[1] = {[\"text\"] = \"one\"}, "
        + "[2] = {[\"text\"] = \"two\"}}, [13] = {[1] = {[\"text\"] = \"three\", [\"datetime\"] = \"2020-01-01 10:00:00\"}}},\n"
        + "[\"bookmarks\"] = {[1] = {[\"notes\"] = \"three\", [\"highlighted\"] = true, [\"datetime\"] = \"2020-01-01 10:00:00\"}}}\n"
    )
    let quotes = batch.drafts.filter { $0.kind == .quote }
    #expect(Set(quotes.compactMap { $0.first(.text) }) == ["one", "two", "three"] && quotes.count == 3)
    #expect(quotes.first { $0.first(.text) == "three" }?.first(.location) == "screen 13")
  }

  /// A mark is still the same mark after its text has been edited.
  @Test func marksThatWereEdited() throws {
    func key(_ text: String) throws -> String? {
      try read(
        "return {\n[\"doc_props\"] = {[\"title\"] = \"T\"},\n[\"annotations\"] = {[1] = {[\"drawer\"] = \"x\", [\"text\"] = \"\(text)\", "
          + "[\"pos0\"] = \"/body/1\", [\"pageno\"] = 1}}}\n"
      ).drafts.last?.key
    }
    #expect(try key("one") == key("another"))
  }

  @Test func ownTablesAndLines() throws {
    let twice = #"{"kind":"book","id":"00000000-0000-4000-8000-000000000001","title":"First"}"# + "\n"
    let batch = try read(twice + twice.replacing("First", with: "Second"))
    #expect(batch.drafts.count == 1 && reasons(batch).contains("different from"))
  }

  @Test func rowsWithoutAHeaderAndAnAverageRating() throws {
    let row =
      "9,T,A B,\"B, A\",,\"=\"\"0306406152\"\"\",\"=\"\"9780306406157\"\"\",4,Pub,Paperback,320,1990,1980,2020/05/20,2020/01/02,,,read,rv,,,1,0\n"
    let batch = try read(row)
    #expect(batch.drafts[0].first(.publisher) == "Pub" && batch.drafts[0].first(.pages) == "320")
    #expect(batch.drafts[0].first(.review) == "rv" && batch.drafts[0].first(.dateCompleted) == "2020-05-20")
  }

  /// Obsidian links are removed from names, but not from other text.
  @Test func linksToNames() throws {
    let batch = try read(
      #"[{"title":"T","author":"[[Jane Doe]], [[Ann Roe]]","tags":["[[x y]]"],"review":"see [[Other]]","notes":"a[[1]]"}]"#,
      as: "json")
    #expect(batch.drafts[0][.author] == ["Jane Doe", "Ann Roe"] && batch.drafts[0][.genres] == ["x y"])
    #expect(batch.drafts[0].first(.review) == "see [[Other]]" && batch.drafts[0].first(.notes) == "a[[1]]")
  }

  /// The illustrator is not an author, and values without a field are reported.
  @Test func whatOpenLibrarySaysBeside() throws {
    let batch = try read(
      #"""
      {"key": "/books/OL1M", "type": {"key": "/type/edition"}, "revision": 3, "title": "Fox",
       "by_statement": "by Jane Doe and Ann Roe ; illustrated by Jo Poe.", "publishers": ["Ace", "Puffin"],
       "series": ["Shores -- 2", "Other"], "number_of_pages": 96, "pagination": "ix, 96 p.", "covers": [-1],
       "first_sentence": {"value": "Once."}, "weight": "", "works": [{"key": "/works/OL2W"}]}
      """#)
    #expect(batch.format == "openlibrary" && batch.drafts[0][.author] == ["Jane Doe", "Ann Roe"])
    #expect(batch.drafts[0].first(.publisher) == "Ace" && batch.drafts[0].first(.series) == "Shores 2")
    #expect(
      batch.leftOut == [
        "by_statement": 1, "publishers": 1, "series": 1, "pagination": 1, "covers": 1, "first_sentence": 1,
      ])
  }
}
