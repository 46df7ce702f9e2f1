import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

@Suite struct AssignmentReaderTests {
  private let library: Library

  init() throws {
    library = try TestLibrary.make([
      ("books/dune.yaml", "id: \(TestLibrary.id(1))\ntitle: Dune\n"),
      ("genres/a.yaml", "id: \(TestLibrary.id(11))\nname: Science Fiction\n"),
      ("genres/b.yaml", "id: \(TestLibrary.id(12))\nname: Horror\n"),
      ("genres/c.yaml", "id: \(TestLibrary.id(13))\nname: 'Sword, Sorcery'\n"),
    ])
  }

  private func reader(creating: Bool = false) -> AssignmentParser {
    let newID: () -> RecordID = { recordID(99) }
    let today = CalendarDate(daysSince1970: 20_778)
    return AssignmentParser(RecordFinder(library), today: today, creatingWith: creating ? newID : nil)
  }

  @Test(arguments: [
    ("rating=5", "rating", Assignment.Operation.set, ["5"]), ("rating=05", "rating", .set, ["5"]),
    ("rating=", "rating", .set, []), ("rating= ", "rating", .set, []),
    ("title= Dune = 2 ", "title", .set, ["Dune = 2"]), ("author+=Frank Herbert", "author", .add, ["Frank Herbert"]),
    ("author-=x", "author", .remove, ["x"]), ("status=COMPLETED", "status", .set, ["completed"]),
    ("dateAdded=today", "dateAdded", .set, ["2026-11-21"]), ("dateAdded=Yesterday", "dateAdded", .set, ["2026-11-20"]),
    ("dateAdded=2026-1-2", "dateAdded", .set, ["2026-01-02"]), ("summary=x", "synopsis", .set, ["x"]),
    ("genres=horror", "genres", .set, [TestLibrary.id(12)]),
    ("genre+=science fiction", "genres", .add, [TestLibrary.id(11)]), ("Rating=5", "rating", .set, ["5"]),
    ("date-added=today", "dateAdded", .set, ["2026-11-21"]), ("added=today", "dateAdded", .set, ["2026-11-21"]),
    ("genres=sword, sorcery", "genres", .set, [TestLibrary.id(13)]),
    ("genres-=\(TestLibrary.id(11))", "genres", .remove, [TestLibrary.id(11)]),
    ("review=  two\nlines\t\n", "review", .set, ["  two\nlines\t\n"]), ("year=-400", "year", .set, ["-400"]),
    ("contributors=A B (translator), C D (editor)", "contributors", .set, ["A B (translator)", "C D (editor)"]),
    ("contributors+=Roe, Jane (cover art); C (editor)", "contributors", .add, ["Roe, Jane (cover art)", "C (editor)"]),
    ("contributors=A B, C D (editor)", "contributors", .set, ["A B, C D (editor)"]),
    ("contributors=A (translator), B", "contributors", .set, ["A (translator), B"]),
    ("contributors=Roe, Jane", "contributors", .set, ["Roe, Jane"]),
    ("author=A (x), B (y)", "author", .set, ["A (x), B (y)"]),
    ("isbn=012", "isbn", .set, ["012"]), ("language=\u{200B}x", "language", .set, ["\u{200B}x"]),
  ])
  func reads(_ text: String, _ key: String, _ operation: Assignment.Operation, _ values: [String]) throws {
    var reader = reader()
    let assignment = try reader.read(text, .book)
    #expect(assignment.field.key == key)
    #expect(assignment.operation == operation)
    #expect(assignment.values.map(\.text) == values)
    if assignment.field.type.target != nil { #expect(assignment.values.allSatisfy { $0.name != nil }) }
  }

  @Test(arguments: [
    ("rating", "notAnAssignment"), ("=5", "notAnAssignment"), ("+=5", "notAnAssignment"), ("", "notAnAssignment"),
    ("raiting=5", "unknownField"), ("id=x", "automatic"), ("formerIds=x", "automatic"),
    ("rating+=5", "notAList"), ("title-=x", "notAList"), ("title=", "empty"), ("title= \u{3000}", "empty"),
    ("genres+=", "empty"), ("rating=6", "wrongType"), ("rating=five", "wrongType"), ("status=lost", "wrongType"),
    ("dateAdded=tomorrow", "future"), ("dateAdded=soon", "wrongType"), ("year=99999", "wrongType"),
    ("title=a\nb", "lineBreak"),
    ("title=a\tb", "lineBreak"), ("title=a\u{2028}b", "lineBreak"), ("title=a\u{1B}[31m", "controlCharacter"),
    ("review=a\u{7}", "controlCharacter"), ("review=\u{FEFF}x", "controlCharacter"), ("genres=Poetry", "reference"),
    ("genres=horror,poetry", "reference"), ("genres=science, horror", "reference"), ("genres=Dune", "reference"),
  ])
  func refuses(_ text: String, _ reason: String) {
    var reader = reader()
    let error = #expect(throws: AssignmentError.self) { try reader.read(text, .book) }
    #expect(error.map { String(describing: $0) }?.hasPrefix(reason) == true, "\(String(describing: error))")
  }

  @Test func namesTheNearest() {
    var reader = reader()
    let field = #expect(throws: AssignmentError.self) { try reader.read("raiting=5", .book) }
    if case .unknownField(_, _, let nearest, let all, _)? = field {
      #expect(nearest == ["rating"])
      #expect(!all.contains("id") && all.contains("genres"))
    }
    let word = #expect(throws: AssignmentError.self) { try reader.read("status=complete", .book) }
    if case .wrongType(_, _, let nearest)? = word { #expect(nearest == ["completed"]) }
  }

  @Test func missingGenresAreMadeOnceWhereAskedFor() throws {
    var reader = reader(creating: true)
    let first = try reader.read("genres+= Poetry ", .book)
    let second = try reader.read("genres+=POETRY", .book)
    #expect(first.values == [Assignment.Value(text: TestLibrary.id(99), name: "Poetry")])
    #expect(second.values == first.values)
    #expect(reader.missing.map(\.name) == ["Poetry"])
    #expect(throws: AssignmentError.self) { try reader.read("genres+=a\nb", .book) }
    #expect(throws: AssignmentError.self) { try reader.read("book=Nobody", .quote) }
  }
}

extension AssignmentParser {
  /// Parses `rating=5`, `genres+=Fantasy`, `genres-=Horror` or `review=`.
  fileprivate mutating func read(_ text: String, _ kind: Kind) throws(AssignmentError) -> Assignment {
    guard let (key, operation, value) = AssignmentParser.split(text) else { throw .notAnAssignment(text) }
    return try read(key: key, operation, value, kind)
  }
}
