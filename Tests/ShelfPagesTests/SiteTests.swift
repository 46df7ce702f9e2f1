import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages
@testable import ShelfStore
@testable import ShelfText

/// The contents of a site's files, and what they must not contain.
struct SiteTests {
  /// Every private value in a random library contains a secret word. No file of the site contains one.
  @Test(arguments: 0..<(SeededGenerator.isFull ? 200 : 20))
  func secretsAreInNoByte(_ number: Int) throws {
    let seed = SeededGenerator.seedOfRun &+ UInt64(number)
    let canary = CanaryLibrary(seed: seed)
    let published = try Published(canary.files)
    try published.publish()
    let files = try published.files()
    let all = files.sorted { $0.key < $1.key }
      .map { $0.key.removingPercentEncoding! + "\n" + String(decoding: $0.value, as: UTF8.self) }.joined()
    for secret in canary.secrets {
      let isFound = all.containsBytes(secret)
      #expect(!isFound, "seed \(seed): \(secret) is published")
    }
    for word in canary.shown {
      let isFound = all.containsBytes(word)
      #expect(isFound, "seed \(seed): \(word) is missing")
    }
    try expectNoBrokenLinks(files)
    // Every page in a folder is recognized by its path.
    for path in files.keys where path.contains("/") {
      #expect(SitePath(reading: Array(path.utf8)[...])?.mayBePage == true, "\(path)")
    }
  }

  /// Checks that every link, image, stylesheet and script is a file of the site, and that every fragment exists on
  /// its page.
  private func expectNoBrokenLinks(_ files: [String: [UInt8]]) throws {
    var ids: [String: Set<String>] = [:]
    for (name, bytes) in files where name.hasSuffix(".html") {
      let found = String(decoding: bytes, as: UTF8.self).matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
      ids[name] = Set(found)
      #expect(found.count == ids[name]?.count, "\(name) has an id twice")
    }
    var count = 0
    for (name, bytes) in files where name.hasSuffix(".html") {
      let folder = name.split(separator: "/").dropLast().map(String.init)
      for match in String(decoding: bytes, as: UTF8.self).matches(of: /(?:href|src|action)="([^"]*)"/) {
        let link = String(match.1).replacing("&amp;", with: "&")
        // The page for unknown addresses can be shown in any folder, so its links start at the root of the host.
        if name == "404.html" && link.hasPrefix("/") {
          let target = link.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
          #expect(link == "/" || files[target + (target.isEmpty || target.hasSuffix("/") ? "index.html" : "")] != nil)
          continue
        }
        if link.hasPrefix("https://") || link.hasPrefix("http://") || link.hasPrefix("mailto:") { continue }
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        var path = parts[0].isEmpty ? name.split(separator: "/").map(String.init) : folder
        for step in parts[0].split(separator: "/") {
          if step == ".." { path.removeLast() } else { path.append(step.removingPercentEncoding ?? "?") }
        }
        let target = path.joined(separator: "/")
        #expect(files[target] != nil, "\(name) leads to \(link)")
        if parts.count == 2 {
          #expect(ids[target]?.contains(parts[1].removingPercentEncoding ?? "?") ?? false, "\(name) leads to \(link)")
        }
      }
    }
    #expect(count > 20)
  }

  @Test func linksLeadSomewhere() throws {
    let published = try Published.small()
    try published.publish()
    try expectNoBrokenLinks(try published.files())
  }

  @Test func theSampleLibraryIsPublished() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "sample-library")
    let published = try Published()
    try FileManager.default.removeItem(atPath: published.folder.path)
    try FileManager.default.copyItem(atPath: root.path, toPath: published.folder.path)
    try published.publish()
    let files = try published.files()
    try expectNoBrokenLinks(files)
    for (name, bytes) in files where name.hasSuffix(".html") { #expect(bytes.count < 60_000, "\(name)") }
    #expect((files["script.js"]?.count ?? .max) <= 8192)
  }

  /// A year with very many books is split, so that each of its pages loads quickly.
  @Test func fullYearsAreDivided() throws {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nname: Mine\n")
    for number in 1...450 {
      let day = 1 + number % 28
      try published.folder.write(
        "books/\(number).yaml",
        """
        id: \(Published.id(number))
        title: The Silent Lighthouse of Number \(number)
        author: [Miriam Lindqvist, Tomasz Okafor]
        status: completed
        rating: \(1 + number % 5)
        pages: \(100 + number)
        year: 19\(10 + number % 80)
        language: en
        dateCompleted: 2024-\(number % 12 < 9 ? "0" : "")\(1 + number % 12)-\(day < 10 ? "0" : "")\(day)

        """)
    }
    try published.publish()
    let files = try published.files()
    for (name, bytes) in files where name.hasSuffix(".html") { #expect(bytes.count < 60_000, "\(name)") }
    #expect(files["years/2024/page-8/index.html"] != nil)
    try expectNoBrokenLinks(files)
  }

  /// A site that is published over another site is the same as if it were published from scratch.
  @Test(arguments: 0..<(SeededGenerator.isFull ? 100 : 5)) func aChangeLeavesWhatAFirstRunMakes(_ number: Int) throws {
    let seed = SeededGenerator.seedOfRun &+ UInt64(number)
    let (before, after) = (CanaryLibrary(seed: seed), CanaryLibrary(seed: seed &+ 1))
    let (published, fresh) = (try Published(before.files), try Published(after.files))
    try published.publish()
    for file in before.files { try FileManager.default.removeItem(atPath: published.folder.path + "/" + file.path) }
    for file in after.files { try published.folder.write(file.path, file.bytes) }
    let outcome = try published.publish()
    try fresh.publish()
    #expect(outcome.kept.isEmpty && outcome.keptThoughGone.isEmpty)
    let isSame = try published.files() == fresh.files()
    #expect(isSame, "seed \(seed)")
  }

  @Test func aBookHasItsPage() throws {
    let published = try Published.small()
    try published.publish()
    let page = try published.text("books/dune-00000001/index.html")
    for part in [
      "<h1 class=\"p-name\" dir=\"auto\" lang=\"en\">Dune</h1>", "4¼ of 5 stars", "A <em>good</em> book",
      "rel=\"nofollow noopener\"", "id=\"q-0000000b\"", "2 March – 11 April 2024", "authors/frank-herbert-",
      "<dt>Illustrator</dt><dd><bdi>John Schoenherr</bdi></dd>", "<dt>Contributor</dt><dd><bdi>Bo Poe</bdi></dd>",
      "\"illustrator\":[{\"@type\":\"Person\",\"name\":\"John Schoenherr\"}]", "\"contributor\":[{",
      "\"@type\":\"Quotation\"", "default-src &#39;none&#39;", "2 January – 3 February 2019",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(try published.text("index.html").contains("Reading now"))
    #expect(try published.text("years/2024/index.html").contains("612"))
    #expect(try published.text("feed.xml").contains("<published>2024-04-11T00:00:00Z</published>"))
    #expect(try published.text("robots.txt") == "User-agent: *\nAllow: /\n")
  }

  /// Each reading has a unique id, even if its date is imprecise. The id does not change when other readings are added.
  @Test func theIdsOfReadings() throws {
    func ids(_ precision: String, _ fields: String) throws -> [String] {
      let published = try Published()
      try published.folder.write(
        "shelf.yaml", "format: 1\npublish: {dates: \(precision), url: 'https://example.org/'}\n")
      try published.folder.write(
        "books/a.yaml", "id: \(Published.id(1))\ntitle: A\nauthor: B C\nstatus: completed\n" + fields)
      try published.publish()
      let atom = try published.text("feed.xml").matches(of: /<id>([^<]*)/).dropFirst().map { String($0.1) }
      let json = try published.text("feed.json").matches(of: /"id": "([^"]*)"/).map { String($0.1) }
      #expect(atom == json)
      return atom
    }
    let one = try ids("year", "dateCompleted: 2025-03-02\n")
    let two = try ids("year", "dateCompleted: 2025-06-24\nreadings: 2025-03-01/2025-03-02\n")
    let three = try ids("year", "dateCompleted: 2025-09-01\nreadings: [2025-03-01/2025-03-02, 2025-06-01/2025-06-24]\n")
    #expect(Set(three).count == 3 && Array(two.suffix(1)) == one && Array(three.suffix(2)) == two)
    #expect(
      try Set(ids("day", "dateCompleted: 2025\nreadings: [2024/2025, 2025-03/2025-03, 2025-03-02/2025-03-02]\n")).count
        == 4)
    #expect(try Set(ids("month", "dateCompleted: 2025-03-09\nreadings: 2025-03-01/2025-03-02\n")).count == 2)
    // The id of a reading is the same as if the book had no other readings.
    let day =
      "urn:uuid:\(RecordID.derived(from: "\(Published.id(1))/2025-03-02", in: RecordID(high: 0x5B7C_19D4_8E0A_4F63, low: 0x9C21_6D0F_3A85_E742)))"
    #expect(try ids("day", "dateCompleted: 2025-06-24\nreadings: 2025-03-01/2025-03-02\n").last == day)
  }

  @Test func anAddressIsSaidWhereItIsKnown() throws {
    let published = try Published.small()
    try published.folder.write("shelf.yaml", "format: 1\npublish: {url: 'https://example.org/b'}\n")
    try published.publish()
    #expect(
      try published.text("sitemap.xml").contains("<loc>https://example.org/b/books/dune-00000001/</loc>"))
    #expect(
      try published.text("books/dune-00000001/index.html").contains(
        "rel=\"canonical\" href=\"https://example.org/b/books/dune-00000001/\""))
    try published.folder.write("shelf.yaml", "format: 1\npublish: {url: 'https://example.org/b', robots: none}\n")
    try published.publish()
    #expect(try published.files()["sitemap.xml"] == nil)
    // A crawler has to fetch a page to see that the page should not be indexed.
    #expect(try published.text("robots.txt") == "User-agent: *\nAllow: /\n")
    for (name, bytes) in try published.files() where name.hasSuffix(".html") {
      let page = String(decoding: bytes, as: UTF8.self)
      #expect(page.matches(of: /<meta name="robots" content="noindex">/).count == 1, "\(name)")
    }
  }

  @Test func theSameLibraryIsTheSameBytes() throws {
    let (first, second) = (try Published.small(), try Published.small())
    try first.publish()
    try second.publish()
    #expect(try first.files() == second.files())
  }

  @Test func anEmptyLibraryHasASite() throws {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\n")
    try published.publish()
    #expect(try published.text("index.html").contains("no books here yet"))
    #expect(try published.text("books/index.html").contains("<h1>"))
  }

  @Test func manyBooksAreSeveralPages() throws {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\n")
    for number in 1...230 {
      try published.folder.write(
        "books/\(number).yaml", "id: \(Published.id(number))\ntitle: Book \(number)\nstatus: completed\n")
      try published.folder.write(
        "quotes/\(number).yaml",
        "id: \(Published.id(1000 + number))\nbook: \(Published.id(number))\ntext: Words \(number)\n")
    }
    try published.publish()
    let files = try published.files()
    #expect(files["books/page-3/index.html"] != nil && files["books/page-4/index.html"] == nil)
    #expect(files["quotes/page-3/index.html"] != nil)
    try expectNoBrokenLinks(files)
  }

  /// Hostile text remains text in pages, data and feeds.
  @Test func hostileTextsRunNothing() throws {
    let nasty = [
      "<script>alert(1)</script>", "\" onload=\"alert(1)", "</script><script>alert(1)</script>", "]]>", "{{{",
      "../../x",
      "con", "javascript:alert(1)", "\u{202E}evil", "<!--", "&lt;", "'", String(repeating: "x", count: 5000),
      "`${alert(1)}`",
    ]
    let published = try Published()
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    try published.folder.write(
      "shelf.yaml",
      "format: 1\nname: \(quoted(nasty[0]))\npublish: {about: \(quoted(nasty[2])), url: 'https://example.org/b/'}\n")
    for (number, text) in nasty.enumerated() {
      let value = quoted(text)
      try published.folder.write("genres/\(number).yaml", "id: \(Published.id(100 + number))\nname: \(value)\n")
      let texts = ["title", "author", "contributors", "series", "isbn", "publisher", "language", "synopsis", "review"]
      try published.folder.write(
        "books/\(number).yaml",
        "id: \(Published.id(1 + number))\nstatus: completed\ndateCompleted: 2024-01-02\ngenres: [\(Published.id(100 + number))]\n"
          + texts.map { "\($0): \(value)\n" }.joined())
      try published.folder.write(
        "quotes/\(number).yaml",
        "id: \(Published.id(200 + number))\nbook: \(Published.id(1 + number))\ntext: \(value)\npage: \(value)\nchapter: \(value)\n"
      )
    }
    try published.publish()
    let files = try published.files()
    try expectNoBrokenLinks(files)
    for (name, bytes) in files where name.hasSuffix(".html") {
      let text = String(decoding: bytes, as: UTF8.self)
      // The only scripts are the site's own and structured data.
      #expect(
        text.matches(of: /<script/).count
          == text.matches(of: /<script (?:src="[^"]*script\.js" defer|type="application\/ld\+json")>/).count, "\(name)")
      #expect(text.matches(of: /<script/).count == text.matches(of: /<\/script>/).count, "\(name)")
      #expect(!text.contains("\u{202E}") && !text.contains("<!--"), "\(name)")
      #expect(text.matches(of: #/ on[a-z]+="/#).isEmpty, "\(name)")
      #expect(text.matches(of: /href="javascript:/).isEmpty, "\(name)")
    }
    for name in ["feed.json", "library.json"] {
      #expect((try? JSONSerialization.jsonObject(with: Data(files[name] ?? []))) != nil, "\(name)")
    }
  }
}
