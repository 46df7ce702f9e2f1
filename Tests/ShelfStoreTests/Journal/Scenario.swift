import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

/// A library and a change to it, made as a command would make it.
enum Scenario: String, CaseIterable {
  case add, set, deleteBook, deleteGenre, deleteTag, undo, redo, initialize

  /// Creates the library in its state before the change.
  func prepare(_ root: String) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    if self == .initialize {
      try Scenario.write("# mine\n*.tmp\n", to: root + "/.gitignore")
      return
    }
    for (path, text) in Scenario.files { try Scenario.write(text, to: root + "/" + path) }
    let disk = FaultyFileSystem()
    if self == .undo || self == .redo { try Scenario.deleteBook.perform(at: root, disk) }
    if self == .redo { try Scenario.undo.perform(at: root, disk) }
  }

  /// Makes the change as a command would.
  func perform(at root: String, _ fileSystem: any FileSystem) throws {
    let lock = try LibraryLock.acquire(at: root, fileSystem: fileSystem, command: rawValue)
    _ = Journal(at: root, fileSystem: fileSystem).recover(holding: lock)
    var label = Transaction.Label(command: rawValue, time: Scenario.now, limits: UndoLimits(entries: 2, megabytes: 1))
    let changes = try changes(root, fileSystem, &label)
    try Transaction(changes, at: root, fileSystem: fileSystem).commit(label, holding: lock)
  }

  private func changes(
    _ root: String, _ fileSystem: any FileSystem, _ label: inout Transaction.Label
  ) throws -> [FileChange] {
    switch self {
    case .initialize: return try NewLibrary(at: root, fileSystem: fileSystem).changes(name: "New")
    case .undo, .redo:
      let plan = try UndoPlan(1, self == .undo ? .changes : .undos, Journal(at: root, fileSystem: fileSystem))
      label.undoes = plan.entries.map(\.sequence)
      label.isRedo = self == .redo
      return plan.changes
    default: break
    }
    let library = try Library.load(at: root, fileSystem: fileSystem, threads: 1)
    // A record that could not be read this time must not be treated as missing.
    if let file = library.unreadable.first { throw file }
    var plan = EditPlan(library, now: Scenario.now)
    func field(_ key: String, _ kind: Kind) throws -> Field { try #require(library.schema.field(key, of: kind)) }
    func record(_ number: Int) throws -> Record {
      try #require(RecordID(Scenario.id(number)).flatMap { library.record($0) })
    }
    switch self {
    case .add:
      let id = try #require(RecordID(Scenario.id(99)))
      let text = Assignment.set(try field("text", .quote), to: "A new quote, in a new folder")
      let book = Assignment(try field("book", .quote), .set, [Assignment.Value(text: Scenario.id(11))])
      try plan.create(.quote, id, [text, book])
    case .set: try plan.change(record(10), [Assignment.set(try field("rating", .book), to: "5")])
    case .deleteBook: try plan.delete(record(10))
    case .deleteGenre: try plan.delete(record(1))
    default: try plan.delete(record(2))
    }
    return plan.changes
  }

  /// A genre of nine books, a book with two quotes in a separate folder, and an issue with a tag.
  private static let files: [(path: String, text: String)] =
    [
      ("shelf.yaml", "format: 1\nname: Test\n"),
      ("genres/a.yaml", "id: \(id(1))\nname: Genre # mine\n"), ("tags/a.yaml", "id: \(id(2))\nname: Tag\n"),
      (
        "issues/a.yaml",
        "id: \(id(3))\ntitle: Issue\ntags: [\(id(2))]\nbooks:\n  - \(id(10)) # Book 10\n  - \(id(11))\n"
      ),
    ]
    + (10..<19).map { ("books/\($0).yaml", "# \($0)\nid: \(id($0))\ntitle: Book \($0)\ngenres: [\(id(1))]\n") }
    + (30..<32).map { ("quotes/ten/\($0).yaml", "id: \(id($0))\nbook: \(id(10))\ntext: Quote \($0)\n") }

  static let now = Timestamp(secondsSince1970: 1_795_255_200)

  static func id(_ number: Int) -> String { "00000000-0000-4000-8000-" + padded(number, to: 12) }

  private static func write(_ text: String, to path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }
}

extension Transaction {
  /// Acquires the lock, finishes or discards an interrupted change, and makes the changes.
  consuming func commit(_ label: Label) throws(TransactionError) {
    if changes.isEmpty, label.undoes.isEmpty { return }
    let lock = try LibraryLock.acquire(at: journal.root, fileSystem: fileSystem, command: label.command)
    _ = journal.recover(holding: lock)
    try commit(label, holding: lock)
  }
}
