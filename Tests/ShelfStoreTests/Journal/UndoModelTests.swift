import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Compares random sequences of changes, undos and redos with a model of two stacks, one of changes and one of undos.
/// The record of imports is restored together with the records of the library, but does not count as a change by
/// itself.
struct UndoModelTests {
  private typealias Files = [String: [UInt8]]

  /// A change in the model.
  private struct Change {
    let command: String
    let files: [FileChange]
  }

  private let folder: TemporaryFolder
  private let disk = DiskFileSystem()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\n")
  }

  private func commit(_ changes: [FileChange], _ command: String, undoes: [Int] = [], isRedo: Bool = false) throws {
    let label = Transaction.Label(
      command: command, time: Timestamp(secondsSince1970: 0), undoes: undoes, isRedo: isRedo)
    try Transaction(changes, at: folder.path, fileSystem: disk).commit(label)
  }

  /// Undoes or redoes changes. Returns nil on success, or the number of available changes if there are too few.
  private func take(_ count: Int, _ direction: UndoPlan.Direction, _ commands: [String]) throws -> Int? {
    do {
      let plan = try UndoPlan(count, direction, Journal(at: folder.path, fileSystem: disk))
      #expect(plan.entries.map(\.command) == commands && plan.undoneElsewhere.isEmpty && plan.skipped.isEmpty)
      try commit(
        plan.changes, direction == .changes ? "undo" : "redo", undoes: plan.entries.map(\.sequence),
        isRedo: direction == .undos)
      return nil
    } catch UndoPlan.Failure.tooFew(let there, direction) {
      return there
    }
  }

  @Test(arguments: RandomHistories.parts(8, whenFull: 400))
  func twoStacks(_ histories: RandomHistories) throws { try histories.forEach(check) }

  /// Runs a history in a separate library.
  private func check(_ random: SeededGenerator, _ name: String) throws { try UndoModelTests().run(random, name) }

  private func run(_ generator: SeededGenerator, _ name: String) throws {
    var random = generator
    let paths = (0..<5).map { "books/\($0).yaml" }
    let memory = ".shelf/imports/csv.jsonl"
    func remembering(_ step: Int) -> FileChange {
      let old = try? folder.read(memory)
      return FileChange(path: memory, old: old, new: (old ?? []) + Array("{\"contents\":\"\(step)\"}\n".utf8))
    }
    var files: Files = [:]
    // The changes that can be undone, and the groups that were undone together, both with the newest last.
    var (done, undone): ([Change], [[Change]]) = ([], [])
    for step in 0..<25 {
      let place: Comment = "\(name), step \(step)"
      let count = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0:
        let ignored = try? folder.read(".gitignore")
        if random.once(in: 2) {
          try commit([remembering(step)], "import")
        } else {
          try commit([FileChange(path: ".gitignore", old: ignored, new: Array("\(step)\n".utf8))], "git")
        }
      case 1...4:
        var changes = paths.shuffled(using: &random).prefix(count).map { path in
          let isRemoved = files[path] != nil && random.once(in: 3)
          return FileChange(path: path, old: files[path], new: isRemoved ? nil : Array("\(step)\n".utf8))
        }
        if random.once(in: 2) { changes.append(remembering(step)) }
        for change in changes { files[change.path] = change.new }
        try commit(changes, "step \(step)")
        done.append(Change(command: "step \(step)", files: changes))
        undone = []
      case 5...7:
        let there = try take(count, .changes, done.suffix(count).reversed().map(\.command))
        #expect(there == (done.count < count ? done.count : nil), place)
        if there != nil { break }
        for change in done.suffix(count).reversed() {
          for file in change.files { files[file.path] = file.old }
        }
        if let first = done.suffix(count).flatMap(\.files).first(where: { $0.path == memory }) {
          #expect((try? folder.read(memory)) == first.old, place)
        }
        undone.append(done.suffix(count))
        done.removeLast(count)
      default:
        var groups: [[Change]] = []
        while groups.joined().count < count, groups.count < undone.count {
          groups.append(undone[undone.count - 1 - groups.count])
        }
        let there = try take(count, .undos, groups.map { _ in "undo" })
        #expect(there == (groups.joined().count < count ? groups.joined().count : nil), place)
        if there != nil { break }
        for change in groups.joined() {
          for file in change.files { files[file.path] = file.new }
        }
        done += groups.joined()
        undone.removeLast(groups.count)
      }
      for path in paths { #expect((try? folder.read(path)) == files[path], place) }
    }
  }
}
