import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore

/// Tests that doctor reports every file that is missing from lists because it cannot be read.
struct UnreadableFileTests {
  private static let faults = [
    "x: {a: 1, a: 2}\n", "title: B\n", "y: [\n", "y: \"abc\n", "y: |x\n", "y: *nope\n", "  y: 1\n", "\ty: 1\n",
    "y: \"\\q\"\n",
    "y: \(String(repeating: "[", count: 200))\(String(repeating: "]", count: 200))\n",
    "<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n", "...\nfoo\n", "---\ny: 1\n", "---\n", "y: \u{7}\n",
    "%YAML 9.9\n", "- y\n",
  ]

  /// Tests each fault alone and each pair of faults.
  @Test(arguments: faults) func everyFileThatIsNotListedIsFound(_ first: String) throws {
    for rest in [""] + UnreadableFileTests.faults {
      let text = "id: \(TestLibrary.id(1))\ntitle: A\n" + first + rest
      let empty = Library(
        root: "/library", manifest: Manifest(name: "Test"), schema: Schema(), records: [], unreadable: [])
      let library = empty.replacing(["books/a.yaml": Array(text.utf8)])
      let doctor = Doctor(
        today: CalendarDate(daysSince1970: 20_000), now: Timestamp(secondsSince1970: 0),
        newID: { RecordID(high: 0, low: 1) })
      let found = doctor.findings(in: library, strays: []).filter { $0.path == "books/a.yaml" }
      #expect(library.unreadable.count == 1 && library.records.isEmpty, "\(text.debugDescription)")
      #expect(!found.isEmpty, "\(text.debugDescription): \(library.unreadable.map(\.reason))")
    }
  }

  @Test("genres and tags are not called unused while a file that may use them cannot be read", arguments: Kind.allCases)
  func nothingIsUnused(_ kind: Kind) throws {
    let id = TestLibrary.id
    let empty = Library(
      root: "/library", manifest: Manifest(name: "Test"), schema: Schema(), records: [], unreadable: [])
    let library = empty.replacing([
      "genres/a.yaml": Array("id: \(id(1))\nname: Western\n".utf8),
      "tags/a.yaml": Array("id: \(id(2))\nname: urgent\n".utf8),
      "\(kind.plural)/x.yaml": Array("id: \(id(3))\n<<<<<<< ours\n".utf8),
    ])
    let doctor = Doctor(
      today: CalendarDate(daysSince1970: 20_000), now: Timestamp(secondsSince1970: 0),
      newID: { RecordID(high: 0, low: 1) })
    let found = doctor.findings(in: library, strays: []).map(\.check.code).filter { $0.hasPrefix("unused-") }
    let users: [String: [Kind]] = ["unused-genre": [.book], "unused-tag": [.book, .quote, .issue]]
    let expected = users.filter { !$0.value.contains(kind) }.keys.sorted()
    #expect(found.sorted() == expected, "\(kind)")
  }
}
