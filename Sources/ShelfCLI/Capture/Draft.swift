import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording
import YAMLEdit

/// The copy of a file that an editor works on.
struct Draft {
  private let path: String
  private let source: [UInt8]
  private let context: Context

  /// Writes the draft under the library's `.shelf`, under the file's own name.
  init(of file: String, _ source: [UInt8], library: Library, context: Context) throws {
    self.context = context
    self.source = source
    let journal = Journal(at: library.root, fileSystem: context.fileSystem)
    if let doubt = try journal.state().doubt { throw TransactionError.doubted(doubt) }
    // Another process with this number may have left a draft.
    let drafts = try journal.makeHome() + "/drafts/\(context.fileSystem.processID)"
    var folder = drafts
    var number = 1
    while try context.fileSystem.status(folder) != nil {
      number += 1
      folder = "\(drafts)-\(number)"
    }
    path = folder + "/" + (file.split(separator: "/").last.map(String.init) ?? file)
    _ = try context.fileSystem.makeDirectories(folder)
    try context.fileSystem.createFile(path, source, mode: 0o600, synced: false)
  }

  /// Opens the draft in the user's editor, and waits until the editor is closed.
  func open() throws {
    do {
      try Editor(context).open(path)
    } catch let failure as CommandError {
      throw kept(because: failure)
    }
  }

  func text() throws -> [UInt8] { try context.fileSystem.contents(of: path, limit: Limits().bytes) }

  /// Shows what is wrong with the draft, and asks whether to go on editing.
  func report(_ error: UnreadableFile) throws {
    var failure = CommandError(error)
    failure.status = .no
    guard context.isInteractive else { throw kept(because: failure) }
    context.report(failure.report)
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
    let again = try? prompt.confirm("Edit again?", default: true)
    if again != true { throw kept(because: CommandError(.no, "not saved")) }
  }

  /// Asks what becomes of a draft in which something is wrong that a record may have: whether it is saved as it is, or edited
  /// again.
  func isWanted() throws -> Bool {
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
    let choices = ["edit again", "save it as it is", "leave the file as it was"]
    switch try? prompt.choice("What now?", choices, default: 0) {
    case 0: return false
    case 1: return true
    default: throw kept(because: CommandError(.no, "not saved"))
    }
  }

  /// Returns an error that also says where the draft is; an unchanged draft is removed.
  func kept(because error: any Error) -> CommandError {
    var failure = CommandError(error) ?? CommandError(.library, "not saved")
    guard let text = try? text(), text != source else {
      remove()
      return failure
    }
    failure.report.hint = "your text is kept in \(path)"
    return failure
  }

  /// Removes the draft, and the folders that are no longer needed.
  func remove() {
    try? context.fileSystem.remove(path)
    var folder = path
    for _ in 0..<2 {
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
      try? context.fileSystem.removeDirectory(folder)
    }
  }
}
