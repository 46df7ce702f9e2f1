import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

/// Tests that journal entries are read back as they were written, and that other contents are not read as an entry.
struct JournalEntryTests {
  /// Journals store the hash, so later versions must compute the same hash. The test vectors are from RFC 9923.
  @Test(arguments: [
    ("", "0-cbf29ce484222325"), ("a", "1-af63dc4c8601ec8c"), ("foobar", "6-85944171f73967e8"),
  ])
  func marks(_ text: String, _ mark: String) {
    #expect(JournalEntry.checksum(Array(text.utf8)) == mark)
    #expect(JournalEntry.size(mark) == text.utf8.count)
  }

  @Test(arguments: [
    ("0", 0), ("00000042", 42), ("999999999999999", 999_999_999_999_999), ("1000000000000000", nil), ("", nil),
    ("-1", nil), ("1 ", nil), ("/", nil), (":", nil), ("٣", nil),
  ])
  func numbers(_ text: String, _ number: Int?) {
    #expect(JournalEntry.number(text) == number)
  }

  /// Every text is read back unchanged, whether or not it needs quotes in YAML.
  @Test func whateverIsWrittenIsRead() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let texts = [
      "book add", "", " ", "a\nb", "\u{1B}[31m", "'", "\"", "# x", "a: b", "- x", "none", "true", "三体", "[a]", "\\",
      "~",
    ]
    func text() -> String { random.pick(texts) + random.pick(["", "x", "\t"]) + random.pick(texts) }
    func mark() -> String? { random.once(in: 3) ? nil : JournalEntry.checksum(Array(text().utf8)) }
    for _ in 0..<200 {
      let files = (0...Int.random(in: 0...3, using: &random)).map { _ in
        JournalEntry.File(path: "books/" + text(), oldChecksum: mark(), newChecksum: mark())
      }
      let undoes = (0..<Int.random(in: 0...2, using: &random)).map { $0 * 7 }
      let entry = JournalEntry(
        sequence: Int.random(in: 0...999_999, using: &random), time: Timestamp(secondsSince1970: 1_795_255_200),
        command: text(), undoes: undoes, isRedo: random.once(in: 2), files: files,
        oldSize: Int.random(in: 0...999, using: &random), inode: random.once(in: 2) ? nil : UInt64.max)
      let read = try #require(JournalEntry(try entry.bytes()))
      #expect(read.sequence == entry.sequence && read.time == entry.time && read.command == entry.command)
      #expect(read.undoes == undoes && read.isRedo == entry.isRedo && read.files == files)
      #expect(read.oldSize == entry.oldSize && read.inode == entry.inode && read.isFromElsewhere)
      #expect(read.isUndo == (!undoes.isEmpty && !entry.isRedo))
    }
  }

  private static let lines = [
    "sequence: 7", "time: 2026-11-21T10:00:00Z", "command: set", "size: 12", "paths: [books/a.yaml]", "old: [3-a]",
    "new: [none]",
  ]

  private static func entry(_ lines: some Sequence<String>) -> JournalEntry? {
    JournalEntry(Array(lines.joined(separator: "\n").utf8))
  }

  @Test(arguments: lines.indices) func everyLineIsNeeded(_ index: Int) {
    let key = Self.lines[index].prefix { $0 != ":" }
    func entry(_ value: String) -> JournalEntry? {
      Self.entry(Self.lines[..<index] + ["\(key): \(value)"] + Self.lines[(index + 1)...])
    }
    #expect(
      Self.entry(Self.lines)?.files == [JournalEntry.File(path: "books/a.yaml", oldChecksum: "3-a", newChecksum: nil)])
    #expect(Self.entry(Self.lines[..<index] + Self.lines[(index + 1)...]) == nil)
    #expect(entry("[]") == nil)
    // The lists of the files' properties must have the same length; a single text is treated as a list with one item.
    if index > 3 { #expect(entry("[x, y]") == nil && entry("x") != nil) }
    if index == 1 { #expect(entry("soon") == nil) }
  }

  /// An entry has the same limit on nesting as all other files.
  @Test(arguments: [(6, true), (7, true), (8, false), (9, false)]) func depth(_ lists: Int, _ isRead: Bool) {
    let nested = String(repeating: "[", count: lists) + String(repeating: "]", count: lists)
    #expect((Self.entry(Self.lines + ["more: " + nested]) != nil) == isRead)
  }

  /// An entry larger than any that the journal writes is not read.
  @Test func size() throws {
    let folder = try TemporaryFolder()
    let text = Self.lines.joined(separator: "\n") + "\n#"
    let comment = [UInt8](repeating: 0x20, count: (64 << 20) - text.utf8.count)
    try folder.write("entry.yaml", Array(text.utf8) + comment)
    let journal = Journal(at: folder.path, fileSystem: DiskFileSystem())
    #expect(try journal.entry(in: folder.path)?.command == "set")
    try folder.write("entry.yaml", Array(text.utf8) + comment + [0x20])
    #expect(try journal.entry(in: folder.path) == nil)
  }

  @Test(arguments: ["", "a", "[sequence]", "- 1", "{", "\u{0}"]) func nothingElseIsAnEntry(_ text: String) {
    #expect(JournalEntry(Array(text.utf8)) == nil)
  }

  /// Setting up git is not treated as a change to the library.
  @Test(arguments: [
    ([".gitignore"], true), ([".gitattributes", ".gitignore"], true), (["shelf.yaml", ".gitignore"], false),
    (["books/.gitignore"], false),
  ])
  func settingUp(_ paths: [String], _ isSetUp: Bool) {
    let entry = JournalEntry(
      sequence: 1, time: Timestamp(secondsSince1970: 0), command: "git", undoes: [], isRedo: false,
      files: paths.map { JournalEntry.File(path: $0, oldChecksum: nil, newChecksum: "1-a") }, oldSize: 0, inode: nil)
    #expect(entry.isSetUp == isSetUp)
  }

  /// The operations that a change may apply to a path: create, replace and remove a file of the library, and create and
  /// remove a stray record.
  @Test(arguments: [
    ("shelf.yaml", "own"), (".gitignore", "own"), (".gitattributes", "own"), ("books/a.yaml", "own"),
    ("books/a/b.txt", "own"), ("covers/a-00000001.jpg", "own"), ("covers/SOURCES.yaml", "own"),
    (".shelf/imports/x", "own"), ("books/\u{1}.yaml", "own"), ("a.yaml", "stray"), ("notes/a.yaml", "stray"),
    ("covers/a.yaml", "stray"), ("covers/a/b.jpg", "foreign"), ("a.txt", "foreign"), ("books", "foreign"),
    ("books/", "foreign"), ("books//a.yaml", "foreign"), ("/books/a.yaml", "foreign"), ("books/.a.yaml", "foreign"),
    ("books/a\0.yaml", "foreign"), (".shelf/imports/", "foreign"), (".shelf/lock", "foreign"), ("", "foreign"),
  ])
  func paths(_ path: String, _ expected: String) {
    let judged = JournalPath(path)
    #expect("\(judged)" == expected)
    let allowed = [(false, true), (true, false), (true, true)].map { judged.allows(hadFile: $0.0, hasFile: $0.1) }
    #expect(allowed == [expected != "foreign", expected != "foreign", expected == "own"])
  }
}
