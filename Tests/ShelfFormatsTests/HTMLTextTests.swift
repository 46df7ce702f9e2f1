import ShelfTestSupport
import Testing

@testable import ShelfFormats

/// Tests the conversion of HTML tags, including unclosed ones, to plain text.
@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("unclosed <i>italic and <b>bold", "unclosed italic and bold"), ("stray </i> close", "stray  close"),
    ("<i></i>empty <b> </b>too", "empty  too"), ("<i>a</i> <b>b</b>", "*a* **b**"),
    ("<i><b>both</b></i>", "***both***"),
    ("<b><i>crossed</b></i>", "***crossed***"), ("a <i>b <b>c</i> d", "a *b c* d"),
    ("<img src=\"https://x/y.gif\" alt=\"GIF\">", "GIF (https://x/y.gif)"),
    ("<img src='https://x/y.gif'/>", "https://x/y.gif"),
    ("a<img alt='b' src='data:image/png;base64,xx'>c", "abc"), ("a <img> b", "a  b"),
    ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
    ("<ul><li>a<ol><li>x</li></ol></li><li>b</li></ul>", "- a\n\n1. x\n\n- b"),
    ("<table><tr><th>1</th><th>2</th></tr><tr><td>3</td> <td>4</td></tr></table>", "1 | 2\n\n3  | 4"),
    ("<blockquote>quote<br>me</blockquote>after", "> quote\n> me\n\nafter"),
    ("a<blockquote><p>b <i>c</p><blockquote>d</blockquote></blockquote>e", "a\n\n> b c\n>\n> > d\n\ne"),
    ("<blockquote>open", "open"), ("<blockquote></blockquote>x", "x"), ("</blockquote>x", "x"),
    ("<a href='https://x'>here</a> and <a href='https://x'>https://x</a>", "here (https://x) and https://x"),
    ("<a href='https://x'>open", "open"), ("</a>x", "x"), ("<a href='https://x'><i>i</i></a>", "*i* (https://x)"),
    ("<i>a <a href='*y'>b", "a b"),
  ])
  func tags(_ html: String, _ text: String) { #expect(HTMLText.plain(html) == text, "\(html)") }

  /// No combination of missing and extra end tags loses or reorders words.
  @Test func anyTags() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let tags = ["i", "b", "em", "blockquote", "a href='x'", "p", "ol", "ul", "li", "td", "tr", "img alt='w'", "br"]
    for _ in 0..<2000 {
      var html = ""
      for number in 0..<Int.random(in: 1...24, using: &random) {
        let tag = tags.randomElement(using: &random) ?? "i"
        let name = tag.split(separator: " ")[0]
        html += ["<\(tag)>", "</\(name)>", "w\(number) ", " "].randomElement(using: &random) ?? ""
      }
      let words = { (text: String) in text.matches(of: /w\d+/).map { String($0.0) } }
      #expect(words(HTMLText.plain(html)) == words(html), "\(html)")
    }
  }
}
