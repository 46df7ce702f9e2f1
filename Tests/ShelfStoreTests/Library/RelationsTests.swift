import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore

@Suite struct RelationsTests {
  private static func id(_ number: Int) -> String { TestLibrary.id(number) }

  private let library: Library

  init() throws {
    library = try TestLibrary.make([
      ("books/a.yaml", "id: \(Self.id(1))\ntitle: A\ngenres: [\(Self.id(11)), \(Self.id(12)), \(Self.id(99))]\n"),
      ("books/b.yaml", "id: \(Self.id(2))\ntitle: B\ngenre: \(Self.id(11).uppercased())\nformerIds: \(Self.id(3))\n"),
      ("books/c.yaml", "id: \(Self.id(4))\ntitle: C\ngenres:\n- \(Self.id(12))\n- \(Self.id(12))\n- nothing\n- ~\n"),
      ("quotes/a.yaml", "id: \(Self.id(21))\nbook: \(Self.id(3))\ntext: x\n"),
      ("quotes/b.yaml", "id: \(Self.id(22))\nbook: \(Self.id(98))\ntext: x\n"),
      ("quotes/c.yaml", "id: \(Self.id(23))\ntext: x\n"),
      ("genres/a.yaml", "id: \(Self.id(11))\nname: G\n"), ("genres/b.yaml", "id: \(Self.id(12))\nname: H\n"),
      ("genres/c.yaml", "id: \(Self.id(13))\nname: I\nformerIds:\n- \(Self.id(12))\n- \(Self.id(97))\n"),
      ("tags/a.yaml", "id: \(Self.id(31))\nname: T\n"),
      (
        "issues/a.yaml",
        "id: \(Self.id(41))\ntitle: I\ntags: \(Self.id(31))\nbooks: [\(Self.id(1)), \(Self.id(2)), \(Self.id(3))]\n"
      ),
      ("issues/b.yaml", "id: \(Self.id(42))\ntitle: J\ncompleted: yes\nbooks: {a: \(Self.id(1))}\n"),
      ("issues/c.yaml", "id: \(Self.id(43))\ntitle: K\ncompleted: Yes\nbooks: \(Self.id(1))\n"),
    ])
  }

  private func record(_ number: Int) throws -> Record { try #require(library.record(recordID(number))) }

  private func paths(_ kind: Kind, referringTo number: Int) throws -> [String] {
    let target = try record(number)
    let found = library.records(kind, referringTo: target).map(\.path).sorted()
    #expect(library.count(of: kind, referringTo: target) == found.count)
    return found
  }

  @Test func linksAreFoundFromTheirEnds() throws {
    #expect(try paths(.book, referringTo: 11) == ["books/a.yaml", "books/b.yaml"])
    #expect(try paths(.issue, referringTo: 31) == ["issues/a.yaml"])
    #expect(try paths(.quote, referringTo: 1) == [])
    #expect(try paths(.tag, referringTo: 1) == [])
  }

  /// The order in which a folder lists its files is undefined. Conflict copies of sync programs have longer names, so
  /// the first path is the original.
  @Test func ofSeveralRecordsWithOneIDTheFirstPathCounts() throws {
    let files = [
      ("books/b.yaml", "id: \(Self.id(1))\ntitle: B\n"), ("books/a.yaml", "id: \(Self.id(1))\ntitle: A\n"),
      ("books/a/x.yaml", "id: \(Self.id(1))\ntitle: X\n"),
      ("books/d.yaml", "id: \(Self.id(4))\ntitle: D\nformerIds: \(Self.id(9))\n"),
      ("books/c.yaml", "id: \(Self.id(3))\ntitle: C\nformerIds: [\(Self.id(9)), \(Self.id(1))]\n"),
    ]
    for turn in files.indices {
      let library = try TestLibrary.make(Array(files[turn...] + files[..<turn]))
      #expect(library.record(recordID(1))?.path == "books/a.yaml")
      #expect(library.records(sharing: recordID(1)).map(\.path) == ["books/a.yaml", "books/b.yaml", "books/a/x.yaml"])
      #expect(library.record(recordID(9))?.path == "books/c.yaml")
    }
  }

  @Test func aRecordWithManyReferences() throws {
    let genres = (100..<150).map { ("genres/\($0).yaml", "id: \(Self.id($0))\nname: G\($0)\n") }
    let list = (100..<150).flatMap { [$0, 149, 100] }.map { "- \(Self.id($0))\n" }.joined()
    let library = try TestLibrary.make(genres + [("books/a.yaml", "id: \(Self.id(1))\ntitle: A\ngenres:\n" + list)])
    for genre in library.records(of: .genre) { #expect(library.count(of: .book, referringTo: genre) == 1) }
  }

  @Test func eachRecordOnceHoweverOftenItRefers() throws {
    #expect(try paths(.book, referringTo: 12) == ["books/a.yaml", "books/c.yaml"])
    #expect(try paths(.issue, referringTo: 2) == ["issues/a.yaml"])
  }

  @Test func formerIDsLeadToTheRecordThatTookThemOver() throws {
    #expect(try paths(.quote, referringTo: 2) == ["quotes/a.yaml"])
    #expect(try record(3).path == "books/b.yaml")
    #expect(try record(97).path == "genres/c.yaml")
  }

  /// An existing record takes precedence over one that claims its id as a former id.
  @Test func aPresentRecordKeepsItsID() throws {
    #expect(try record(12).path == "genres/b.yaml")
    #expect(try paths(.book, referringTo: 13) == [])
  }

  @Test func whatIsNotThereIsNobody() {
    #expect(library.record(recordID(99)) == nil)
    #expect(library.records(sharing: recordID(99)).isEmpty)
  }

  @Test func closedIssuesDoNotCountAsOpen() throws {
    #expect(try paths(.issue, referringTo: 1) == ["issues/a.yaml", "issues/c.yaml"])
    #expect(try library.openIssues(of: record(1)) == 1)
  }

  @Test func ofTwoRecordsWithOneIDTheFirstHasTheLinks() throws {
    let library = try TestLibrary.make([
      ("books/a.yaml", "id: \(Self.id(1))\ntitle: A\n"), ("books/b.yaml", "id: \(Self.id(1))\ntitle: B\n"),
      ("genres/a.yaml", "id: \(Self.id(1))\nname: G\n"), ("quotes/a.yaml", "id: \(Self.id(2))\nbook: \(Self.id(1))\n"),
    ])
    #expect(library.records(sharing: recordID(1)).map(\.path) == ["books/a.yaml", "books/b.yaml", "genres/a.yaml"])
    let first = try #require(library.record(recordID(1)))
    #expect(first.path == "books/a.yaml")
    #expect(library.count(of: .quote, referringTo: first) == 1)
  }

  /// Compares the relations of a random library with a simple implementation of their definition.
  @Test func agreesWithTheDefinition() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("relations: seed \(SeededGenerator.seedOfRun)")
    var files: [(path: String, text: String)] = []
    var links: [Int: Set<String>] = [:]
    for genre in 0..<20 { files.append(("genres/\(genre).yaml", "id: \(Self.id(1000 + genre))\nname: g\(genre)\n")) }
    for book in 0..<200 {
      let genres = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0..<25, using: &random) }
      for genre in genres { links[genre, default: []].insert("books/\(book).yaml") }
      let list = genres.map { "\n  - \(Self.id(1000 + $0))" }.joined()
      files.append(("books/\(book).yaml", "id: \(Self.id(book))\ntitle: b\(book)\ngenres:\(list)\n"))
    }
    let library = try TestLibrary.make(files.shuffled(using: &random))
    for genre in 0..<20 {
      let target = try #require(library.record(recordID(1000 + genre)))
      #expect(Set(library.records(.book, referringTo: target).map(\.path)) == links[genre, default: []])
    }
  }
}
