import Foundation
import ShelfFormats
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore
@testable import ShelfSystem
@testable import ShelfText
@testable import YAMLEdit

/// The public part of a library: only what the user has chosen, and nothing at all if there is any doubt.
struct PublicationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\nname: Mine\n")
    try folder.write("genres/g.yaml", "id: \(TestLibrary.id(30))\nname: Science Fiction\ncolor: \"2288CC\"\n")
    try folder.write("genres/h.yaml", "id: \(TestLibrary.id(31))\nname: Secretgenre\n")
    try folder.write(
      "books/dune.yaml",
      """
      id: \(TestLibrary.id(1))
      title: Dune
      author: Frank Herbert
      status: completed
      genres: [\(TestLibrary.id(30))]
      dateStarted: 2024-03-02
      dateCompleted: 2024-04-11T10:22:00Z
      recommendedBy: Anna
      notes: for me

      """)
    try folder.write(
      "books/hidden.yaml",
      "id: \(TestLibrary.id(2))\ntitle: Hidden\nstatus: completed\npublic: false\ngenres: [\(TestLibrary.id(31))]\n")
    try folder.write("books/shelf.yaml", "id: \(TestLibrary.id(3))\ntitle: Waiting\n")
    try folder.write(
      "quotes/q.yaml",
      "id: \(TestLibrary.id(11))\nbook: \(TestLibrary.id(1))\ncreationDate: 2024-03-05T07:31:00Z\ntext: Fear is\nnote: mine\n"
    )
    try folder.write("quotes/r.yaml", "id: \(TestLibrary.id(12))\nbook: \(TestLibrary.id(2))\ntext: Not this\n")
    try folder.write("quotes/s.yaml", "id: \(TestLibrary.id(13))\nbook: ~\ntext: Nor this\n")
  }

  private func publication(_ query: String? = nil) throws -> Publication {
    let library = try Library.load(at: folder.path, fileSystem: DiskFileSystem(), threads: 2)
    return try Publication(
      library, query: query.map { try QuerySource($0) },
      at: .init(today: RandomLibrary.today, now: RandomLibrary.now, localTime: .utc), fileSystem: DiskFileSystem())
  }

  private func sources(_ query: String? = nil) throws -> [String] {
    try publication(query).content.library.records.map { String(decoding: $0.source, as: UTF8.self) }
  }

  @Test func holdsWhatIsNamedAndNothingElse() throws {
    #expect(
      try sources() == [
        """
        id: \(TestLibrary.id(1))
        title: Dune
        author:
          - Frank Herbert
        status: completed
        genres:
          - \(TestLibrary.id(30))
        dateStarted: 2024-03-02
        dateCompleted: 2024-04-11

        """,
        "id: \(TestLibrary.id(11))\nbook: \(TestLibrary.id(1))\ncreationDate: 2024-03-05\ntext: Fear is\n",
        "id: \(TestLibrary.id(30))\nname: Science Fiction\ncolor: \"2288CC\"\n",
      ])
    let publication = try publication()
    #expect(publication.content.library.root.isEmpty)
    #expect(publication.content.library.manifest.queue.isEmpty)
  }

  @Test(
    arguments: [
      ("dates: month", "dateCompleted: 2024-04\n"), ("hide: [dateCompleted]", "dateStarted: 2024-03-02\n"),
      ("dates: month", "creationDate: 2024-03-01\n"), ("statuses: [onShelf, completed]", "title: Waiting"),
      ("quoteLength: 5", "text: Fear […]\n"), ("robots: none", "title: Dune"),
    ]) func settingsAreFollowed(_ setting: String, _ text: String) throws
  {
    try folder.write("shelf.yaml", "format: 1\npublish:\n  \(setting)\n")
    #expect(try sources().joined().contains(text))
  }

  /// A quotation that is longer than allowed is truncated. The length is in characters, not bytes.
  @Test(arguments: [(14, "Größer als wir"), (13, "Größer als […]"), (10, "Größer […]"), (4, "Größ […]")])
  func longQuotationsAreCut(_ length: Int, _ text: String) throws {
    try folder.write("shelf.yaml", "format: 1\npublish:\n  quoteLength: \(length)\n")
    try folder.write("quotes/q.yaml", "id: \(TestLibrary.id(11))\nbook: \(TestLibrary.id(1))\ntext: Größer als wir\n")
    #expect(try publication().content.library.records(of: .quote).map(\.title) == [text])
  }

  @Test func noQuotesAndQueries() throws {
    try folder.write("shelf.yaml", "format: 1\npublish:\n  quotes: none\n")
    #expect(try sources().count == 2)
    try folder.write("shelf.yaml", "format: 1\npublish:\n  books: author:nobody\n")
    #expect(try sources().isEmpty)
    try folder.write("shelf.yaml", "format: 1\n")
    #expect(try sources("author:nobody").isEmpty)
    #expect(try sources("author:herbert").count == 3)
    // A query only narrows the selection, and cannot make a private record public.
    #expect(try sources("hidden").isEmpty)
  }

  @Test func ownFieldsArePublicIfTheyAreDeclaredSo() throws {
    for (flag, count) in [("", 0), (", public: true", 1), (", public: false", 0)] {
      try folder.write("shelf.yaml", "format: 1\nfields: {book: {shelfmark: {type: text\(flag)}}}\n")
      try folder.write(
        "books/dune.yaml", "id: \(TestLibrary.id(1))\ntitle: Dune\nstatus: completed\nshelfmark: attic\n")
      #expect(try sources().filter { $0.contains("attic") }.count == count)
    }
  }

  @Test(
    arguments: [
      "publish: {statuses: [read]}", "publish: {hiden: [rating]}", "publish: {hide: [notes]}",
      "publish: {hide: [title]}",
      "publish: {hide: [nothing]}", "publish: {quoteLength: 0}", "publish: {quoteLength: many}",
      "publish: {dates: week}",
      "publish: {url: 'javascript:alert(1)'}", "publish: {url: 'https://user:x@example.org\"'}",
      "publish: {robots: some}",
      "publish: {fetchedCovers: perhaps}", "publish: [rating]", "publish: yes", "Publish: {hide: [rating]}",
      "publsh: {hide: [rating]}", "publish: {books: }", "publish: {about: [a]}", "publish: {hide: [[rating]]}",
      "fields: {book: {who: {type: references, to: tag, public: true}}}",
      "fields: {issue: {who: {type: text, public: true}}}", "fields: {book: {public: {type: text}}}",
    ]) func whatIsNotUnderstoodPublishesNothing(_ settings: String) throws
  {
    try folder.write("shelf.yaml", "format: 1\n\(settings)\n")
    #expect(throws: PublicationRefusal.self) { _ = try publication() }
  }

  /// A genre stays private if only a private or hidden field refers to it.
  @Test func genresOfPrivateFieldsArePrivate() throws {
    let dune = "id: \(TestLibrary.id(1))\ntitle: Dune\nstatus: completed\n"
    for (flag, count) in [("", 0), (", public: true", 1)] {
      try folder.write("shelf.yaml", "format: 1\nfields: {book: {mood: {type: reference, to: genre\(flag)}}}\n")
      try folder.write("books/dune.yaml", dune + "mood: \(TestLibrary.id(31))\n")
      #expect(try sources().filter { $0.contains("Secretgenre") }.count == count)
    }
    try folder.write("shelf.yaml", "format: 1\npublish: {hide: [genres]}\n")
    try folder.write("books/dune.yaml", dune + "genres: [\(TestLibrary.id(31))]\n")
    #expect(try sources().count == 2)
  }

  @Test func wrongQueriesPublishNothing() throws {
    try folder.write("shelf.yaml", "format: 1\npublish: {books: 'nofield:x'}\n")
    #expect(throws: QueryError.self) { _ = try publication() }
  }

  @Test(
    arguments: [
      "title: [\n", "title: X\nstatus: read\n", "title: X\nrating: many\n", "title: X\npublic: perhaps\n",
      "title: X\nPublic: false\n", "title: X\npubic: false\n", "title: X\nprivate: true\n",
      "title: X\n<<<<<<< HEAD\nrating: 1\n=======\nrating: 2\n>>>>>>> other\n",
    ]) func doubtPublishesNothing(_ text: String) throws
  {
    try folder.write("books/x.yaml", "id: \(TestLibrary.id(5))\n\(text)")
    #expect(throws: PublicationRefusal.self) { _ = try publication() }
  }

  @Test func anEmptyWishIsAWish() throws {
    try folder.write("books/dune.yaml", "id: \(TestLibrary.id(1))\ntitle: Dune\nstatus: completed\npublic:\n")
    #expect(try sources().isEmpty)
    try folder.write("books/dune.yaml", "id: \(TestLibrary.id(1))\ntitle: Dune\nstatus: completed\npublic: true\n")
    #expect(try sources().count == 2)
  }

  @Test func twoRecordsOfOneIdPublishNothing() throws {
    try folder.write("books/copy.yaml", "id: \(TestLibrary.id(1))\ntitle: Copy\n")
    #expect(throws: PublicationRefusal.self) { _ = try publication() }
  }

  @Test func coversHoldNothingButThePicture() throws {
    let picture = try CoverPicture(TestImage.png(60, 90)).bytes
    try folder.write("covers/dune-00000000.jpg", picture)
    // The ids of these records start with the same digits, so the cover cannot be assigned to any of them.
    _ = try publication()
    try folder.write("covers/dune-\(TestLibrary.id(1)).jpg", picture)
    try FileManager.default.removeItem(atPath: folder.path + "/covers/dune-00000000.jpg")
    let plain = try #require(try publication().content.covers.values.first)
    #expect(plain.width == 60 && plain.height == 90)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 12] + Array("SECRETWORD".utf8)
    try folder.write("covers/dune-\(TestLibrary.id(1)).jpg", Array(picture[..<2]) + comment + Array(picture[2...]))
    let cleaned = try #require(try publication().content.covers.values.first)
    #expect(!String(decoding: cleaned.bytes, as: UTF8.self).contains("SECRET"))
    try folder.write("covers/dune-\(TestLibrary.id(1)).jpg", picture + Array("SECRETWORD".utf8))
    let shortened = try #require(try publication().content.covers.values.first)
    #expect(!String(decoding: shortened.bytes, as: UTF8.self).contains("SECRET"))
    try folder.write("covers/SOURCES.yaml", "dune-\(TestLibrary.id(1)).jpg:\n  address: https://x.example\n")
    #expect(try publication().content.covers.isEmpty)
    try folder.write("shelf.yaml", "format: 1\npublish: {fetchedCovers: true}\n")
    #expect(try publication().content.covers.count == 1)
    try folder.write("covers/SOURCES.yaml", "a: [\n")
    #expect(throws: PublicationRefusal.self) { _ = try publication() }
  }

  /// Every private value in a random library contains a secret word. No published record contains one.
  ///
  /// A library with the first seed once failed.
  @Test(
    arguments: [183_593_922]
      + (0..<(SeededGenerator.isFull ? 400 : 40)).map { SeededGenerator.seedOfRun &+ UInt64($0) })
  func secretsStaySecret(_ seed: UInt64) throws {
    let canary = CanaryLibrary(seed: seed)
    let folder = try TemporaryFolder()
    for file in canary.files { try folder.write(file.path, file.bytes) }
    let library = try Library.load(at: folder.path, fileSystem: DiskFileSystem(), threads: 2)
    let content = try Publication(
      library, query: nil, at: .init(today: RandomLibrary.today, now: RandomLibrary.now, localTime: .utc),
      fileSystem: DiskFileSystem()
    ).content
    var text = content.library.records.map { $0.path + "\n" + String(decoding: $0.source, as: UTF8.self) }.joined()
    text += content.library.manifest.name + (content.about ?? "") + (content.url ?? "")
    text += content.library.schema.fields(of: .book).map { $0.key + $0.help }.joined()
    for cover in content.covers.values { text += String(decoding: cover.bytes, as: UTF8.self) }
    for secret in canary.secrets {
      let isFound = text.containsBytes(secret)
      #expect(!isFound, "seed \(seed): \(secret) would be published")
    }
    for word in canary.shown {
      let isFound = text.containsBytes(word)
      #expect(isFound, "seed \(seed): \(word) is missing")
    }
  }
}
