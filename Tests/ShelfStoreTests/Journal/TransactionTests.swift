import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests that either all files of a change are as requested, or there is an error and nothing has changed.
///
/// `CrashTests` covers crashes, and `FaultTests` covers individual failing calls.
@Suite struct TransactionTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\n")
    try folder.write("books/a.yaml", "old a\n")
    try folder.write("books/b.yaml", "old b\n")
    try folder.write("quotes/a/1.yaml", "old 1\n")
  }

  private static func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  private static func change(_ path: String, _ old: String?, _ new: String?) -> FileChange {
    FileChange(path: path, old: bytes(old), new: bytes(new))
  }

  /// A set of changes that replaces, removes and creates files.
  private static let changes = [
    change("books/a.yaml", "old a\n", "new a\n"), change("quotes/a/1.yaml", "old 1\n", nil),
    change("tags/deep/er/x.yaml", nil, "new x\n"), change("books/b.yaml", "old b\n", "new b, and longer\n"),
  ]

  private func commit(_ changes: [FileChange], _ fileSystem: any FileSystem = MeddlingFileSystem()) throws {
    let label = Transaction.Label(command: "test", time: Timestamp(secondsSince1970: 0))
    try Transaction(changes, at: root, fileSystem: fileSystem).commit(label)
  }

  /// The journal can contain the largest import, whose entry is larger than the maximum size of a record.
  @Test func manyFilesAreRecorded() throws {
    let folder = "quotes/" + String(repeating: "a", count: 60)
    let files = (0..<200_000).map {
      JournalEntry.File(path: "\(folder)/\($0).yaml", oldChecksum: nil, newChecksum: "1-f")
    }
    let entry = JournalEntry(
      sequence: 1, time: Timestamp(secondsSince1970: 0), command: "import", undoes: [], isRedo: false, files: files,
      oldSize: 0, inode: nil)
    let bytes = try entry.bytes()
    #expect(bytes.count > Limits().bytes)
    #expect(JournalEntry(bytes)?.files == files)
  }

  /// A file that differs from the expected old contents is detected before anything is written, so no number in the
  /// history is used up.
  @Test func aFirstLookIsTaken() throws {
    try folder.write("books/a.yaml", "OLD a\n")
    #expect(try refusal(Self.changes) == "changed books/a.yaml")
    let history = root + "/.shelf/history"
    #expect(((try? FileManager.default.contentsOfDirectory(atPath: history)) ?? []).isEmpty)
  }

  /// A record outside the kinds' folders can be removed and created, but not replaced.
  @Test func aStrayRecordIsNotReplaced() throws {
    try folder.write("stray.yaml", "old\n")
    #expect(try refusal([Self.change("stray.yaml", "old\n", "new\n")]) == "outside stray.yaml")
    try commit([Self.change("stray.yaml", "old\n", nil)])
    #expect(!FileManager.default.fileExists(atPath: root + "/stray.yaml"))
    try commit([Self.change("stray.yaml", nil, "old\n")])
    #expect(try folder.read("stray.yaml") == Array("old\n".utf8))
  }

  /// Checks that a change is refused without any effect, and returns the reason.
  private func refusal(_ changes: [FileChange], _ fileSystem: any FileSystem = MeddlingFileSystem()) throws -> String {
    let before = try Tree(of: root)
    var failure: TransactionError?
    do { try commit(changes, fileSystem) } catch { failure = error as? TransactionError }
    let after = try Tree(of: root)
    #expect(after.library == before.library)
    #expect(after.leftovers == before.leftovers)
    switch failure {
    case .changed(let path)?: return "changed \(path)"
    case .readOnly(let path)?: return "read-only \(path)"
    case .outside(let path)?: return "outside \(path)"
    case .file(let error)?: return "file \(error.code)"
    case nil: return "none"
    default: return "other"
    }
  }

  private func contents(_ path: String) -> String? {
    (try? folder.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Requested changes

  @Test func replacesDeletesAndCreates() throws {
    try commit(Self.changes)
    let tree = try Tree(of: root)
    #expect(contents("books/a.yaml") == "new a\n")
    #expect(contents("books/b.yaml") == "new b, and longer\n")
    #expect(contents("tags/deep/er/x.yaml") == "new x\n")
    #expect(
      Set(tree.library.keys) == [
        "shelf.yaml", "books/a.yaml", "books/b.yaml", "tags/deep", "tags/deep/er", "tags/deep/er/x.yaml",
      ])
    #expect(tree.leftovers.isEmpty)
  }

  @Test func nothingIsNothing() throws {
    let before = try Tree(of: root)
    try commit([])
    #expect(try Tree(of: root) == before)
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o755, 0o4644] as [UInt32]) func permissionBitsStay(_ mode: UInt32) throws {
    try #require(chmod(root + "/books/a.yaml", mode_t(mode)) == 0)
    try commit(Self.changes)
    #expect(try DiskFileSystem().status(root + "/books/a.yaml")?.mode == mode)
    let made = try #require(try DiskFileSystem().status(root + "/tags/deep/er/x.yaml"))
    #expect(made.mode & ~0o666 == 0 && made.mode & 0o600 == 0o600)
  }

  /// A record that another one is merged into gets the stricter permissions of the two. A file that only referred to
  /// the deleted record keeps its own.
  @Test(
    arguments: [
      (0o600, 0o644, 0o600), (0o644, 0o600, 0o600), (0o640, 0o604, 0o600), (0o644, 0o664, 0o664), (0o400, 0o644, nil),
    ] as [(UInt32, UInt32, UInt32?)])
  func aMergeKeepsTheStricterPermissions(_ merged: UInt32, _ kept: UInt32, _ result: UInt32?) throws {
    let id = "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10"
    let files = ["books/dune.yaml": "id: \(id)\n", "books/emma.yaml": "title: Emma\n", "tags/x.yaml": "book: \(id)\n"]
    for (path, text) in files { try folder.write(path, text) }
    for (path, mode) in [("dune", merged), ("emma", kept)] {
      try #require(chmod(root + "/books/\(path).yaml", mode_t(mode)) == 0)
    }
    try #require(chmod(root + "/tags/x.yaml", 0o644) == 0)
    let changes = [
      Self.change("books/dune.yaml", files["books/dune.yaml"], nil),
      Self.change("books/emma.yaml", files["books/emma.yaml"], "title: Emma\nformerIds: [\(id)]\n"),
      Self.change("tags/x.yaml", files["tags/x.yaml"], "book:\n"),
    ]
    guard let result else {
      #expect(try refusal(changes) == "read-only books/dune.yaml")
      return
    }
    try commit(changes)
    #expect(try DiskFileSystem().status(root + "/books/emma.yaml")?.mode == result)
    #expect(try DiskFileSystem().status(root + "/tags/x.yaml")?.mode == 0o644)
    for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/.shelf") where path.hasSuffix("1.new") {
      #expect(try DiskFileSystem().status(root + "/.shelf/" + path)?.mode == result)
    }
  }

  @Test func oddNamesAndContents() throws {
    let names = [
      "books/a b.yaml", "books/a\nb.yaml", "books/三体.yaml", "books/\u{1B}.yaml", "books/-x.yaml", "books/'.yaml",
    ]
    let contents = ["", "\n", "a\r\n", String(repeating: "x", count: 1 << 20), "\0", "no end"]
    try commit(zip(names, contents).map { Self.change($0, nil, $1) })
    for (name, text) in zip(names, contents) { #expect(self.contents(name) == text) }
    try commit(zip(names, contents).map { Self.change($0, $1, $1 + "!") })
    try commit(zip(names, contents).map { Self.change($0, $1 + "!", nil) })
    #expect(
      try Tree(of: root).library.keys.filter { $0.hasPrefix("books/") }.sorted() == ["books/a.yaml", "books/b.yaml"])
  }

  @Test func interruptedCallsAndShortWritesAreNoErrors() throws {
    let disk = MeddlingFileSystem(interrupts: true)
    try commit(Self.changes, disk)
    #expect(contents("books/b.yaml") == "new b, and longer\n")
    #expect(try Tree(of: root).leftovers.isEmpty)
  }

  // MARK: Concurrent changes by others

  @Test(arguments: ["old A\n", "old", "old a\nmore\n", "", nil, "link", "folder", "fifo"])
  func aFileThatHasChanged(_ present: String?) throws {
    let path = root + "/books/a.yaml"
    try FileManager.default.removeItem(atPath: path)
    switch present {
    case nil: break
    case "link":
      try folder.write("elsewhere", "old a\n")
      try #require(symlink("../elsewhere", path) == 0)
    case "folder": try folder.makeFolder("books/a.yaml")
    case "fifo": try #require(mkfifo(path, 0o644) == 0)
    case let text?: try folder.write("books/a.yaml", text)
    }
    #expect(try refusal(Self.changes) == "changed books/a.yaml")
    #expect(try refusal([Self.change("books/a.yaml", "old a\n", nil)]) == "changed books/a.yaml")
  }

  @Test(arguments: ["old", "read-only", "link", "folder"]) func aNewFileThatIsThereAlready(_ present: String) throws {
    switch present {
    case "link":
      try folder.makeFolder("tags/deep/er")
      try #require(symlink("nowhere", root + "/tags/deep/er/x.yaml") == 0)
    case "folder": try folder.makeFolder("tags/deep/er/x.yaml")
    case "read-only":
      try folder.write("tags/deep/er/x.yaml", present)
      try #require(chmod(root + "/tags/deep/er/x.yaml", 0o444) == 0)
    default: try folder.write("tags/deep/er/x.yaml", present)
    }
    #expect(try refusal(Self.changes) == "changed tags/deep/er/x.yaml")
  }

  /// A user saves a file after the change was staged. All other files are restored, and this file is not touched.
  @Test(arguments: ["books/a.yaml", "quotes/a/1.yaml", "tags/deep/er/x.yaml", "books/b.yaml"])
  func aFileThatChangesMeanwhile(_ path: String) throws {
    var expected = try Tree(of: root).library.filter { !$0.value.hasSuffix("folder") }
    let (folder, file) = (folder, URL(filePath: root + "/" + path))
    let disk = MeddlingFileSystem { call in
      guard call.name == "rename", call.path.hasSuffix("/.shelf/pending") else { return nil }
      try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data("mine\n".utf8).write(to: file)
      return nil
    }
    let error = #expect(throws: TransactionError.self) { try commit(Self.changes, disk) }
    guard case .changed(path)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expected[path] = "644 mine\n"
    let tree = try Tree(of: folder.path)
    #expect(tree.library.filter { !$0.value.hasSuffix("folder") } == expected)
    #expect(tree.leftovers.isEmpty)
  }

  /// A user saves a file right before it is replaced, in place or as a new file. The user's version is restored.
  @Test(arguments: ["books/a.yaml", "quotes/a/1.yaml", "tags/deep/er/x.yaml", "books/b.yaml"], [true, false])
  func aFileThatIsSavedAtTheLastMoment(_ path: String, _ isInPlace: Bool) throws {
    var expected = try Tree(of: root).library.filter { !$0.value.hasSuffix("folder") }
    let (file, saves) = (URL(filePath: root + "/" + path), Counter())
    let disk = MeddlingFileSystem { made in
      guard ["rename", "remove"].contains(made.name), made.path.hasSuffix("/" + path), saves.next() == 0 else {
        return nil
      }
      try? Data("mine\n".utf8).write(to: file, options: isInPlace ? [] : .atomic)
      return nil
    }
    let error = #expect(throws: TransactionError.self) { try commit(Self.changes, disk) }
    guard case .changed(path)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expected[path] = "644 mine\n"
    let tree = try Tree(of: root)
    #expect(tree.library.filter { !$0.value.hasSuffix("folder") } == expected)
    #expect(tree.leftovers.isEmpty)
  }

  /// The process crashes right after it has replaced a version that a user saved just before. The next process restores
  /// that version.
  @Test(arguments: ["books/a.yaml", "quotes/a/1.yaml"]) func aSaveAtTheLastMomentOutlivesACrash(_ path: String) throws {
    let expected = try Tree(of: root).library.filter { !$0.value.hasSuffix("folder") }
    let change = try #require(Self.changes.first { $0.path == path })
    let counter = FaultyFileSystem()
    try commit([change], counter)
    let call = change.new == nil ? "remove \(root)/\(path)" : "exchange \(root)/\(path)"
    let number = try #require(counter.calls.firstIndex(of: call)) + 2
    let tests = try TransactionTests()
    try? tests.commit([change], FaultyFileSystem(.crash, at: number))
    let taken = tests.root + "/.shelf/pending/0." + (change.new == nil ? "gone" : "new.swap")
    try Data("mine\n".utf8).write(to: URL(filePath: taken))
    guard case .discarded(_, path)? = Journal(at: tests.root, fileSystem: DiskFileSystem()).recover() else {
      Issue.record("the change was not discarded")
      return
    }
    let tree = try Tree(of: tests.root)
    #expect(tree.library.filter { !$0.value.hasSuffix("folder") } == expected.merging([path: "644 mine\n"]) { $1 })
    #expect(tree.leftovers.isEmpty)
  }

  @Test func disksThatExchangeNothing() throws {
    try commit(Self.changes, MeddlingFileSystem(exchanges: false))
    #expect(contents("books/a.yaml") == "new a\n" && contents("quotes/a/1.yaml") == nil)
    #expect(try Tree(of: root).leftovers.isEmpty)
    #expect(throws: TransactionError.self) {
      let fails = MeddlingFileSystem(exchanges: false) { $0.path.hasSuffix("/books/b.yaml") ? EIO : nil }
      try commit(
        [Self.change("books/a.yaml", "new a\n", "x"), Self.change("books/b.yaml", "new b, and longer\n", "x")], fails)
    }
    #expect(contents("books/a.yaml") == "new a\n")
  }

  /// The copies of a file in the history have the file's permissions, and a moved file keeps its permissions.
  @Test func thePermissionsOfAFileHoldForItsCopies() throws {
    try #require(chmod(root + "/books/a.yaml", 0o600) == 0)
    try commit([Self.change("books/a.yaml", "old a\n", "new a\n")])
    let kept = try Tree(of: root + "/.shelf/history/00000001-6").entries
    #expect(kept["0.old"] == "600 old a\n" && kept["0.new"] == "600 new a\n")
    #expect(kept["entry.yaml"]?.hasPrefix("600 ") == true)
    try commit([Self.change("tags/a.yaml", nil, "new a\n"), Self.change("books/a.yaml", "new a\n", nil)])
    #expect(try Tree(of: root).library["tags/a.yaml"] == "600 new a\n")
    try commit([Self.change("books/c.yaml", nil, "c\n")])
    #expect(try Tree(of: root).library["books/c.yaml"] == "644 c\n")
  }

  /// An import base can be read only by those who can read the other files of the change and the imported file.
  @Test func thePermissionsOfAnImportBase() throws {
    let path = ".shelf/imports/csv.jsonl"
    func mode() throws -> String? { try Tree(of: root + "/.shelf/imports").entries["csv.jsonl"] }
    try commit([Self.change("books/b.yaml", "old b\n", "new b\n"), Self.change(path, nil, "1\n")])
    #expect(try mode() == "644 1\n")
    try #require(chmod(root + "/books/a.yaml", 0o640) == 0)
    try commit([Self.change("books/a.yaml", "old a\n", "new a\n"), Self.change(path, "1\n", "2\n")])
    #expect(try mode() == "640 2\n")
    var base = Self.change(path, "2\n", "3\n")
    base.mode = 0o600
    try commit([base])
    #expect(try mode() == "600 3\n")
    try commit([Self.change("books/b.yaml", "new b\n", "old b\n"), Self.change(path, "3\n", "4\n")])
    #expect(try mode() == "600 4\n")
    try commit([Self.change(path, "4\n", nil)])
    base = Self.change(path, nil, "5\n")
    base.mode = 0o600
    try commit([Self.change("books/b.yaml", "old b\n", "new b\n"), base])
    #expect(try mode() == "600 5\n")
  }

  /// For changes to many files, only the sizes are checked first. Each file is read right before it is replaced.
  @Test(arguments: ["own 5\n", "mine, and longer\n"]) func oneOfManyFilesHasChanged(_ text: String) throws {
    var changes: [FileChange] = []
    for index in 0..<20 {
      try folder.write("books/many-\(index).yaml", "old \(index)\n")
      changes.append(Self.change("books/many-\(index).yaml", "old \(index)\n", "new \(index)\n"))
    }
    try folder.write("books/many-5.yaml", text)
    #expect(try refusal(changes) == "changed books/many-5.yaml")
  }

  @Test func aReadOnlyFileIsLeftAlone() throws {
    for mode in [0o444, 0o400, 0o555] as [mode_t] {
      try #require(chmod(root + "/books/b.yaml", mode) == 0)
      #expect(try refusal(Self.changes) == "read-only books/b.yaml")
      #expect(try refusal([Self.change("books/b.yaml", "old b\n", nil)]) == "read-only books/b.yaml")
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere")) func aFolderThatMayNotBeWritten() throws {
    try #require(chmod(root + "/quotes/a", 0o555) == 0)
    #expect(try refusal(Self.changes) == "file \(EACCES)")
    try #require(chmod(root + "/quotes/a", 0o755) == 0)
  }

  /// The newest failed change stays in the history, so that its number is not used again. Older failed changes are
  /// removed.
  @Test func theNumberOfAFailedChangeStays() throws {
    let disk = MeddlingFileSystem { call in
      call.name == "rename" && call.path.hasSuffix("/books/b.yaml") ? EIO : nil
    }
    try commit([Self.change("tags/x.yaml", nil, "x\n")])
    for number in 2...4 {
      #expect(try refusal(Self.changes, disk) == "file \(EIO)")
      let history = try FileManager.default.contentsOfDirectory(atPath: root + "/.shelf/history")
      #expect(history.sorted() == ["00000001-0", "0000000\(number)-failed"])
    }
  }

  /// A file that disappears between two checks is treated as changed, and a file that cannot be read is an error.
  @Test(arguments: [(ENOENT, "changed books/a.yaml"), (EFBIG, "changed books/a.yaml"), (EIO, "file \(EIO)")])
  func aFileThatCannotBeReadAgain(_ code: Int32, _ reason: String) throws {
    try LibraryLock.acquire(at: root, fileSystem: DiskFileSystem(), command: "first").release()
    let counter = FaultyFileSystem(.error(code), at: Int.max)
    #expect(try refusal([Self.changes[0], Self.change("none", nil, "x")], counter) == "outside none")
    let number = try #require(counter.calls.firstIndex(of: "open \(root)/books/a.yaml"))
    #expect(try refusal(Self.changes, FaultyFileSystem(.error(code), at: number + 1)) == reason)
  }

  /// All files are closed: when a change succeeds, fails or is finished later, and when the history is read.
  @Test func filesAreClosed() throws {
    try #require(chmod(root + "/books/a.yaml", 0o755) == 0)
    for step in [nil, "/books/b.yaml", "/.shelf/undone", "/.shelf/history/"] as [String?] {
      let disk = MeddlingFileSystem { call in
        step.map { call.name == "rename" && call.path.contains($0) } ?? false ? EIO : nil
      }
      try? commit(step == nil ? [Self.change("tags/x.yaml", nil, "x\n")] : Self.changes, disk)
      #expect(disk.openFiles.isEmpty)
      let journal = Journal(at: root, fileSystem: MeddlingFileSystem())
      _ = (journal.recover(), try journal.readHistory())
      #expect((journal.fileSystem as? MeddlingFileSystem)?.openFiles.isEmpty == true)
    }
  }

  /// Changes get consecutive numbers, starting after the newest change.
  @Test func changesAreNumbered() throws {
    let disk = DiskFileSystem()
    let label = Transaction.Label(command: "test", time: Timestamp(secondsSince1970: 0))
    let lock = try LibraryLock.acquire(at: root, fileSystem: disk, command: "test")
    let changes = [[Self.change("tags/x.yaml", nil, "x\n")], [], [Self.change("tags/x.yaml", "x\n", "y\n")]]
    let numbers = try changes.map { try Transaction($0, at: root, fileSystem: disk).commit(label, holding: lock) }
    #expect(numbers == [1, nil, 2])
  }

  /// If the file system does not support hard links, the old contents are copied, with the file's permissions.
  @Test func disksWithoutLinks() throws {
    try #require(chmod(root + "/books/a.yaml", 0o640) == 0)
    try commit(Self.changes, MeddlingFileSystem { $0.name == "link" ? EPERM : nil })
    let kept = try Tree(of: root + "/.shelf/history/00000001-18").entries
    #expect(kept["0.old"] == "640 old a\n" && kept["1.old"] == "644 old 1\n" && kept["3.old"] == "644 old b\n")
  }

  /// The folder for covers is removed together with the last cover, but the kinds' folders are kept.
  @Test(arguments: [("covers/\(TestLibrary.id(1)).jpg", []), ("tags/x.yaml", ["tags"]), ("tags/a/b/x.yaml", ["tags"])])
  func emptyFoldersGo(_ path: String, _ left: [String]) throws {
    func made() throws -> [String] {
      try Tree(of: root).entries.keys.filter { $0.hasPrefix("covers") || $0.hasPrefix("tags") }
    }
    try commit([Self.change(path, nil, "x")])
    #expect(try made().contains(path))
    try commit([Self.change(path, "x", nil)])
    #expect(try made() == left)
  }

  /// Copies of the new contents are kept for changes to up to eight files.
  @Test(arguments: [8, 9]) func copiesOfFewFilesAreKept(_ count: Int) throws {
    try commit((0..<count).map { Self.change("tags/\($0).yaml", nil, "x\n") })
    let kept = try FileManager.default.contentsOfDirectory(atPath: root + "/.shelf/history/00000001-0")
    #expect(kept.sorted() == (count == 8 ? (0..<8).map { "\($0).new" } : []) + ["entry.yaml"])
  }

  // MARK: Paths outside the library

  @Test(arguments: [
    "../x.yaml", "books/../../x.yaml", "books/../a.yaml", "/etc/x.yaml", "", ".", "..", "books/./a.yaml",
    "books//a.yaml",
    "books/", "books/..",
  ])
  func pathsThatLeadOut(_ path: String) throws {
    #expect(try refusal([Self.change(path, nil, "x")]) == "outside \(path)")
    #expect(try refusal(Self.changes + [Self.change(path, nil, "x")]) == "outside \(path)")
  }

  @Test func pathsThroughLinks() throws {
    let outside = try TemporaryFolder()
    try outside.write("a.yaml", "old a\n")
    try #require(symlink(outside.path, root + "/issues") == 0)
    try #require(symlink("../books", root + "/quotes/link") == 0)
    let before = try Tree(of: outside.path)
    for path in ["issues/a.yaml", "issues/new/x.yaml", "quotes/link/a.yaml", "quotes/link/x.yaml"] {
      #expect(try refusal([Self.change(path, path.hasSuffix("a.yaml") ? "old a\n" : nil, "x")]) == "outside \(path)")
    }
    #expect(try Tree(of: outside.path) == before)
  }

  @Test func aFileWhereAFolderIsNeeded() throws {
    try folder.write("tags", "a file\n")
    #expect(try refusal(Self.changes).hasPrefix("file "))
  }

  @Test(arguments: ["link", "file", "fifo"]) func theStateOfTheProgramIsNoFolder(_ what: String) throws {
    let outside = try TemporaryFolder()
    switch what {
    case "link": try #require(symlink(outside.path, root + "/.shelf") == 0)
    case "file": try folder.write(".shelf", "a file\n")
    default: try #require(mkfifo(root + "/.shelf", 0o644) == 0)
    }
    #expect(try refusal(Self.changes).hasPrefix("file "))
    #expect(try Tree(of: outside.path).entries.isEmpty)
  }

  @Test(arguments: ["lock", "history", "staging", "pending"]) func aPartOfTheStateIsALink(_ name: String) throws {
    let outside = try TemporaryFolder()
    try folder.makeFolder(".shelf")
    try #require(symlink(outside.path, root + "/.shelf/" + name) == 0)
    let before = try Tree(of: root).library
    try? commit(Self.changes)
    #expect(try Tree(of: outside.path).entries.isEmpty)
    let after = try Tree(of: root).library
    #expect(after == before || contents("books/b.yaml") == "new b, and longer\n")
  }

  // MARK: Persistent errors

  /// The disk becomes full at one of the calls. From then on, nothing can be written, but files can still be moved and
  /// deleted.
  @Test func aDiskThatIsFullFromHereOn() throws {
    var number = 0
    while true {
      let count = Counter()
      let limit = number
      let disk = MeddlingFileSystem { call in
        guard ["create", "write", "makeDirectory"].contains(call.name) else { return nil }
        return count.next() >= limit ? ENOSPC : nil
      }
      let reason = try refusalOrSuccess(disk)
      if reason == "none" { break }
      #expect(reason == "file \(ENOSPC)", "from call \(number) on")
      number += 1
    }
    #expect(number > 8)
  }

  /// One folder cannot be changed at all.
  @Test(arguments: ["/books/", "/quotes/", "/tags"], [EACCES, EROFS, EIO]) func aFolderThatRefuses(
    _ part: String, _ code: Int32
  ) throws {
    let disk = MeddlingFileSystem { call in
      call.path.contains(part) && !call.path.contains("/.shelf/") ? code : nil
    }
    #expect(try refusal(Self.changes, disk) == "file \(code)")
  }

  private func refusalOrSuccess(_ disk: MeddlingFileSystem) throws -> String {
    let before = try Tree(of: root)
    do {
      try commit(Self.changes, disk)
      return "none"
    } catch TransactionError.file(let error) {
      let after = try Tree(of: root)
      #expect(after.library == before.library)
      #expect(after.leftovers.isEmpty, "\(after.leftovers)")
      return "file \(error.code)"
    }
  }

  // MARK: Concurrent writers

  @Test func writersWaitForEachOther() async throws {
    try folder.write("books/counter.yaml", "0")
    let root = root
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            let disk = MeddlingFileSystem()
            let lock = try LibraryLock.acquire(
              at: root, fileSystem: DiskFileSystem(), command: "count", timeout: 60_000)
            let old = try disk.contents(of: root + "/books/counter.yaml", limit: 100)
            let number = Int(String(decoding: old, as: UTF8.self)) ?? 0
            let change = FileChange(path: "books/counter.yaml", old: old, new: Array(String(number + 1).utf8))
            let label = Transaction.Label(command: "count", time: Timestamp(secondsSince1970: 0))
            try Transaction([change], at: root, fileSystem: disk).commit(label, holding: lock)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(contents("books/counter.yaml") == "40")
  }
}
