import Testing

@testable import ShelfPages

/// The Markdown of quotes.
struct QuoteTextTests {
  private func html(_ text: String) -> String {
    String(decoding: HTML.written { QuoteText(text).write(to: &$0) }, as: UTF8.self)
  }

  @Test(arguments: [
    ("Plain\ntext", "<p>Plain<br>text</p>"),
    ("A *b* **c** `d`", "<p>A <em>b</em> <strong>c</strong> <code>d</code></p>"),
    ("*one\ntwo*\n\nthree", "<p><em>one<br>two</em></p>\n<p>three</p>"),
    ("*one*\n*two*\n", "<p><em>one</em><br><em>two</em></p>"),
    (
      "# Not a *heading* #\n- nor a list\n> nor a quote\n1. nor this",
      "<p># Not a <em>heading</em> #<br>- nor a list<br>&gt; nor a quote<br>1. nor this</p>"
    ),
    ("    four spaces & a *word*", "<p>four spaces &amp; a <em>word</em></p>"),
    ("---\n*a*", "<p>---<br><em>a</em></p>"),
    ("snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"), ("\\*a\\*", "<p>*a*</p>"),
    ("a `b\\\nc\\\nd", "<p>a `b<br>c<br>d</p>"), ("a_\\\\\nb", "<p>a_\\<br>b</p>"),
    ("vector<int> &lt; <b>x</b>", "<p>vector&lt;int&gt; &lt; &lt;b&gt;x&lt;/b&gt;</p>"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("[x](https://example.org)", "<p><a href=\"https://example.org\" rel=\"nofollow noopener\">x</a></p>"),
    ("[x](javascript:alert\\(1\\))", "<p>x</p>"), ("![x](y.png)", "<p>x</p>"), ("C\u{205F}*x*", "<p>C <em>x</em></p>"),
    ("*", "<p>*</p>"), ("", ""), ("\n\n", ""),
  ])
  func onlyMarkdownWithinLines(_ text: String, _ expected: String) {
    #expect(html(text) == expected)
  }

  @Test(arguments: [
    ("A *b*\n**c**\n\nd", "A b\nc\n\nd"), ("plain", "plain"), ("vector<int> `x`", "vector<int> x"), ("", ""),
  ])
  func thePlainText(_ text: String, _ expected: String) {
    #expect(QuoteText(text).plain == expected)
  }

  /// The depth of nesting is limited, and every element is closed.
  @Test func nestingIsBounded() {
    let html = html(String(repeating: "*a **b ", count: 400) + String(repeating: "b** a*", count: 400))
    #expect(html.matches(of: /<em>/).count == html.matches(of: /<\/em>/).count && html.hasSuffix("</p>"))
  }
}
