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
}
