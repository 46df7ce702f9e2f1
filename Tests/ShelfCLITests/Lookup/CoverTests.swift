import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfFormats

/// Tests covers: fetching them, adding them from files, and keeping them together with their books.
@Suite struct CoverTests {
  static let isbn = "9780441478125"
  private static let title = "The Left Hand of Darkness"

  /// Returns a library to which a book with an ISBN was added, and catalogues that have a cover for the book.
  private func start(
    _ cover: [String: Any]? = nil, settings: String? = "lookup: {catalogues: [openlibrary, k10plus]}\n"
  ) throws -> (TestLibrary, PlayedCatalogues) {
    var rules = try LookupTests.known
    rules.insert(
      cover ?? [
        "match": "covers.openlibrary.org/b/id/12345-M.jpg?default=false", "hex": Self.hex(TestImage.png(500, 800)),
      ],
      at: 0)
    let catalogues = try PlayedCatalogues(rules)
    let library = try TestLibrary()
    library.environment = try catalogues.environment(settings)
    library.companion = catalogues
    _ = try library.run("book add", [Self.title, "--isbn", Self.isbn])
    return (library, catalogues)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func bytes(_ library: TestLibrary, _ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: library.absolute(path)).map(Array.init) ?? []
  }

  private func covers(_ library: TestLibrary) throws -> [String] {
    try library.paths().filter { $0.hasPrefix("covers/") && $0 != "covers/SOURCES.yaml" }
  }

  private func picture(_ library: TestLibrary, _ width: Int = 40, _ height: Int = 60, named name: String = "own.png")
    throws -> String
  {
    let path = (library.companion as? PlayedCatalogues)?.folder ?? library.root
    try Data(TestImage.png(width, height, text: "home")).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  @Test func aCoverIsFetchedAndMarked() throws {
    let (library, catalogues) = try start()
    let before = try library.tree()
    #expect(try library.run("book cover --dry-run", [Self.title]).contains("Binary files /dev/null and b/covers/"))
    #expect(try library.tree() == before)
    let said = try library.run("book cover", [Self.title])
    #expect(said.contains(": ") && said.contains("covers/the-left-hand-of-darkness-90000001.jpg"), "\(said)")
    #expect(try covers(library) == ["covers/the-left-hand-of-darkness-90000001.jpg"])
    let head = try #require(ImageHead(bytes(library, "covers/the-left-hand-of-darkness-90000001.jpg")))
    #expect(head.height == 600)
    let sources = try #require(library["covers/SOURCES.yaml"])
    #expect(
      sources.contains("address: https://covers.openlibrary.org/b/id/12345-M.jpg")
        && sources.contains("day: 2026-11-21"))
    #expect(try !library.run("doctor").contains("cover"))
    #expect(try library.run("book show", [Self.title]).contains("covers/the-left-hand-of-darkness-90000001.jpg"))
    // If the book already has a cover, nothing is fetched.
    let asked = try catalogues.requests.count
    #expect(try library.run("book cover", [Self.title]).contains("use --replace to fetch another"))
    #expect(try catalogues.requests.count == asked)
    _ = try library.run("undo")
    #expect(try library.tree() == before)
    _ = try library.run("redo")
    #expect(try covers(library).count == 1)
  }

  @Test func aPictureOfOnesOwnIsTaken() throws {
    let (library, catalogues) = try start(settings: nil)
    let path = try picture(library)
    let said = try library.run("book cover", [Self.title, "--from", path])
    #expect(said.contains("Added the cover of"), "\(said)")
    let cover = try #require(try covers(library).first)
    #expect(!String(decoding: bytes(library, cover), as: UTF8.self).contains("home"))
    #expect(library["covers/SOURCES.yaml"] == nil)
    #expect(try catalogues.requests.isEmpty)
    #expect(try library.run("book cover", [Self.title, "--from", path]).contains("nothing to change"))
    let other = try library.run("book cover", [Self.title, "--from", try picture(library, 50, 70)])
    #expect(other.contains("Replaced the cover of"), "\(other)")
    #expect(try covers(library) == [cover])
    for (text, reason) in [("<html>", "neither a JPEG nor a PNG"), ("", "neither a JPEG nor a PNG")] {
      let file = catalogues.folder + "/page"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try library.refused("book cover", [Self.title, "--from", file]).contains(reason))
    }
    #expect(try library.refused("book cover", [Self.title, "--from", "/nowhere/x.jpg"]).contains("no such file"))
    let gone = try library.run("book cover --remove", [Self.title])
    #expect(gone.contains("Removed the cover"), "\(gone)")
    #expect(try covers(library).isEmpty)
    #expect(try library.run("book cover --remove", [Self.title]).contains("has no cover"))
  }

  @Test func anAddressIsFetchedIfItIsNamed() throws {
    let (library, catalogues) = try start(
      ["match": "example.org/a.png", "hex": Self.hex(TestImage.png(40, 60))], settings: nil)
    _ = try library.run("book cover", [Self.title, "--from", "https://example.org/a.png"])
    #expect(library["covers/SOURCES.yaml"]?.contains("https://example.org/a.png") ?? false)
    #expect(try catalogues.requests.map(\.place) == ["example.org/a.png"])
    // A cover that comes from a file is not marked as fetched.
    _ = try library.run("book cover", [Self.title, "--from", try picture(library)])
    #expect(library["covers/SOURCES.yaml"] == nil)
    for address in ["http://example.org/a.png", "file:///etc/passwd", "https://example.org:8080/a.png", "ftp://x/a"] {
      #expect(try library.refused("book cover", [Self.title, "--from", address]).contains("is not an address"))
    }
    try catalogues.play([
      ["match": "example.org", "status": 302, "headers": ["Location": "https://elsewhere.org/a.png"]]
    ])
    #expect(
      try library.refused("book cover", [Self.title, "--from", "https://example.org/a.png"]).contains("another site"))
    library.environment["SHELF_OFFLINE"] = "1"
    #expect(try library.refused("book cover", [Self.title, "--from", "https://example.org/a.png"]).contains("OFFLINE"))
    library.environment = try catalogues.environment("lookup: off\n")
    #expect(
      try library.refused("book cover", [Self.title, "--from", "https://example.org/a.png"]).contains("error: "))
  }

  @Test func aServerThatHasNoPictureIsNamed() throws {
    let cover = "covers.openlibrary.org"
    let failures: [(rule: [String: Any], said: String)] = [
      (["match": cover, "status": 404], "status 404"),
      (["match": cover, "body": "<html>"], "neither a JPEG nor a PNG"),
      (["match": cover, "status": 403], "status 403 (forbidden)"),
      (["match": cover, "size": 6 << 20], "larger than 5 MB"),
      (
        ["match": cover, "status": 302, "headers": ["Location": "https://example.org/x.jpg"]],
        "redirected to another site"
      ),
      (["match": cover, "hex": Self.hex(Array(TestImage.png(50, 70).prefix(900)))], "is damaged"),
      (["match": cover, "hex": Self.hex(TestImage.png(1, 1))], "is only 1 × 1 pixels"),
    ]
    for (rule, said) in failures {
      let (library, _) = try start(rule)
      let text = try library.refused("book cover", [Self.title])
      #expect(text.contains(said) && text.contains("no cover was found for “The Left Hand of Darkness”"), "\(text)")
    }
    // Open Library redirects to the Internet Archive for older covers, which is allowed.
    let (library, catalogues) = try start(
      ["match": cover, "status": 302, "headers": ["Location": "https://ia800.us.archive.org/x.jpg"]])
    _ = try? library.run("book cover", [Self.title])
    #expect(try catalogues.requests.contains { $0.place == "ia800.us.archive.org/x.jpg" })
  }

  @Test func aCoverGoesAndComesBackWithItsBook() throws {
    let (library, _) = try start()
    _ = try library.run("book cover", [Self.title])
    let before = try library.tree()
    #expect(try library.run("book delete --dry-run", [Self.title]).contains("Binary files a/covers/"))
    let said = try library.run("book delete --yes", [Self.title])
    #expect(said.contains("with its cover"), "\(said)")
    #expect(try covers(library).isEmpty && library["covers/SOURCES.yaml"] == nil)
    _ = try library.run("undo")
    #expect(try library.tree() == before)
    _ = try library.run("redo")
    #expect(try covers(library).isEmpty)
  }

  @Test func aCoverStaysWhereItIsWhenItsBookMoves() throws {
    let (library, _) = try start()
    _ = try library.run("book cover", [Self.title])
    let path = try #require(try covers(library).first)
    let book = try #require(try library.paths().first { $0.hasPrefix("books/the-left") })
    library["books/moved/elsewhere.yaml"] = library[book]
    library[book] = nil
    _ = try library.run("book set", [Self.title, "title=Another"])
    #expect(try library.run("book show Another").contains(path))
    #expect(try !library.run("doctor").contains("cover"))
  }

  /// A repair that converts a fetched cover renames its entry in the list of fetched covers.
  @Test func aRepairKeepsWhatWasFetched() throws {
    let (library, _) = try start()
    _ = try library.run("book add Second --no-lookup")
    for (number, name) in ["a-90000001", "b-90000002"].enumerated() {
      library["covers/\(name).png"] = ""
      try Data(TestImage.png(700 + number, 900)).write(to: URL(filePath: library.absolute("covers/\(name).png")))
    }
    let lines =
      "# mine\nb-90000002.png:\n  address: https://b.example # b\na-90000001.png:\n  address: https://a.example\n"
    library["covers/SOURCES.yaml"] = lines
    _ = try library.run("doctor --fix=large-cover")
    #expect(try covers(library) == ["covers/a-90000001.jpg", "covers/b-90000002.jpg"])
    #expect(library["covers/SOURCES.yaml"] == lines.replacing(".png", with: ".jpg"))
  }

  @Test(arguments: [false, true]) func aMergeKeepsOneCover(_ hasBoth: Bool) throws {
    let (library, _) = try start()
    _ = try library.run("book add --duplicate", [Self.title, "--isbn", Self.isbn])
    let twins = try library.paths().filter { $0.hasPrefix("books/the-left") }
    #expect(twins.count == 2)
    for (number, twin) in twins.enumerated() where hasBoth || number == 1 {
      _ = try library.run("book cover", [twin, "--from", try picture(library, 40 + number, 60)])
    }
    let before = try library.tree()
    #expect(try covers(library).count == (hasBoth ? 2 : 1))
    _ = try library.run("doctor --fix=probable-duplicate")
    let left = try library.paths().filter { $0.hasPrefix("books/the-left") }
    #expect(left.count == 1)
    #expect(try covers(library).count == 1)
    // The remaining book still has a cover, whose file name contains the id or a former id of the book.
    #expect(try library.run("book show", [left[0]]).contains(try covers(library)[0]))
    #expect(try !library.run("doctor").contains("cover"))
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  /// If the covers cannot be listed, shelf does not know which covers belong to a book that a change deletes.
  @Test(arguments: ["book delete dune --yes", "book merge dune emma --yes", "book delete dune --dry-run"])
  func coversThatCannotBeListedKeepTheirBooks(_ line: String) throws {
    let library = try TestLibrary()
    let path = "covers/dune-b0000001.png"
    try FileManager.default.createDirectory(atPath: library.absolute("covers"), withIntermediateDirectories: true)
    try Data(TestImage.png(40, 60)).write(to: URL(filePath: library.absolute(path)))
    let before = try library.tree()
    library.fileSystem.failure = { operation, path in operation == "list" && path.hasSuffix("covers") ? EACCES : nil }
    let said = try library.run(line)
    #expect(said.contains("error: ") && said.contains("covers: ") && said.hasSuffix("[3]\n"), "\(said)")
    #expect(try library.tree() == before)
    // A change that deletes no book does not need the covers.
    #expect(try library.run("book set dune rating=1").contains("rating"))
    library.fileSystem.failure = { _, _ in nil }
    _ = try library.run("book delete dune --yes")
    #expect(!FileManager.default.fileExists(atPath: library.absolute(path)))
  }

  @Test func manyAreFetchedAsOneChange() throws {
    let template: [String: Any] = [
      "details": ["key": "/books/OLNUMBERM", "title": "Book NUMBER", "isbn_13": ["NUMBER"], "covers": [-1, 77]]
    ]
    let (library, catalogues) = try start()
    try catalogues.play([
      ["match": "covers.openlibrary.org/b/id/77-M", "hex": Self.hex(TestImage.png(60, 90))],
      ["match": "/api/books", "isbns": template],
    ])
    _ = try library.run("book add Second --isbn 9780441013593")
    let before = try library.tree()
    #expect(try library.refused("book cover --where has:isbn").contains("confirm with --yes"))
    let said = try library.run("book cover --where has:isbn --yes")
    #expect(said.components(separatedBy: "Added the cover of").count - 1 >= 2, "\(said)")
    #expect(try covers(library).count >= 2)
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test func linksAreNotWrittenThrough() throws {
    let (library, catalogues) = try start()
    let outside = catalogues.folder + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: library.absolute("covers"), withDestinationPath: outside)
    let path = try picture(library)
    #expect(try library.refused("book cover", [Self.title, "--from", path]).contains("covers is not a regular file"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    try FileManager.default.removeItem(atPath: library.absolute("covers"))
    try FileManager.default.createDirectory(atPath: library.absolute("covers"), withIntermediateDirectories: true)
    try "mine".write(toFile: outside + "/x", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: library.absolute("covers/a-90000001.jpg"), withDestinationPath: outside + "/x")
    #expect(try library.refused("book cover", [Self.title, "--from", path]).contains("is not a regular file"))
    // Deleting the book does not delete the target of the link.
    _ = try library.run("book delete --yes", [Self.title])
    #expect(try String(contentsOfFile: outside + "/x", encoding: .utf8) == "mine")
    #expect(try library.run("doctor").contains("so shelf does not open it"))
  }

  @Test func nobodyIsAskedUnlessAPersonSaidSo() throws {
    let (library, catalogues) = try start(settings: nil)
    #expect(try library.refused("book cover", [Self.title]).contains("are not enabled yet"))
    #expect(try catalogues.requests.isEmpty)
    library.environment = try catalogues.environment("lookup: {catalogues: [dnb]}\n")
    #expect(try library.refused("book cover", [Self.title]).contains("none of your catalogues has covers"))
    _ = try library.run("book set", [Self.title, "isbn="])
    #expect(try library.refused("book cover", [Self.title]).contains("has no ISBN"))
  }
}
