import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// The draft of the input that a browser or form has not saved yet, in a JSON file in `.shelf/drafts`.
///
/// The file is updated while the user types, and deleted once the input is saved or discarded. If the program ends in
/// any other way, such as a crash, the file remains, and the next program offers to resume its contents. The file is
/// locked while the program that owns it runs, so that other programs do not offer input that is still being typed.
/// Files that may have come with a git checkout, or that belong to another user, are never offered.
package final class InputDraft {
  private let workspace: Workspace
  /// The path, open descriptor and contents of this program's draft, or nil if there is no unsaved input.
  private var own: (path: String, file: Int32, text: UnsavedInput)?

  package init(_ workspace: Workspace) { self.workspace = workspace }

  deinit { release() }

  private var files: any FileSystem { workspace.host.fileSystem }
  private var folder: String { workspace.root + "/.shelf/drafts" }
  private static let start = "typed-"
  private static let end = ".json"
  /// The size limit, in bytes. shelf does not write larger files.
  private static let limit = 16 << 20

  /// The path of this program's draft, or nil if there is none.
  package var path: String? { own?.path }

  /// The contents of this program's draft, or nil if there is none.
  package var text: UnsavedInput? { own?.text }

  /// Saves the input as this program's draft, synced to the disk, and returns the file's path.
  ///
  /// - Throws: `FileError`, or `TransactionError.untrusted` if `.shelf` was not created by shelf.
  @discardableResult package func keep(_ text: UnsavedInput) throws -> String {
    let journal = workspace.journal
    if let distrust = try journal.state().distrust { throw TransactionError.untrusted(distrust) }
    _ = try journal.makeHome()
    if try !files.makeDirectories(folder).isEmpty { try? files.syncDirectory(workspace.root + "/.shelf") }
    let path = try own?.path ?? freePath()
    let file = try files.replaceFileInUse(path, InputDraft.json(text))
    release()
    own = (path, file, text)
    return path
  }

  /// Saves the input as a draft, or deletes the draft if the input is nil. Returns whether this succeeded.
  package func draft(_ text: UnsavedInput?) -> Bool {
    // An error can be ignored here. If the disk is full, saving the record will also fail and report it.
    guard let text else { return discard() }
    return (try? keep(text)) != nil
  }

  /// Returns an unused path for this process. A process can have several drafts, and process ids are reused.
  private func freePath() throws(FileError) -> String {
    var number = 1
    while true {
      let part = number == 1 ? "" : "-\(number)"
      let path = "\(folder)/\(InputDraft.start)\(files.processID)\(part)\(InputDraft.end)"
      if try files.status(path) == nil { return path }
      number += 1
    }
  }

  /// Deletes the draft after its input has been saved or discarded.
  ///
  /// - Returns: false if the file still exists.
  @discardableResult package func discard() -> Bool {
    guard let path else { return true }
    do throws(FileError) {
      try files.remove(path)
    } catch {
      if error.code != FileError.notFound { return false }
    }
    release()
    // Temporary files of killed programs are incomplete and useless.
    for name in names(in: folder) where name.hasPrefix(InputDraft.start) && !name.hasSuffix(InputDraft.end) {
      if files.isAbandoned(folder + "/" + name) { try? files.remove(folder + "/" + name) }
    }
    try? files.removeDirectory(folder)
    return true
  }

  private func release() {
    if let own {
      // Unlocks explicitly, because a child process that has just been started may have inherited the descriptor.
      files.unlock(own.file)
      files.close(own.file)
    }
    own = nil
  }

  /// Returns the drafts that other programs have left behind, with their paths. Returns no drafts if they may have come
  /// from git or from another user.
  package func all() -> [(text: UnsavedInput, path: String)] {
    let names = names(in: folder).filter { $0.hasPrefix(InputDraft.start) && $0.hasSuffix(InputDraft.end) }
    guard !names.isEmpty, (try? workspace.journal.state().distrust) == nil, !workspace.tracksJournal else { return [] }
    return names.sorted().compactMap { name in
      let path = folder + "/" + name
      guard path != own?.path, let status = try? files.status(path), status.type == .file,
        files.owns(path, status), !files.isInUse(path),
        let bytes = try? files.contents(of: path, limit: InputDraft.limit)
      else { return nil }
      return InputDraft.read(bytes).map { ($0, path) }
    }
  }

  /// Deletes all abandoned draft files with this input.
  package func forget(_ text: UnsavedInput) {
    for (kept, path) in all() where kept == text { try? files.remove(path) }
    try? files.removeDirectory(folder)
  }

  /// Returns the paths of editor drafts that were kept because they could not be saved as records.
  package func draftsOfFiles() -> [String] {
    guard (try? workspace.journal.state().distrust) == nil else { return [] }
    let folders = names(in: folder).filter { !$0.hasPrefix(InputDraft.start) }
    return folders.flatMap { name in
      names(in: folder + "/" + name).filter { !$0.hasPrefix(".") }.map { "\(folder)/\(name)/\($0)" }
    }.sorted()
  }

  private func names(in folder: String) -> [String] { (try? files.entries(in: folder))?.compactMap(\.name) ?? [] }

  // MARK: - File format

  private static func json(_ text: UnsavedInput) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("kind", text.kind.singular)
      json.member("records", text.records.map(\.description))
      json.key("values")
      json.array { json in
        for value in text.values {
          json.object { json in
            json.member("field", value.key)
            json.member("texts", value.texts)
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }

  private static func read(_ bytes: [UInt8]) -> UnsavedInput? {
    guard let json = try? JSONParser.parse(bytes), let name = json["kind"]?.text,
      let kind = Kind(singular: name)
    else { return nil }
    let records = (json["records"]?.items ?? []).map { $0.value.text.flatMap { RecordID($0) } }
    let values = (json["values"]?.items ?? []).compactMap { item -> UnsavedInput.Value? in
      guard let key = item.value["field"]?.text else { return nil }
      return UnsavedInput.Value(key: key, texts: (item.value["texts"]?.items ?? []).compactMap(\.value.text))
    }
    guard !records.contains(nil), !values.isEmpty else { return nil }
    return UnsavedInput(kind: kind, records: records.compactMap { $0 }, values: values)
  }
}
