import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

@Suite struct NewLibraryTests {
  private let folder: TemporaryFolder
  private let disk = DiskFileSystem()

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String) throws {
    let changes = try NewLibrary(at: folder.path, fileSystem: disk).changes(name: name)
    let label = Transaction.Label(command: "init", time: Timestamp(secondsSince1970: 0))
    try Transaction(changes, at: folder.path, fileSystem: disk).commit(label)
  }

  @Test(arguments: ["My Books", "1984", "No", "a: b # c", "'\"\\", "Łódź 三体", " x ", "two\nlines", "---"])
  func theNameIsReadAsGiven(_ name: String) throws {
    try make(name)
    let library = try Library.load(at: folder.path, fileSystem: disk, threads: 1)
    #expect(library.manifest.name == name)
    #expect(library.records.isEmpty && library.unreadable.isEmpty)
    // A second run creates nothing.
    #expect(try NewLibrary(at: folder.path, fileSystem: disk).changes(name: "other").isEmpty)
  }

  @Test func linesOfTheOwnerStay() throws {
    let ignored = "# mine\n*.tmp\n.shelf/"
    try folder.write(".gitignore", "*.tmp")
    try folder.write(".gitattributes", "*.jpg binary\n")
    try folder.write("shelf.yaml", "format: 1 # mine\n")
    try make("x")
    let text = String(decoding: try folder.read(".gitignore"), as: UTF8.self)
    #expect(text.hasPrefix("*.tmp\n") && text.hasSuffix("\n.shelf/\n"))
    #expect(String(decoding: try folder.read(".gitattributes"), as: UTF8.self).hasPrefix("*.jpg binary\n#"))
    #expect(try folder.read("shelf.yaml") == Array("format: 1 # mine\n".utf8))
    try folder.write(".gitignore", ignored)
    #expect(try NewLibrary(at: folder.path, fileSystem: disk).changes(name: "x").isEmpty)
  }

  @Test func theExamplesBelongTogether() throws {
    try make("x")
    let empty = try Library.load(at: folder.path, fileSystem: disk, threads: 1)
    var plan = EditPlan(empty, now: EditPlan.testNow)
    var random = SeededGenerator(seed: 5)
    try SampleRecords(empty, today: EditPlan.testNow.date, now: EditPlan.testNow) { RecordID.random(using: &random) }
      .add(to: &plan)
    let label = Transaction.Label(command: "init", time: EditPlan.testNow)
    try Transaction(plan.changes, at: folder.path, fileSystem: disk).commit(label)
    let library = try Library.load(at: folder.path, fileSystem: disk, threads: 1)
    #expect(library.unreadable.isEmpty)
    #expect(Kind.allCases.map { kind in library.records.count { $0.kind == kind } } == [8, 1, 9, 1, 1])
    for record in library.records {
      for field in library.schema.fields(of: record.kind) {
        if field.isRequired { #expect(record.has(field), "\(record.path)") }
        if case .unreadable? = record.value(of: field) { Issue.record("\(field.key) of \(record.path)") }
        guard field.type.target != nil, case .ids(let ids)? = record.value(of: field) else { continue }
        #expect(ids.allSatisfy { library.record($0)?.kind == field.type.target })
      }
    }
  }

  @Test func findsTheLibraryUpwards() throws {
    try make("x")
    try folder.makeFolder("books/deep/er")
    #expect(try LibraryLocation.find(from: folder.path + "/books/deep/er", fileSystem: disk) == folder.path)
    #expect(try LibraryLocation.find(from: folder.path, fileSystem: disk) == folder.path)
    #expect(try LibraryLocation.check(folder.path + "/books/..", fileSystem: disk) == folder.path)
    #expect(throws: LibraryError.self) { try LibraryLocation.check(folder.path + "/books", fileSystem: disk) }
    #expect(throws: LibraryError.self) { try LibraryLocation.find(from: "/", fileSystem: disk) }
    #expect(throws: LibraryError.self) { try LibraryLocation.find(from: folder.path + "/none", fileSystem: disk) }
  }

  @Test(
    arguments: [
      ("id: \(TestLibrary.id(1))\ntitle: A\n", nil), ("id: \(TestLibrary.id(2))\ntitle: A\n", "the id must stay"),
      ("id: \(TestLibrary.id(1))\ntitle:\n", "“title” must not be empty"),
      ("id: \(TestLibrary.id(1))\n", "“title” must not be empty"), ("title: A\n", "has no id"), ("", "is empty"),
      ("id: \(TestLibrary.id(1))\ntitle: [\n", "expected"),
    ] as [(String, String?)])
  func checksWhatSomebodyTyped(_ text: String, _ reason: String?) throws {
    let library = try TestLibrary.make([])
    var failure: UnreadableFile?
    do { try library.check(Array(text.utf8), as: .book, path: "books/a.yaml", id: recordID(1)) } catch {
      failure = error
    }
    #expect((failure == nil) == (reason == nil))
    if let reason { #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")") }
  }
}
