import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfPages

/// Tests the feeds, and the data in pages that other programs read.
struct FeedTests {
  private func published(_ settings: String = "", _ book: String) throws -> Published {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nname: \"Mine & *all*\"\n\(settings)")
    try published.folder.write("books/b.yaml", "id: \(Published.id(1))\ntitle: Dune\nstatus: completed\n\(book)")
    return published
  }

  private func quote(_ number: Int, _ lines: String, of book: Int = 1, in published: Published) throws {
    try published.folder.write(
      "quotes/\(number).yaml", "id: \(Published.id(10 + number))\nbook: \(Published.id(book))\n\(lines)\n")
  }

  private static let address = "publish: {url: 'https://example.org/b/'}\n"

  /// JSON Feed does not support relative addresses.
  @Test func aJSONFeedNeedsAnAddress() throws {
    let without = try published("", "dateCompleted: 2024-01-02\n")
    try without.publish()
    let files = try without.files()
    #expect(files["feed.json"] == nil && files["feed.xml"] != nil)
    for (name, bytes) in files { #expect(!String(decoding: bytes, as: UTF8.self).contains("feed.json"), "\(name)") }
    #expect(try without.text("index.html").contains("Follow by <a href=\"feed.xml\">Atom</a>. Everything"))
    let with = try published(Self.address, "dateCompleted: 2024-01-02\n")
    try with.publish()
    #expect(try with.text("feed.json").contains("\"url\": \"https://example.org/b/books/dune-00000001/\""))
    #expect(try with.text("index.html").contains("feed.json"))
  }

  /// A quote without a date gets the date of its book as the date of its entry, but no publication date.
  @Test func anUndatedQuoteHasTheDateOfItsBook() throws {
    let published = try published("", "dateCompleted: 2024-01-02\n")
    try published.folder.write("books/c.yaml", "id: \(Published.id(2))\ntitle: Emma\nstatus: completed\n")
    try quote(1, "text: Undated", in: published)
    try quote(2, "text: Dated\ncreationDate: 2024-02-03", in: published)
    try quote(3, "text: Nothing known", of: 2, in: published)
    try published.publish()
    let feed = try published.text("quotes.xml")
    #expect(feed.matches(of: /<entry>/).count == 2 && !feed.contains("1970") && !feed.contains("Nothing known"))
    #expect(feed.matches(of: /<updated>2024-01-02T/).count == 1 && !feed.contains("<published>2024-01-02"))
    #expect(feed.matches(of: /<published>/).count == 1 && feed.contains("<published>2024-02-03T00:00:00Z"))
    let page = try published.text("quotes/index.html")
    #expect(page.contains("<h2 class=\"day\">Undated</h2>") && page.contains("Nothing known"))
  }

  /// If no quote has a date, the site has no feed of quotes and no link to one.
  @Test func aFeedWithoutDatesIsOmitted() throws {
    let published = try published("", "")
    try quote(1, "text: Undated", in: published)
    try published.publish()
    #expect(try published.files()["quotes.xml"] == nil && !published.text("index.html").contains("quotes.xml"))
  }

  @Test func quotesInFeedsHaveTheirMarkup() throws {
    let published = try published("", "dateCompleted: 2024-01-02\n")
    try quote(1, "text: A **bold** word", in: published)
    try published.publish()
    let html = "A &lt;strong&gt;bold&lt;/strong&gt; word"
    #expect(try published.text("quotes.xml").contains(html))
    #expect(try published.text("quotes/index.html").contains("<p>A <strong>bold</strong> word</p>"))
    #expect(try published.text("books/dune-00000001/index.html").contains("\"text\":\"A bold word\""))
  }

  // MARK: - Structured data

  /// Returns the structured data on the book's page.
  private func graph(_ published: Published) throws -> [[String: Any]] {
    let page = try published.text("books/dune-00000001/index.html")
    let json = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)?.1)
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(object?["@graph"] as? [[String: Any]])
  }

  @Test(arguments: [("", "cover.jpg"), (address, "https://example.org/b/books/dune-00000001/cover.jpg")])
  func aReviewHasAnAuthorAndABookItsCover(_ settings: String, _ image: String) throws {
    let published = try published(settings, "rating: 4\nreview: |\n  A *good*\n  [book](https://example.org).\n")
    try published.folder.write("covers/dune-00000001.png", TestImage.png(30, 45))
    try published.publish()
    let graph = try graph(published)
    #expect(graph[0]["image"] as? String == image)
    #expect((graph[1]["author"] as? [String: String])?["name"] == "Mine & *all*")
    #expect(graph[1]["reviewBody"] as? String == "A good book.")
  }

  @Test func aBookWithoutACoverHasNoImage() throws {
    let published = try published("", "rating: 4\n")
    try published.publish()
    #expect(try graph(published)[0]["image"] == nil)
  }
}
