import Testing

@testable import ShelfPages

/// Tests that text never becomes markup, and that links lead only to safe addresses.
struct HTMLTests {
  private func text(_ text: String) -> String {
    var html = HTML()
    html.text(text)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private func markdown(_ text: String) -> String {
    var html = HTML()
    var markdown = Markdown()
    markdown.write(text, to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func textsAreEscaped() {
    #expect(text("<b>\"x\" & 'y'</b>") == "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;")
    #expect(text("a\u{0}b\u{1B}c\u{7F}d\u{85}e\u{202E}f") == "abcdef")
    let others = [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF, 0x10FFFE].compactMap { Unicode.Scalar($0 as UInt32) }
    #expect(others.count == 5 && text("a" + others.map { String($0) }.joined() + "b") == "ab")
    #expect(text("Łódź 三体 🐙\n\t\u{FB01}") == "Łódź 三体 🐙\n\t\u{FB01}")
  }

  /// Text is processed eight bytes at a time, so escaping is tested at every offset.
  @Test func textsAreEscapedAtEveryPlace() {
    let escapes = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;"]
    let characters = (0...0x100).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{202E}", "\u{FFFE}", "三", "🐙"]
    for character in characters {
      let isLeftOut =
        character.value < 0x20 && character != "\t" && character != "\n" || (0x7F..<0xA0).contains(character.value)
      let own = String(character)
      let written = isLeftOut || own == "\u{202E}" || own == "\u{FFFE}" ? "" : escapes[own] ?? own
      for before in 0...9 {
        let (start, end) = (String(repeating: "=", count: before), String(repeating: "%", count: 17 - before))
        #expect(text(start + own + end) == start + written + end, "\(character.value) after \(before)")
      }
    }
  }

  @Test func dataCannotEndItsElement() {
    var html = HTML()
    let others = [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF, 0x10FFFE].compactMap { Unicode.Scalar($0 as UInt32) }
    html.data(Array("\"</script>&\(others.map { String($0) }.joined())\u{FB01}🐙\"".utf8))
    #expect(
      String(decoding: html.bytes, as: UTF8.self)
        == "<script type=\"application/ld+json\">\"\\u003c/script\\u003e\\u0026\u{FB01}🐙\"</script>")
  }

  @Test(
    arguments: [
      ("a", "<p>a</p>"), ("", ""), ("\n \n\t\n", ""), ("a\nb\n\nc", "<p>a<br>b</p>\n<p>c</p>"),
      ("a\r\nb\r\n\r\nc\r\n", "<p>a<br>b</p>\n<p>c</p>"),
      ("a\u{2028}b\u{85}c\u{2029}\u{2029}d", "<p>a<br>b<br>c</p>\n<p>d</p>"),
      ("\n\n a <b\n\u{3000}\nc", "<p> a &lt;b</p>\n<p>c</p>"), ("\u{2014} x\n\u{C2}y", "<p>\u{2014} x<br>\u{C2}y</p>"),
    ]) func emptyLinesDivideParagraphs(_ text: String, _ expected: String)
  {
    var html = HTML()
    html.paragraphs(text)
    #expect(String(decoding: html.bytes, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("javascript:alert(1)", nil), ("JAVASCRIPT:alert(1)", nil), ("data:text/html,x", nil),
      ("file:///etc/passwd", nil),
      ("//example.org", nil), ("../../x", nil), ("", nil), ("http:", nil), ("https:///x", nil), ("vbscript:x", nil),
      ("https://example.org/a\"b c", "https://example.org/a%22b%20c"), ("HTTP://example.org", "http://example.org"),
      ("mailto:a@example.org", "mailto:a@example.org"), ("https://example.org/ü", "https://example.org/%C3%BC"),
    ] as [(String, String?)]) func addressesAreOfTheWeb(_ text: String, _ address: String?)
  {
    #expect(Address.outside(text)?.text == address)
  }

  @Test func addressesAreRelative() {
    let page = SitePath("books", "dune-1", "index.html")
    #expect(Address.to(SitePath("index.html"), from: page).text == "../../index.html")
    #expect(Address.to(SitePath("books", "łódź", "index.html"), from: page).text == "../%C5%82%C3%B3d%C5%BA/index.html")
    #expect(Address.to(page, from: SitePath("index.html"), fragment: "q-1").text == "books/dune-1/index.html#q-1")
    #expect(Address.to(page, from: page).text == "index.html")
    #expect(Address.absolute(page, base: "https://example.org/b/").text == "https://example.org/b/books/dune-1/")
    #expect(Address.onHost(page, base: "https://example.org/b/").text == "/b/books/dune-1/")
    #expect(Address.onHost(page, base: "https://example.org:80/").text == "/books/dune-1/")
    // A path that begins with two slashes is not mistaken for a host.
    #expect(Address.onHost(page, base: "https://example.org//evil.org/").text == "/.//evil.org/books/dune-1/")
  }

  @Test(arguments: [
    "..", "a/../b", "/a", "a//b", ".shelf", "a/.git/b", "a\u{0}b", "a\\b", "", "a/b/c/d/e", "a b", "a\u{202E}b",
  ])
  func pathsLeadNowhereElse(_ text: String) {
    #expect(SitePath(reading: Array(text.utf8)[...]) == nil)
  }

  @Test func markdownIsRendered() {
    #expect(
      markdown("A *b* **c** `d`.\n\n# E\n\n- f\n- g\n\n> h\n")
        == "<p>A <em>b</em> <strong>c</strong> <code>d</code>.</p>\n<h3>E</h3>\n<ul>\n<li>f</li>\n<li>g</li></ul>\n<blockquote>\n<p>h</p></blockquote>"
    )
    #expect(
      markdown("[x](https://example.org/?a=1&b=2)")
        == "<p><a href=\"https://example.org/?a=1&amp;b=2\" rel=\"nofollow noopener\">x</a></p>")
  }

  @Test func headingsSkipNoLevel() {
    #expect(
      markdown("# A\n\n###### B\n\n## C\n\n### D\n\n# E\n")
        == "<h3>A</h3><h4>B</h4><h4>C</h4><h5>D</h5>\n<h3>E</h3>")
    #expect(markdown("### A\n\n### B\n") == "<h3>A</h3><h4>B</h4>")
  }

  @Test func markdownRunsNothing() {
    for text in [
      "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
      "![x](https://example.org/y.png)",
      "<https://example.org/\"onclick=alert(1)>", "[x]: javascript:alert(1)\n\n[x]", "a <b onclick='x'>c</b>",
    ] {
      let html = markdown(text)
      #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b "), "\(text): \(html)")
      #expect(!html.contains("href=\"javascript"), "\(text): \(html)")
    }
  }

  @Test func deepNestingStaysFlat() {
    let html = markdown(String(repeating: "> ", count: 3000) + "x")
    #expect(html.components(separatedBy: "<blockquote>").count < 20)
    #expect(html.components(separatedBy: "<blockquote>").count == html.components(separatedBy: "</blockquote>").count)
    let lists = markdown((0..<400).map { String(repeating: "  ", count: $0) + "- x\n" }.joined())
    #expect(lists.components(separatedBy: "<li>").count == lists.components(separatedBy: "</li>").count)
  }

  @Test func plainTextIsCutBetweenWords() {
    #expect(
      Markdown.plainText("A *long* [story](https://example.org) of many words", maximum: 20) == "A long story of…")
    #expect(Markdown.plainText("Short", maximum: 20) == "Short")
  }

  @Test func checksumsAreRead() {
    let sum = PageChecksum(Array("page".utf8))
    #expect(PageChecksum(Array(sum.description.utf8)[...]) == sum)
    #expect(PageChecksum(Array("pagf".utf8)) != sum)
    #expect(PageChecksum([]) != PageChecksum([0]))
  }
}
