import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Zotero's export as RDF, and KOReader's sidecar as JSON.
@Suite struct ZoteroRDFTests {
  private static func rdf(_ items: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
     xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dc="http://purl.org/dc/elements/1.1/"
     xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:prism="http://p/">
    \(items)
    </rdf:RDF>
    """
  }

  private static func people(_ element: String, _ names: [(String, String)]) -> String {
    let list = names.map { surname, given in
      "<rdf:li><foaf:Person><foaf:surname>\(surname)</foaf:surname>"
        + (given.isEmpty ? "" : "<foaf:givenName>\(given)</foaf:givenName>") + "</foaf:Person></rdf:li>"
    }
    return "<\(element)><rdf:Seq>\(list.joined())</rdf:Seq></\(element)>"
  }

  @Test func aLibrary() throws {
    let text = Self.rdf(
      """
      <bib:Book rdf:about="urn:isbn:978-0-441-47812-5">
        <z:itemType>book</z:itemType>
        <dcterms:isPartOf><bib:Series><dc:title>Hainish Cycle</dc:title><dc:identifier>4</dc:identifier></bib:Series></dcterms:isPartOf>
        <dc:publisher><foaf:Organization><vcard:adr><vcard:Address><vcard:locality>New York</vcard:locality></vcard:Address></vcard:adr><foaf:name>Ace</foaf:name></foaf:Organization></dc:publisher>
        \(Self.people("bib:authors", [("Le Guin", "Ursula K."), ("The Unicode Consortium", "")]))
        \(Self.people("bib:editors", [("Doe", "Jane")]))
        \(Self.people("z:translators", [("Roe", "Richard")]))
        <dcterms:isReferencedBy rdf:resource="#item_2"/>
        <dc:subject>winter</dc:subject>
        <dc:subject><z:AutomaticTag><rdf:value>gender</rdf:value></z:AutomaticTag></dc:subject>
        <dc:title>The Left Hand of &lt;i&gt;Darkness&lt;/i&gt;</dc:title>
        <dcterms:abstract>About.</dcterms:abstract>
        <dc:date>1969-03</dc:date>
        <z:language>en</z:language>
        <dc:identifier>ISBN 978-0-441-47812-5</dc:identifier>
        <prism:edition>2nd</prism:edition>
        <z:numPages>304</z:numPages>
      </bib:Book>
      <bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;A &lt;b&gt;note&lt;/b&gt;&lt;/p&gt;</rdf:value></bib:Memo>
      <z:Collection rdf:about="#collection_1"><dc:title>To read</dc:title>
        <dcterms:hasPart rdf:resource="urn:isbn:978-0-441-47812-5"/></z:Collection>
      <z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType></z:Attachment>
      <bib:Article rdf:about="#item_4"><z:itemType>journalArticle</z:itemType><dc:title>A</dc:title></bib:Article>
      <bib:Book rdf:about="http://zotero.org/users/1/items/ABCD2345"><z:itemType>book</z:itemType><dc:title>Two</dc:title></bib:Book>
      <bib:Book rdf:about="#item_6"><z:itemType>book</z:itemType></bib:Book>
      """)
    let batch = try read(text)
    #expect(batch.format == "zotero-rdf" && batch.read == 4 && batch.skipped == 1 && batch.rejected == 1)
    let book = batch.drafts[0]
    #expect(
      book.title == "The Left Hand of Darkness" && book[.author] == ["Ursula K. Le Guin", "The Unicode Consortium"])
    #expect(book[.contributors] == ["Jane Doe (editor)", "Richard Roe (translator)"])
    #expect(book[.series] == ["Hainish Cycle 4"] && book.first(.publisher) == "Ace" && book.first(.year) == "1969")
    #expect(book.first(.isbn) == "9780441478125" && book.first(.pages) == "304" && book.first(.language) == "en")
    #expect(book[.tags] == ["winter", "gender", "To read"] && book.first(.synopsis) == "About.")
    #expect(book.first(.notes) == "A **note**" && batch.leftOut.isEmpty)
    #expect(book.first(.edition) == "2nd" && book.first(.place) == "New York")
    #expect(batch.drafts[1].sources == ["zotero:ABCD2345"])
  }

  @Test func otherRDFIsNotRead() {
    let text = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><x/></rdf:RDF>"
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8))) == nil)
  }

  // MARK: - KOReader

  /// Tools that convert the sidecar to JSON keep the indices of Lua's lists as keys.
  @Test(arguments: ["/b/Dune.epub.sdr/metadata.epub.json", "/b/Dune.epub.sdr.json"]) func sidecarsAsJSON(_ path: String)
    throws
  {
    let text = """
      {"annotations": {"2": {"drawer": "lighten", "text": "Two", "pageno": 9, "datetime": "2024-01-02 03:04:05"},
        "1": {"drawer": "lighten", "text": "One", "note": "mine", "chapter": "I", "pageno": 3}, "3": {"text": "in Chapter I"}},
       "partial_md5_checksum": "abc", "percent_finished": 0.5, "summary": {"status": "reading", "rating": 4},
       "doc_props": {"authors": "Herbert, Frank"}, "doc_pages": 100}
      """
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    #expect(ImportFormat.of(file)?.name == "koreader" && (FolderName.of(file.name)?.matchesSidecar ?? false))
    let batch = try SourceReader.read([file], as: nil, ImportOptions())[0]
    #expect(
      batch.titles == ["Dune"] && batch.drafts[0].first(.progress) == "50%" && batch.drafts[0].first(.rating) == "4")
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["One", "Two"] && quotes[0].first(.note) == "mine" && batch.skipped == 1)
  }
}

extension FolderName {
  /// Whether the import of a folder looks for files with this name, including sidecars in their own folders.
  fileprivate var matchesSidecar: Bool { isSidecar || pattern == "*.json" }
}
