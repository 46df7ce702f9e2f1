import ShelfForms
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording
import YAMLEdit

/// The copy of a text that an editor works on. Each draft has its own folder in `.shelf/drafts`.
///
/// The folder also has the text that the copy was made from, so that a draft that was kept can be saved later. The
/// draft is kept unless shelf saved what it holds: an editor that returns at once may still be open and save into it.
final class Draft {
  /// The path in the library of the file that was copied.
  private let file: String
  /// The text that the editor was given first.
  let source: [UInt8]
  let path: String
  private let context: Context
  /// The file with the original text, which is locked as long as the draft is in use.
  private let lock: Int32

  private static let baseName = ".base"

  /// Writes a draft under the library's `.shelf`, under the file's own name. A draft that was kept and holds this same text
  /// is used again.
  static func make(of file: String, _ source: [UInt8], library: Library, context: Context) throws -> Draft {
    let journal = Journal(at: library.root, fileSystem: context.fileSystem)
    if let doubt = try journal.state().doubt { throw TransactionError.doubted(doubt) }
    let kept = try kept(of: file, library: library, context: context)
    if let unchanged = kept.first(where: { $0.source == source && $0.isUnchanged }) { return unchanged }
    // Another process with this number may have left a draft.
    let drafts = try journal.makeHome() + "/drafts/\(context.fileSystem.processID)"
    var folder = drafts
    var number = 1
    while try context.fileSystem.status(folder) != nil {
      number += 1
      folder = "\(drafts)-\(number)"
    }
    _ = try context.fileSystem.makeDirectories(folder)
    try context.fileSystem.createFile(
      folder + "/" + baseName, Array(file.utf8) + [0x0A] + source, mode: 0o600, synced: false)
    try context.fileSystem.createFile(folder + "/" + name(of: file), source, mode: 0o600, synced: false)
    return try Draft(folder, context)
  }

  /// Opens the draft in a folder.
  ///
  /// - Throws: `FileError`; its code is `wouldBlock` if another process uses the draft.
  private init(_ folder: String, _ context: Context) throws(FileError) {
    let (fileSystem, base) = (context.fileSystem, folder + "/" + Draft.baseName)
    let bytes = try fileSystem.contents(of: base, limit: Limits().bytes + Draft.pathLimit)
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    file = String(decoding: parts[0], as: UTF8.self)
    source = parts.count > 1 ? Array(parts[1]) : []
    path = folder + "/" + Draft.name(of: file)
    self.context = context
    lock = try fileSystem.open(base, in: nil, .read)
    // A disk without locks has one user at a time.
    if (try? fileSystem.tryLock(lock)) == false {
      fileSystem.close(lock)
      throw FileError(code: FileError.wouldBlock, operation: "lock", path: base)
    }
  }

  deinit {
    context.fileSystem.unlock(lock)
    context.fileSystem.close(lock)
  }

  private static let pathLimit = 4096

  private static func name(of file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

  private var folder: String { Draft.folder(of: path) }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// Returns the drafts of a file that were kept and that no process uses; none if git or another user may have written
  /// them.
  static func kept(of file: String, library: Library, context: Context) throws -> [Draft] {
    let workspace = try Workspace(library.root, in: context.host)
    let paths = KeptText(workspace).draftsOfFiles().filter { $0.hasSuffix("/" + name(of: file)) }
    if paths.isEmpty || workspace.tracksJournal { return [] }
    return paths.compactMap { path in
      let status = (try? context.fileSystem.status(path)).flatMap { $0 }
      let isOwn = status.map { context.fileSystem.owns(path, $0) } ?? false
      let draft = isOwn ? try? Draft(Draft.folder(of: path), context) : nil
      return draft?.file == file ? draft : nil
    }
  }

  /// Whether the draft holds the text that the editor was given first.
  var isUnchanged: Bool { (try? text()) == source }

  /// Opens the draft in the user's editor, and waits until the editor is closed.
  func open() throws {
    do {
      try Editor(context).open(path)
    } catch let failure as Editor.Failure {
      // Nothing was typed into an editor that did not start.
      if failure.isMissing, isUnchanged {
        remove()
        throw failure.error
      }
      throw kept(because: failure.error)
    }
  }

  /// Returns what the draft holds.
  ///
  /// - Throws: `FileError`.
  func text() throws(FileError) -> [UInt8] { try context.fileSystem.contents(of: path, limit: Limits().bytes) }

  /// Returns what was typed.
  ///
  /// - Throws: `CommandError` if it cannot be read; the draft is kept then.
  func typed() throws -> [UInt8] {
    do throws(FileError) { return try text() } catch {
      switch error.code {
      case FileError.notFound:
        remove()
        throw CommandError(.no, "the editor removed the draft; nothing was saved")
      case FileError.tooLarge:
        throw kept(
          because: CommandError(.no, "the draft is larger than \(Limits().bytes >> 20) MiB; nothing was saved"))
      default: throw kept(because: error)
      }
    }
  }

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

  /// Returns an error that also says where the draft is kept.
  func kept(because error: any Error) -> CommandError {
    var failure = CommandError(error) ?? CommandError(.library, "not saved")
    failure.report.hint =
      isUnchanged ? "the draft is kept in \(path), in case your editor is still open" : "your text is kept in \(path)"
    return failure
  }

  /// Says where a draft is kept in which nothing was changed by the time the editor returned.
  func noteUnchanged() {
    context.note(
      "the draft is kept in \(path), in case your editor is still open; set VISUAL or EDITOR to one that waits, such as "
        + "`code --wait` or `gvim --nofork`")
  }

  /// Keeps the draft with the text that was saved as its original one.
  func keep(saved: [UInt8]) {
    try? context.fileSystem.replaceFile(
      folder + "/" + Draft.baseName, Array(file.utf8) + [0x0A] + saved, mode: 0o600)
    noteUnchanged()
  }

  /// Removes the draft once what it held is saved; one that was changed again meanwhile is kept.
  func remove(saved: [UInt8]) {
    if (try? text()) == saved { return remove() }
    context.warn("the draft changed again while it was being saved; it is kept in \(path)")
  }

  /// Removes the draft, and the folders that are no longer needed.
  func remove() {
    try? context.fileSystem.remove(path)
    try? context.fileSystem.remove(folder + "/" + Draft.baseName)
    for folder in [folder, Draft.folder(of: folder)] { try? context.fileSystem.removeDirectory(folder) }
  }
}
