import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages

/// Parts of pages: the page for unknown addresses, directions, headings, covers, quotes and lists.
struct SitePartsTests {
  private func published(_ manifest: String = "format: 1\nname: Mine\n", _ books: String...) throws -> Published {
    let published = try Published()
    try published.folder.write("shelf.yaml", manifest)
    for (number, book) in books.enumerated() {
      try published.folder.write("books/\(number).yaml", "id: \(Published.id(number + 1))\n\(book)\n")
    }
    return published
  }

  private func links(_ page: String) -> [String] {
    page.matches(of: /(?:href|src|action)="([^"]*)"/).map { String($0.1) }
  }

  // MARK: - The page for unknown addresses

  @Test func unknownAddressesHaveAPageWithoutRelativeLinks() throws {
    let published = try Published.small()
    try published.publish()
    let page = try published.text("404.html")
    #expect(links(page) == ["/"] && !page.contains("<base"))
    let style = try #require(page.firstMatch(of: #/<style>([^<]*)</style>/#)?.1)
    let digest = Base64.text(SHA256.digest(Array(style.utf8)))
    #expect(page.contains("style-src &#39;sha256-\(digest)&#39;"))
  }

  /// If the site has an address, the links on the page for unknown addresses start with the path of that address, so
  /// that they work in every folder.
  @Test func withAnAddressTheLinksOfThatPageStartAtItsPath() throws {
    let published = try Published.small()
    try published.folder.write("shelf.yaml", "format: 1\npublish: {url: 'https://example.org/b/'}\n")
    try published.folder.write("theme/style.css", "p {}")
    try published.publish()
    let links = links(try published.text("404.html"))
    #expect(links.count > 10 && links.allSatisfy { $0.hasPrefix("/b/") || $0.hasPrefix("#") })
    #expect(links.contains("/b/theme.css") && links.contains("/b/books/") && links.contains("/b/"))
  }

  /// The results agree with the examples in FIPS 180-4 and RFC 4648.
  @Test func digests() {
    func digits(_ text: String) -> String {
      SHA256.digest(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(digits("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digits("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      ["", "f", "fo", "foo", "foob", "fooba"].map { Base64.text(Array($0.utf8)) } == [
        "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=",
      ])
  }

  // MARK: - Books

  @Test func aBookFromRightToLeftIsTurned() throws {
    let published = try published(
      "format: 1\n", "title: מלכוד\nstatus: completed\nlanguage: he\nrating: 4", "title: ألف ليلة\nstatus: completed",
      "title: The Arabian Nights\nstatus: completed")
    try published.folder.write(
      "quotes/q.yaml", "id: \(Published.id(11))\nbook: \(Published.id(1))\ntext: שלום\n")
    try published.publish()
    let pages = try published.files().keys.filter { $0.hasPrefix("books/") && $0.split(separator: "/").count == 3 }
    let turned = try pages.filter { try published.text($0).contains("<article class=\"book h-review\" dir=\"rtl\">") }
    #expect(pages.filter { $0.hasSuffix("html") }.count == 3 && turned.count == 2)
    #expect(
      try !published.text("books/the-arabian-nights-00000003/index.html").contains(
        "<article class=\"book h-review\" dir="))
    #expect(try published.text("quotes/index.html").contains("<figure class=\"quote h-cite\" dir=\"rtl\">"))
    #expect(try published.text("books/index.html").contains("aria-hidden=\"true\" dir=\"rtl\"><span class=\"ct\""))
    // The stylesheet uses no physical directions such as left, so that it also works for right-to-left pages.
    let style = try published.text("style.css")
    #expect(!style.contains("border-left") && !style.contains("padding-left") && !style.contains("overflow-x"))
  }

  /// If a typeset cover shows the whole title and author, its caption is only for screen readers.
  @Test func aCaptionIsShownIfTheCoverCutsTheTitle() throws {
    let published = try published(
      "format: 1\n", "title: Dune\nauthor: Frank Herbert\nstatus: completed",
      "title: \(String(repeating: "Donaudampfschifffahrtsgesellschaft ", count: 3))\nstatus: completed")
    try published.publish()
    let page = try published.text("books/index.html")
    #expect(page.matches(of: /<li class="card w">/).count == 1 && page.matches(of: /<li class="card">/).count == 1)
    #expect(page.contains("<span class=\"t\" dir=\"auto\">Dune</span>"))
    #expect(try published.text("search.js").contains(" w\""))
  }

  /// Attributes reserve the space of an image, and the stylesheet sets its width. The height must be `auto`, or the
  /// height in the attribute would distort the image.
  @Test func imagesKeepTheirShape() throws {
    let published = try published(
      "format: 1\n", "title: Tall\nstatus: completed\nseries: S 1\nauthor: A B\ndateCompleted: 2024-01-02",
      "title: Wide\nstatus: inProgress")
    try published.folder.write("covers/tall-00000001.png", TestImage.png(30, 90))
    try published.folder.write("covers/wide-00000002.png", TestImage.png(90, 30))
    try published.publish()
    let pages = try published.files().filter { String(decoding: $0.value, as: UTF8.self).contains("<img ") }
    #expect(pages.count >= 7)
    let rules = try published.text("style.css").matches(of: /([^{}]+)\{([^{}]*)\}/).map { (String($0.1), String($0.2)) }
    func heights(_ isMeant: (Substring) -> Bool) -> [String] {
      rules.filter {
        $0.0.split(separator: ",").contains { isMeant($0.split(whereSeparator: \.isWhitespace).last ?? "") }
      }
      .flatMap { $0.1.split(separator: ";").filter { $0.hasPrefix("height:") }.map(String.init) }
    }
    #expect(heights { $0 == "img" } == ["height:auto"] && heights { $0 == ".cover" } == ["height:auto"])
    #expect(Set(heights { $0.hasPrefix("img.") || $0.hasPrefix(".cover") || $0 == "img" }) == ["height:auto"])
    for (name, bytes) in pages {
      for image in String(decoding: bytes, as: UTF8.self).matches(of: /<img [^>]*>/) {
        #expect(image.0.contains("class=\"cover ") && image.0.contains(#/ width="\d+" height="\d+"/#), "\(name)")
      }
    }
  }

  /// A book without a review, quotes and earlier readings has no empty column.
  @Test func aBookWithoutTextHasOneColumn() throws {
    let published = try published(
      "format: 1\n", "title: One\nauthor: A B\nstatus: completed",
      "title: Two\nauthor: A B\nstatus: completed\nreview: Good",
      "title: Alone\nstatus: completed")
    try published.publish()
    let one = try published.text("books/one-00000001/index.html")
    #expect(
      one.contains("<aside class=\"near\">") && !one.contains("class=\"spread\"") && !one.contains("class=\"text\""))
    let two = try published.text("books/two-00000002/index.html")
    #expect(
      two.contains("<aside class=\"near\">") && two.contains("class=\"spread\"") && two.contains("class=\"text\""))
    #expect(try !published.text("books/alone-00000003/index.html").contains("<aside"))
  }

  // MARK: - Quotes and headings

  @Test func aQuoteIsLinkedByItsPlaceOrItsDay() throws {
    let published = try published("format: 1\n", "title: Dune\nstatus: completed")
    for (number, lines) in ["page: 12", "creationDate: 2024-03-05", ""].enumerated() {
      try published.folder.write(
        "quotes/\(number).yaml",
        "id: \(Published.id(11 + number))\nbook: \(Published.id(1))\ntext: Words \(number)\n\(lines)\n")
    }
    try published.publish()
    let page = try published.text("books/dune-00000001/index.html")
    #expect(page.contains("><bdi>p. 12</bdi></a>") && page.contains("><bdi>5 March 2024</bdi></a>"))
    // When the page is printed, page numbers are not hidden.
    #expect(try published.text("style.css").firstMatch(of: /@media print[^!]*/)?.0.contains(".anchor") == false)
    #expect(!page.contains(">#<") && page.matches(of: /class="u-url anchor"/).count == 2)
  }

  @Test func theFirstPageShowsTheBeginningOfALongQuote() throws {
    let published = try published("format: 1\n", "title: Dune\nstatus: completed")
    try published.folder.write(
      "quotes/q.yaml",
      "id: \(Published.id(11))\nbook: \(Published.id(1))\ntext: \(String(repeating: "fear ", count: 150))\n")
    try published.publish()
    let start = try #require(try published.text("index.html").firstMatch(of: /<p>(fear [^<]*)</)?.1)
    #expect(start.hasSuffix("fear …") && start.count < 325)
    #expect(try !published.text("books/dune-00000001/index.html").contains("…"))
  }

  @Test func headingsReadAsWords() throws {
    let published = try Published.small()
    try published.publish()
    let heading = try #require(try published.text("books/index.html").firstMatch(of: #/<h1>(.*?)</h1>/#)?.1)
    #expect(heading.replacing(/<[^>]*>/, with: "") == "Books, 2")
    let home = try published.text("index.html")
    #expect(home.contains("<h2>2024 in books</h2>") && !home.contains("so far"))
    #expect(try published.text("stats/index.html").contains("<strong>1</strong> quote<"))
  }

  // MARK: - Lists

  @Test func everyHeaderHasASearchBox() throws {
    let published = try Published.small()
    try published.publish()
    for (name, bytes) in try published.files() where name.hasSuffix(".html") && name != "404.html" {
      let page = String(decoding: bytes, as: UTF8.self)
      #expect(page.matches(of: /<form class="find"/).count == 1, "\(name)")
    }
    #expect(try published.text("style.css").contains("@media (scripting:none){.find{display:none}}"))
  }

  @Test func authorsHaveLetters() throws {
    let published = try published(
      "format: 1\nnames: {Gabriel García Márquez: 'García Márquez, Gabriel'}\n",
      "title: A\nauthor: [Gabriel García Márquez, Émile Zola]\nstatus: completed",
      "title: B\nauthor: [Vincent van Gogh, 50 Cent, Stefan Zweig, ~Tilde]\nstatus: completed")
    try published.publish()
    let page = try published.text("authors/index.html")
    let list = page.matches(of: /<h2 id="([^"]*)">([^<]*)<|<bdi>([^<]*)<\/bdi><\/a> <span class="count">/).map {
      match in
      match.2.map { "\($0)" } ?? String(match.3 ?? "")
    }
    #expect(
      list == [
        "#", "50 Cent", "~Tilde", "G", "Gabriel García Márquez", "Vincent van Gogh", "Z", "Émile Zola", "Stefan Zweig",
      ])
    #expect(page.contains("<a href=\"index.html#g\">G</a>"))
  }

  @Test func wantedBooksHaveAPage() throws {
    let books = ["title: Dune\nstatus: wanted", "title: Emma\nstatus: completed"]
    let wished = try published("format: 1\npublish: {statuses: [wanted, completed]}\n", books[0], books[1])
    try wished.publish()
    let page = try wished.text("wishlist/index.html")
    #expect(page.contains("Dune") && !page.contains("Emma") && page.contains("<title>Wish list"))
    #expect(try wished.text("index.html").contains("<a href=\"wishlist/index.html\">Wish list</a>"))
    // The page of a wanted book links to the wish list, and lists of all books mark the book as wanted.
    let book = try wished.text("books/dune-00000001/index.html")
    #expect(book.contains("<p class=\"state\"><a href=\"../../wishlist/index.html\">On the wish list</a></p>"))
    let mark = "<span class=\"n\"><span>wanted</span></span>"
    #expect(try wished.text("books/index.html").components(separatedBy: mark).count == 2 && !page.contains(mark))
    #expect(try wished.text("script.js").contains("\"wanted\""))
    let hidden = try published("format: 1\n", books[0], books[1])
    try hidden.publish()
    #expect(try hidden.files()["wishlist/index.html"] == nil && !hidden.text("index.html").contains("wishlist"))
  }

  @Test func theScriptFindsTitlesFirst() throws {
    let published = try Published.small()
    try published.publish()
    let script = try published.text("script.js")
    #expect(script.contains("rank(a) - rank(b)") && script.firstMatch(of: /\{[a-z]+\}[,;)]/) == nil)
    #expect(script.contains("No book matches this search.") && script.contains("Clear the search"))
  }

  /// A search also finds words that the card of a book does not show.
  @Test func theIndexHasMoreWords() throws {
    let published = try published(
      "format: 1\n",
      "title: Dune\nauthor: Frank Herbert\nstatus: completed\nisbn: 978-0-14-143958-7\npublisher: Chilton\n"
        + "originalTitle: Dune World\ncontributors: [Ann Roe (translator)]", "title: Emma\nstatus: completed")
    try published.publish()
    let index = try published.text("search.js")
    #expect(index.contains("\"\",\"Ann Roe Dune World 9780141439587 Chilton\"]") && index.hasSuffix("\"\"]]});\n"))
  }

  @Test func theGoalIsBesideTheBooks() throws {
    let published = try Published.small()
    try published.publish()
    for page in ["index.html", "years/2024/index.html"] {
      let text = try published.text(page).replacing(/<[^>]*>/, with: "")
      #expect(text.contains("1 book of 12 in the reading goal"), "\(page)")
    }
  }

  /// In charts, books with the same title link to different pages.
  @Test func chartsOfBooksLeadToThem() throws {
    let again = "status: completed\ndateCompleted: 2024-01-02\nreadings: [2020-01-02/2020-01-03]"
    let published = try published("format: 1\n", "title: Emma\n\(again)\nlanguage: en", "title: Emma\n\(again)")
    try published.folder.write("quotes/q.yaml", "id: \(Published.id(11))\nbook: \(Published.id(2))\ntext: A\n")
    try published.publish()
    let page = try published.text("stats/index.html")
    let links = page.matches(of: /href="\.\.\/books\/(emma-[^\/]*)\/index\.html"/).map { String($0.1) }
    #expect(Set(links.prefix(2)) == ["emma-00000001", "emma-00000002"] && links.last == "emma-00000002")
    #expect(page.contains("<bdi dir=\"auto\" lang=\"en\">Emma</bdi>"))
  }

  // MARK: - Empty elements

  @Test(arguments: ["", "all", "hidden"]) func noElementIsEmpty(_ kind: String) throws {
    let published = try kind.isEmpty ? self.published("format: 1\n") : Published.small()
    let statuses = ["wanted", "onShelf", "inProgress", "paused", "completed", "abandoned", "none"]
    if !kind.isEmpty {
      let hidden = kind == "hidden" ? "hide: [status, page, creationDate, rating, genres], " : ""
      try published.folder.write(
        "shelf.yaml", "format: 1\npublish: {\(hidden)statuses: [\(statuses.dropLast().joined(separator: ", "))]}\n")
      for (number, status) in statuses.enumerated() {
        let line = status == "none" ? "dateCompleted: 2024" : "status: \(status)"
        try published.folder.write(
          "books/\(number).yaml", "id: \(Published.id(50 + number))\ntitle: T\(number)\n\(line)\n")
        try published.folder.write(
          "quotes/\(number).yaml", "id: \(Published.id(80 + number))\nbook: \(Published.id(50 + number))\ntext: A\n")
      }
    }
    try published.publish()
    for (name, bytes) in try published.files() where name.hasSuffix(".html") {
      let empty = String(decoding: bytes, as: UTF8.self).matches(
        of:
          /<(p|ul|ol|dl|dd|dt|li|h[1-6]|div|section|aside|article|header|nav|figure|figcaption|blockquote|table|tr|td|th|a|bdi)( [^>]*)?>\s*<\/\1>/
      )
      #expect(empty.map { String($0.0) } == [], "\(name)")
    }
  }
}
