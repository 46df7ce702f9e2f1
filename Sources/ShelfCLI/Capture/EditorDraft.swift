import ShelfForms
import ShelfKit
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording
import YAMLEdit

/// A copy of a file or other text for the user to edit.
///
/// Each draft has a folder below `.shelf/drafts` with two files: the copy, which has the name of the original so that
/// the editor recognizes its type, and `.base`, which contains the path and the text that the copy was made from. With
/// that base, a draft that is saved late can still be merged into a file that has changed in the meantime. A lock on
/// `.base` shows other processes that the draft is in use.
///
/// A draft is removed only once shelf has saved exactly the text in it. An editor that returns immediately may still be
/// open and may save the draft later, so an unchanged draft is also kept.
final class EditorDraft {
  /// The path of the original in the library, or a name for text that does not come from a file.
  let file: String
  /// The original text.
  let source: [UInt8]
  let path: String
  private let context: Context
  /// The descriptor of `.base`, which is locked while the draft is in use.
  private let lock: Int32

  private static let baseName = ".base"

  /// Creates a draft, or reuses a kept draft with the same text.
  static func make(of file: String, _ source: [UInt8], library: Library, context: Context) throws -> EditorDraft {
    let journal = Journal(at: library.root, fileSystem: context.fileSystem)
    if let distrust = try journal.state().distrust { throw TransactionError.untrusted(distrust) }
    let kept = try kept(in: library, context) { $0.file == file && $0.source == source && $0.isUnchanged }
    if let unchanged = kept.first { return unchanged }
    // An earlier process with the same id may have left a draft.
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
    return try EditorDraft(folder, context)
  }

  /// Opens the draft in a folder.
  ///
  /// - Throws: `FileError`, with the code `wouldBlock` if another process uses the draft.
  private init(_ folder: String, _ context: Context) throws(FileError) {
    let (fileSystem, base) = (context.fileSystem, folder + "/" + EditorDraft.baseName)
    let bytes = try fileSystem.contents(of: base, limit: Limits().bytes + EditorDraft.pathLimit)
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    file = String(decoding: parts[0], as: UTF8.self)
    source = parts.count > 1 ? Array(parts[1]) : []
    path = folder + "/" + EditorDraft.name(of: file)
    self.context = context
    lock = try fileSystem.open(base, in: nil, .read)
    // On a file system without locks, the draft is treated as unused.
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

  private var folder: String { EditorDraft.folder(of: path) }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// Returns the drafts that were kept, are not in use by any process, and satisfy a condition.
  ///
  /// Skips drafts that another user or git may have written, because this user did not write their text.
  static func kept(
    in library: Library, _ context: Context, where isWanted: (EditorDraft) -> Bool
  ) throws -> [EditorDraft] {
    let workspace = try Workspace(library.root, in: context.host)
    let paths = InputDraft(workspace).draftsOfFiles()
    if paths.isEmpty || workspace.tracksJournal { return [] }
    return paths.compactMap { path in
      let status = (try? context.fileSystem.status(path)).flatMap { $0 }
      let isOwn = status.map { context.fileSystem.owns(path, $0) } ?? false
      let draft = isOwn ? try? EditorDraft(EditorDraft.folder(of: path), context) : nil
      // The folder may also contain backups that the editor made.
      return draft.flatMap { $0.path == path && isWanted($0) ? $0 : nil }
    }
  }

  /// Whether the draft still has the original text.
  var isUnchanged: Bool { (try? text()) == source }

  /// Opens the draft in the user's editor, and waits until the editor returns.
  ///
  /// - Throws: `CommandError` if the editor fails. The draft is then kept, unless the editor could not be started.
  func open() throws {
    do {
      try Editor(context).open(path)
    } catch let failure as Editor.Failure {
      // An editor that did not start cannot have changed the draft.
      if failure.isMissing, isUnchanged {
        remove()
        throw failure.error
      }
      throw kept(because: failure.error)
    }
  }

  /// Returns the text of the draft.
  ///
  /// - Throws: `FileError`.
  func text() throws(FileError) -> [UInt8] { try context.fileSystem.contents(of: path, limit: Limits().bytes) }

  /// Returns the text of the draft after editing.
  ///
  /// - Throws: `CommandError` if the text cannot be read. The draft is then kept, unless the editor removed it.
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

  /// Reports an error in the draft, and asks whether to edit the draft again.
  ///
  /// - Throws: `CommandError` if the user declines, or if shelf cannot prompt. The draft is then kept.
  func report(_ error: CommandError) throws {
    var failure = error
    failure.status = .no
    guard context.isInteractive else { throw kept(because: failure) }
    context.clearScreenOfBrowser()
    context.report(failure.report)
    let again = try? context.askYesOrNo("Edit again?", default: true)
    if again != true { throw kept(because: CommandError(.no, "not saved")) }
  }

  /// Asks what to do with a draft that is a valid record but has problems.
  ///
  /// - Returns: true to save the draft as it is, false to edit it again.
  /// - Throws: `CommandError` if the user declines both. The draft is then kept.
  func promptsToSave() throws -> Bool {
    let choices = ["edit it again", "save it as it is", "leave the file unchanged"]
    switch try? context.choose("What now?", choices) {
    case 0: return false
    case 1: return true
    default: throw kept(because: CommandError(.no, "not saved"))
    }
  }

  /// Returns the error with a hint about the draft's location.
  func kept(because error: any Error) -> CommandError {
    var failure = CommandError(error) ?? CommandError(.library, "not saved")
    failure.report.hint =
      isUnchanged ? "the draft is saved in \(path), in case your editor is still open" : "your text is saved in \(path)"
    return failure
  }

  /// Reports the draft's location if the draft was unchanged when the editor returned.
  func noteUnchanged() {
    context.note(
      "the draft is saved in \(path), in case your editor is still open; set VISUAL or EDITOR to one that waits, such as "
        + "`code --wait` or `gvim --nofork`")
  }

  /// Keeps the draft, and makes the saved text its new base.
  func keep(saved: [UInt8]) {
    try? context.fileSystem.replaceFile(
      folder + "/" + EditorDraft.baseName, Array(file.utf8) + [0x0A] + saved, mode: 0o600)
    noteUnchanged()
  }

  /// Removes the draft if it still has the text that was saved, and otherwise warns that it is kept.
  func remove(saved: [UInt8]) {
    if (try? text()) == saved { return remove() }
    context.warn("the draft changed again while it was being saved; the new version is in \(path)")
  }

  /// Removes the draft and any folders that this leaves empty.
  func remove() {
    try? context.fileSystem.remove(path)
    try? context.fileSystem.remove(folder + "/" + EditorDraft.baseName)
    for folder in [folder, EditorDraft.folder(of: folder)] { try? context.fileSystem.removeDirectory(folder) }
  }
}
