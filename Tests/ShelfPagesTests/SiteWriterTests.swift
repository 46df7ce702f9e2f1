import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages
@testable import ShelfStore
@testable import ShelfSystem

/// The folder of a site: the files that are written, removed and kept.
struct SiteWriterTests {
  private let published: Published

  init() throws { published = try Published.small() }

  private func refuses(_ path: String) -> Bool {
    do {
      _ = try SitePlace(path, library: published.folder.path, fileSystem: DiskFileSystem())
      return false
    } catch {
      return error is SitePlace.Refusal
    }
  }

  @Test func onlyWhatChangedIsWritten() throws {
    let first = try published.publish()
    #expect(first.made > 20 && first.same == 0)
    let again = try published.publish()
    #expect(again.same == first.made && again.made + again.changed + again.removed == 0)
    try published.folder.write("theme/style.css", "body { color: red }\n")
    let themed = try published.publish()
    #expect(themed.made == 1 && themed.changed > 10)
    #expect(try published.text("theme.css") == "body { color: red }\n")
    #expect(try published.text("index.html").contains("theme.css"))
  }

  @Test func whatIsNotPublicAnyMoreGoes() throws {
    try published.publish()
    try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: Dune Messiah\npublic: false\n")
    let outcome = try published.publish()
    #expect(outcome.removed == 1)
    let all = try published.files().map { $0.key + String(decoding: $0.value, as: UTF8.self) }.joined()
    let isFound = all.contains("Messiah") || all.contains("messiah") || all.contains("00000002")
    #expect(!isFound)
    #expect(!FileManager.default.fileExists(atPath: published.site.path + "/books/dune-messiah-00000002"))
  }

  @Test func oldAddressesLeadOn() throws {
    try published.publish()
    let path = "books/messiah.yaml"
    let text = String(decoding: try published.folder.read(path), as: UTF8.self)
    try published.folder.write(path, text.replacing("title: Dune Messiah", with: "title: Children"))
    try published.publish()
    #expect(
      try published.text("books/dune-messiah-00000002/index.html").contains("0; url=../children-00000002/index.html"))
    // A redirect has the same content security policy as all other pages.
    func policy(_ page: String) throws -> Substring? {
      try published.text(page).firstMatch(of: #/<meta http-equiv="Content-Security-Policy" content="[^"]+">/#)?.0
    }
    #expect(try policy("books/dune-messiah-00000002/index.html") == policy("index.html"))
    #expect(try policy("index.html") != nil)
    try published.folder.write(path, text.replacing("title: Dune Messiah", with: "title: Third"))
    try published.publish()
    #expect(try published.text("books/dune-messiah-00000002/index.html").contains("third-00000002"))
    #expect(try published.text("books/children-00000002/index.html").contains("third-00000002"))
    // Redirects disappear when the book is no longer public.
    try published.folder.write(path, text + "public: false\n")
    try published.publish()
    #expect(try published.files().keys.filter { $0.contains("00000002") }.isEmpty)
    #expect(!(try published.text(".shelf-pages").contains("00000002")))
  }

  @Test func oldAddressesOfGenresLeadOn() throws {
    try published.publish()
    let text = String(decoding: try published.folder.read("genres/g.yaml"), as: UTF8.self)
    for name in ["Fantasy", "Horror"] {
      try published.folder.write("genres/g.yaml", text.replacing("Science Fiction", with: name))
      try published.publish()
    }
    for old in ["science-fiction", "fantasy"] {
      #expect(try published.text("genres/\(old)-0000001e/index.html").contains("0; url=../horror-0000001e/index.html"))
    }
    // A manipulated list of pages cannot redirect a path outside the record's folder.
    let list = try published.text(".shelf-pages")
    try published.site.write(".shelf-pages", list + "\(Published.id(30)) books/x-0000001e/index.html\n")
    try published.publish()
    #expect(try published.files()["books/x-0000001e/index.html"] == nil)
  }

  /// Edits the names of an author and a series in the files, so that only the output folder contains the old names.
  @Test func oldAddressesOfAuthorsAndSeriesLeadOn() throws {
    func rename(_ pairs: [(String, String)]) throws {
      for path in ["books/dune.yaml", "books/messiah.yaml"] {
        var text = String(decoding: try published.folder.read(path), as: UTF8.self)
        for (old, new) in pairs { text = text.replacing(old, with: new) }
        try published.folder.write(path, text)
      }
      try published.publish()
    }
    func paths(_ name: String) throws -> [String] {
      try published.files().keys.filter { $0.hasPrefix("authors/\(name)-") || $0.hasPrefix("series/\(name)-") }
    }
    func target(_ name: String) throws -> Substring? {
      let pages = try paths(name)
      return pages.count == 1 ? try published.text(pages[0]).firstMatch(of: #/0; url=\.\./([a-z-]+)-/#)?.1 : nil
    }
    try published.publish()
    try rename([("Frank Herbert", "F. Herbert"), ("series: Dune", "series: Arrakis")])
    #expect(try target("frank-herbert") == "f-herbert")
    #expect(try target("dune") == "arrakis")
    let before = try published.files()
    #expect(try published.publish().same == before.count - 1)
    try rename([("F. Herbert", "Franklin Herbert")])
    #expect(try target("frank-herbert") == "franklin-herbert")
    #expect(try target("f-herbert") == "franklin-herbert")
    #expect(try target("dune") == "arrakis")
    // The original name is used again, so its page is no longer a redirect. The page of the second name redirects to
    // it.
    try rename([("Franklin Herbert", "Frank Herbert")])
    #expect(try target("frank-herbert") == nil)
    #expect(try target("f-herbert") == "frank-herbert")
    // If two names replace one, it is unknown which of them is the new name.
    try rename([("Frank Herbert, Someone Else", "One, Two"), ("author: Frank Herbert", "author: [One, Two]")])
    #expect(try paths("frank-herbert").isEmpty && paths("someone-else").isEmpty && paths("f-herbert").isEmpty)
    // Redirects disappear with the last public book.
    try rename([("status: completed", "public: false"), ("status: inProgress", "public: false")])
    #expect(try paths("dune").isEmpty && paths("arrakis").isEmpty)
    #expect(try published.text(".shelf-pages").contains("series/") == false)
  }

  /// If one book gets a different author and the old author still has other books, the old author's page is not
  /// redirected.
  @Test func anAuthorWithOtherBooksIsNotRenamed() throws {
    try published.publish()
    let text = String(decoding: try published.folder.read("books/messiah.yaml"), as: UTF8.self)
    try published.folder.write("books/messiah.yaml", text.replacing("Frank Herbert", with: "Brian Herbert"))
    try published.publish()
    let pages = try published.files().filter { $0.key.hasPrefix("authors/") }
    #expect(pages.count == 4)
    #expect(!pages.values.contains { String(decoding: $0, as: UTF8.self).contains("refresh") })
  }

  /// Nothing is written or removed behind the link, whether or not the page there is unchanged.
  @Test func aFolderThatBecameALink() throws {
    try published.publish()
    let manager = FileManager.default
    let elsewhere = try TemporaryFolder()
    let name = "books/dune-messiah-00000002"
    try manager.moveItem(atPath: published.site.path + "/" + name, toPath: elsewhere.path + "/there")
    try manager.createSymbolicLink(
      atPath: published.site.path + "/" + name, withDestinationPath: elsewhere.path + "/there")
    let page = try elsewhere.read("there/index.html")
    #expect(try published.publish().changed == 0)
    let path = "books/messiah.yaml"
    let text = String(decoding: try published.folder.read(path), as: UTF8.self)
    try published.folder.write(path, text + "pages: 331\n")
    #expect(try published.publish().kept == [name + "/index.html"])
    try published.folder.write(path, text + "public: false\n")
    let outcome = try published.publish()
    #expect(outcome.removed == 0)
    #expect(try elsewhere.read("there/index.html") == page)
    #expect(manager.fileExists(atPath: published.site.path + "/" + name))
  }

  @Test func theLibraryAndWhatIsNotOursAreRefused() throws {
    let root = published.folder.path
    for path in [
      root, root + "/", "/", (root as NSString).deletingLastPathComponent, root + "/books", root + "/books/site",
      root + "/.shelf", root + "/.git/site", root + "/covers", root + "/theme", root + "/shelf.yaml",
      root + "/site/../books",
    ] { #expect(refuses(path), "\(path)") }
    #expect(!refuses(root + "/site") && !refuses(published.site.path + "/new/site"))
    try published.site.write("mine.txt", "mine")
    #expect(refuses(published.site.path))
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: "/tmp")
    #expect(refuses(root + "/link") && refuses(root + "/link/x"))
  }

  @Test func filesOfOthersStay() throws {
    try published.publish()
    try published.site.write("CNAME", "example.org")
    try published.site.write("books/mine.html", "mine")
    try published.site.write("icon.svg", "my own")
    let outcome = try published.publish()
    #expect(outcome.kept == ["icon.svg"])
    #expect(try published.text("icon.svg") == "my own")
    #expect(try published.text("CNAME") == "example.org")
    #expect(try published.text("books/mine.html") == "mine")
    // A page that should be removed but was edited is reported and kept.
    try published.site.write("books/dune-messiah-00000002/index.html", "changed")
    try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: X\npublic: false\n")
    #expect(try published.publish().keptThoughGone == ["books/dune-messiah-00000002/index.html"])
  }

  /// An edited page is reported in every run until it is gone.
  @Test(arguments: ["library.json", "books/dune-messiah-00000002/index.html", "index.html", "feed.xml"])
  func aChangedPageIsNamedUntilItIsGone(_ page: String) throws {
    try published.publish()
    try published.site.write(page, try published.text(page) + "\n")
    #expect(try published.publish().kept == [page])
    try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: X\npublic: false\n")
    for _ in 1...2 {
      let outcome = try published.publish()
      #expect(outcome.kept + outcome.keptThoughGone == [page])
    }
    try FileManager.default.removeItem(atPath: published.site.path + "/" + page)
    let outcome = try published.publish()
    #expect(outcome.kept + outcome.keptThoughGone == [])
    let all = try published.files().map { String(decoding: $0.value, as: UTF8.self) }.joined()
    #expect(!all.contains("Messiah"))
  }

  /// If the list has lost private pages, or git has restored them, they are reported until they are gone.
  @Test(arguments: [true, false]) func pagesThatTheListHasLostAreNamed(_ isListDamaged: Bool) throws {
    try published.folder.write(
      "books/messiah.yaml",
      try published.folder.read("books/messiah.yaml") + Array("genres: [\(Published.id(31))]\n".utf8))
    try published.folder.write("genres/h.yaml", "id: \(Published.id(31))\nname: Horror\n")
    try published.publish()
    let before = try published.files()
    if isListDamaged {
      let lines = try published.text(".shelf-pages").split(separator: "\n")
      let kept = lines.filter { !$0.contains("messiah") && !$0.contains("horror") }
      try published.site.write(".shelf-pages", kept.joined(separator: "\n") + "\n")
    }
    try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: X\npublic: false\n")
    var outcome = try published.publish()
    let gone = before.keys.filter { $0.contains("messiah") || $0.contains("horror") }.sorted()
    #expect(gone == ["books/dune-messiah-00000002/index.html", "genres/horror-0000001f/index.html"])
    if !isListDamaged {
      #expect(outcome.keptThoughGone == [] && outcome.removed == gone.count)
      for path in gone { try published.site.write(path, try #require(before[path])) }
    }
    for _ in 1...2 {
      outcome = try published.publish()
      #expect(outcome.kept == [] && outcome.keptThoughGone == gone)
    }
    for path in gone { try FileManager.default.removeItem(atPath: published.site.path + "/" + path) }
    #expect(try published.publish().keptThoughGone == [])
  }

  /// Files that are not on the list are reported if they have the path and the markup of a page. Other files are the
  /// user's own.
  @Test(arguments: [
    ("books/x-0123abcd/cover.jpg", true), ("books/0123abcd/index.html", true), ("authors/é-0123abcd/index.html", true),
    ("series/x-\(Published.id(7))/page-2/index.html", true), ("quotes/page-12/index.html", true),
    ("years/1999/index.html", true), ("years/1999/page-3/index.html", true), ("wishlist/index.html", true),
    ("search-2.js", true), ("feed.json", true), ("sitemap.xml", true),
    ("books/x-0123abcd/notes.html", false), ("books/mine/index.html", false), ("authors/x-0123abcd/cover.jpg", false),
    ("years/best/index.html", false), ("about/x-0123abcd/index.html", false), ("about/index.html", false),
    ("CNAME", false), ("theme.css", false), ("search.html", false), ("books/x-0123abcd/a/b/index.html", false),
  ])
  func filesWithThePathOfAPageAreNamed(_ path: String, _ isNamed: Bool) throws {
    try published.publish()
    let page =
      switch path {
      case "search-2.js": "shelf(1,{\"books\":[]});\n"
      case "feed.json": "{\n  \"items\": [\n    {\n      \"id\": \"urn:uuid:\(Published.id(7))\"\n    }\n  ]\n}\n"
      case "sitemap.xml": "<urlset><url><loc>x</loc>\r\n</url>\r\n<url><loc>y</loc>\r\n</url>\r\n</urlset>\r\n"
      default: try published.text("stats/index.html")
      }
    try published.site.write(path, page)
    let outcome = try published.publish()
    #expect(outcome.kept == [] && outcome.keptThoughGone == (isNamed ? [path] : []))
    #expect(try published.text(path) == page)
  }

  /// The user's own pages lack the markup of shelf, so they are not reported even if they have the path of a page.
  @Test(arguments: [
    "series/mine-12345678/index.html", "wishlist/index.html", "years/1999/index.html",
    "books/best-of-12345678/index.html", "sitemap.xml", "feed.json", "search-2.js",
  ])
  func theUsersOwnPagesAreNotNamed(_ path: String) throws {
    try published.publish()
    try published.site.write(path, "<h1>my own page</h1>")
    if path.hasPrefix("books/") { try published.site.write("books/best-of-12345678/cover.jpg", "mine") }
    let outcome = try published.publish()
    #expect(outcome.kept == [] && outcome.keptThoughGone == [])
  }

  /// Every page has its mark, which is how shelf recognizes a page that the list has lost.
  @Test func pagesHaveTheirMarks() throws {
    try published.folder.write(
      "shelf.yaml", "format: 1\nname: Mine\npublish: {url: \"https://example.org/books/\"}\n")
    try published.publish()
    let messiah = "books/messiah.yaml"
    let text = String(decoding: try published.folder.read(messiah), as: UTF8.self)
    try published.folder.write(messiah, text.replacing("title: Dune Messiah", with: "title: Children"))
    try published.publish()
    let all = try published.files()
    for name in ["books/dune-messiah-00000002/index.html", "feed.json", "quotes.xml", "sitemap.xml"] {
      #expect(all[name] != nil, "\(name)")
    }
    for (name, bytes) in all {
      guard let path = SitePath(reading: Array(name.utf8)[...]), path.mayBePage else { continue }
      let text = String(decoding: bytes.prefix(16 << 10), as: UTF8.self).replacing("&#39;", with: "'")
      #expect(text.contains(path.mark), "\(name)")
    }
  }

  /// Another site in a folder of this one has its own list.
  @Test func aSiteWithinTheSiteIsNotNamed() throws {
    try published.publish()
    let inner = try published.elsewhere()
    try inner.publish()
    for (path, bytes) in try inner.files() { try published.site.write("wishlist/" + path, bytes) }
    #expect(try published.publish().keptThoughGone == [])
    try FileManager.default.removeItem(atPath: published.site.path + "/wishlist/.shelf-pages")
    #expect(try published.publish().keptThoughGone == ["wishlist/index.html"])
  }

  /// A page that should be removed, but is behind a symbolic link, is reported.
  @Test func aPageBehindALinkThatShouldBeGoneIsNamed() throws {
    try published.publish()
    let elsewhere = try TemporaryFolder()
    let folder = published.site.path + "/books/dune-messiah-00000002"
    try FileManager.default.moveItem(atPath: folder, toPath: elsewhere.path + "/there")
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: elsewhere.path + "/there")
    try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: X\npublic: false\n")
    for _ in 1...2 {
      #expect(try published.publish().keptThoughGone == ["books/dune-messiah-00000002/index.html"])
    }
    #expect(FileManager.default.fileExists(atPath: elsewhere.path + "/there/index.html"))
  }

  @Test func oneWriterAtATime() throws {
    let files = DiskFileSystem()
    let site = published.site.path + "/new"
    let place = try SitePlace(site, library: published.folder.path, fileSystem: files)
    var lock: SiteLock? = try SiteLock.acquire(place, fileSystem: files)
    #expect { try SiteLock.acquire(place, fileSystem: files, timeout: 20) } throws: { error in
      if case SitePlace.Refusal.locked(let path) = error { path == site } else { false }
    }
    // Nothing has been written, so releasing the lock also removes the folder.
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(!FileManager.default.fileExists(atPath: site))
    try published.publish(to: site)
    #expect(try SiteLock.acquire(place, fileSystem: files, timeout: 0).place.path == place.path)
  }

  /// While a process waits for the lock, another one may remove the folder and create it again.
  @Test func theLockIsOfTheFolderThatIsThere() throws {
    let place = try SitePlace(
      published.site.path + "/new", library: published.folder.path, fileSystem: DiskFileSystem())
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 1...50 {
        do {
          let lock = try SiteLock.acquire(place, fileSystem: DiskFileSystem())
          try Data("x".utf8).write(to: URL(fileURLWithPath: place.path + "/mine"), options: .withoutOverwriting)
          try FileManager.default.removeItem(atPath: place.path + "/mine")
          withExtendedLifetime(lock) {}
        } catch {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func whatRunsHaveLeftGoes() throws {
    try published.site.write(".shelf-page-new", "1")
    try published.site.write(".shelf-page-new.12", "2")
    try published.site.write(".shelf-pages.new", "3")
    try published.publish()
    #expect(try published.files().keys.filter { $0.hasPrefix(".") } == [".shelf-pages"])
  }

  private func unlisted(in site: String) -> String? {
    do {
      try published.publish(to: site)
    } catch SitePlace.Refusal.unlisted(let path) {
      return String(path.dropFirst(site.count + 1))
    } catch {
      return "\(error)"
    }
    return nil
  }

  /// shelf refuses to write to a folder that came with a library if the folder has files that are not on its list of
  /// pages.
  @Test(arguments: [
    ["login.html"], ["books/new.html"], ["index.html"], ["a/b/c/d/e.html"], [".htaccess"], ["books/.hidden"],
    ["Über uns.html"], ["stats/index.html", "x.js"],
  ]) func aFolderThatCameWithTheLibraryHoldsOnlyWhatIsListed(_ names: [String]) throws {
    let site = published.folder.path + "/site"
    for name in names { try published.folder.write("site/" + name, "<script>") }
    try published.folder.write("site/.shelf-pages", "shelf pages 1\n")
    for _ in 1...2 { #expect(unlisted(in: site).map { path in names.contains { $0.hasPrefix(path) } } == true) }
    #expect(try published.folder.read("site/" + names[0]) == Array("<script>".utf8))
    #expect(!FileManager.default.fileExists(atPath: site + "/library.json"))
    try FileManager.default.removeItem(atPath: site)
    #expect(unlisted(in: site) == nil)
    // If shelf has written the folder on this computer, files that the user added to it are allowed.
    try published.folder.write("site/CNAME", "example.org")
    #expect(unlisted(in: site) == nil)
    // A copy of the folder at the same path is not the folder that shelf has written.
    let manager = FileManager.default
    try manager.moveItem(atPath: site, toPath: site + ".old")
    try manager.copyItem(atPath: site + ".old", toPath: site)
    #expect(unlisted(in: site) == "CNAME")
    try manager.removeItem(atPath: site + "/CNAME")
    #expect(unlisted(in: site) == nil)
  }

  /// If a folder came with a library, the pages on its list are replaced or removed.
  @Test func listedPagesThatCameWithTheLibraryGo() throws {
    let bytes = Array("<script>".utf8)
    try published.folder.write("site/index.html", bytes)
    try published.folder.write("site/login.html", bytes)
    let sum = PageChecksum(bytes)
    try published.folder.write("site/.shelf-pages", "shelf pages 1\n\(sum) index.html\n\(sum) login.html\n")
    let outcome = try published.publish(to: published.folder.path + "/site")
    #expect(outcome.changed == 1 && outcome.removed == 1)
    #expect(!FileManager.default.fileExists(atPath: published.folder.path + "/site/login.html"))
  }

  @Test func nothingIsWrittenThroughLinks() throws {
    try published.publish()
    let outside = try TemporaryFolder()
    try outside.write("index.html", "outside")
    let site = published.site.path
    try FileManager.default.removeItem(atPath: site + "/stats")
    try FileManager.default.createSymbolicLink(atPath: site + "/stats", withDestinationPath: outside.path)
    try FileManager.default.removeItem(atPath: site + "/404.html")
    try FileManager.default.createSymbolicLink(
      atPath: site + "/404.html", withDestinationPath: outside.path + "/index.html")
    let outcome = try published.publish()
    #expect(outcome.kept.sorted() == ["404.html", "stats/index.html"])
    #expect(try outside.read("index.html") == Array("outside".utf8))
  }

  @Test(
    arguments: [
      "", "shelf pages 2\n", "shelf pages 1\n0123456789abcdef ../x\n", "shelf pages 1\n0123456789abcdef /etc/passwd\n",
      "shelf pages 1\nnonsense x\n", "shelf pages 1\n0123456789abcdef .git/config\n",
    ]) func aListFromAnywhereIsNotBelieved(_ text: String) throws
  {
    try published.publish()
    try published.site.write(".shelf-pages", text)
    #expect(throws: SitePlace.Refusal.self) { try published.publish() }
  }

  /// If a run is killed before or during any call that changes the disk, the next run completes the site.
  @Test(arguments: [false, true]) func anInterruptedRunIsMadeWhole(_ isWithin: Bool) throws {
    let goal = try Published.small()
    try goal.publish()
    let want = try goal.files()
    let counting = FaultyFileSystem()
    try published.publish(counting)
    let count = counting.calls.count
    #expect(count > 50)
    for number in stride(from: 1, through: count, by: SeededGenerator.isFull ? 1 : 7) {
      let other = try Published.small()
      _ = try? other.publish(FaultyFileSystem(isWithin ? .crashWithin : .crash, at: number))
      try other.publish()
      let isSame = try other.files() == want
      #expect(isSame, "ended at call \(number)")
    }
  }

  /// An interrupted run that changes and removes pages leaves each file with its old or its new contents, and the next
  /// run completes the change.
  @Test func aChangeIsMadeWholeAfterAnInterruption() throws {
    func change(_ published: Published) throws {
      try published.folder.write("books/messiah.yaml", "id: \(Published.id(2))\ntitle: X\npublic: false\n")
      try published.folder.write("shelf.yaml", "format: 1\nname: Other\n")
    }
    try published.publish()
    let before = try published.files()
    try change(published)
    let counting = FaultyFileSystem()
    try published.publish(counting)
    let after = try published.files()
    for number in stride(from: 1, through: counting.calls.count, by: SeededGenerator.isFull ? 1 : 5) {
      let other = try Published.small()
      try other.publish()
      try change(other)
      _ = try? other.publish(FaultyFileSystem(.crash, at: number))
      for (name, bytes) in try other.files() where !name.hasPrefix(".") {
        let isWhole = bytes == before[name] || bytes == after[name]
        #expect(isWhole, "\(name) at call \(number)")
      }
      try other.publish()
      let isSame = try other.files() == after
      #expect(isSame, "ended at call \(number)")
    }
  }
}
