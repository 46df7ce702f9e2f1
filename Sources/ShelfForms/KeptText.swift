import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// What is being typed in a browser or a form, in a file below `.shelf/drafts` that follows it until it is saved or
/// thrown away. What a program leaves there, however it ended, is offered by the next one.
///
/// The file is locked as long as its program lives, so that no one is offered what another program's user is typing.
package final class KeptText {
  private let workspace: Workspace
  /// The file of this program, with its descriptor and what it holds; nil where nothing is being typed.
  private var own: (path: String, file: Int32, text: TypedText)?

  package init(_ workspace: Workspace) { self.workspace = workspace }

  deinit { release() }

  private var files: any FileSystem { workspace.host.fileSystem }
  private var folder: String { workspace.root + "/.shelf/drafts" }
  private static let start = "typed-"
  private static let end = ".json"
  /// A longer file is none of ours.
  private static let limit = 16 << 20

  /// The path of what this program has written down; nil if that is nothing.
  package var path: String? { own?.path }

  /// What this program has written down; nil if that is nothing.
  package var text: TypedText? { own?.text }

  /// Writes down what is being typed by now, on the disk, and returns the file's path.
  ///
  /// - Throws: `FileError`, or `TransactionError.doubted` if `.shelf` is not what this program has made.
  @discardableResult package func keep(_ text: TypedText) throws -> String {
    let journal = workspace.journal
    if let doubt = try journal.state().doubt { throw TransactionError.doubted(doubt) }
    _ = try journal.makeHome()
    if try !files.makeDirectories(folder).isEmpty { try? files.syncDirectory(workspace.root + "/.shelf") }
    let path = try own?.path ?? freePath()
    let file = try files.replaceFileInUse(path, KeptText.json(text))
    release()
    own = (path, file, text)
    return path
  }

  /// Writes down what is being typed by now, and returns whether that was possible; nil throws away what was written.
  package func draft(_ text: TypedText?) -> Bool {
    // Who cannot save either hears of it then.
    guard let text else { return discard() }
    return (try? keep(text)) != nil
  }

  /// Returns a path of this program that nothing has: it may type several texts, and others have had its number.
  private func freePath() throws(FileError) -> String {
    var number = 1
    while true {
      let part = number == 1 ? "" : "-\(number)"
      let path = "\(folder)/\(KeptText.start)\(files.processID)\(part)\(KeptText.end)"
      if try files.status(path) == nil { return path }
      number += 1
    }
  }

  /// Throws away what was written down: it is saved, or not wanted.
  ///
  /// - Returns: false if it is still there.
  @discardableResult package func discard() -> Bool {
    guard let path else { return true }
    do throws(FileError) {
      try files.remove(path)
    } catch {
      if error.code != FileError.notFound { return false }
    }
    release()
    // What a program was about to write when it was killed says nothing.
    for name in names(in: folder) where name.hasPrefix(KeptText.start) && !name.hasSuffix(KeptText.end) {
      if files.isAbandoned(folder + "/" + name) { try? files.remove(folder + "/" + name) }
    }
    try? files.removeDirectory(folder)
    return true
  }

  private func release() {
    if let own {
      // A program that is being started has the file open as well.
      files.unlock(own.file)
      files.close(own.file)
    }
    own = nil
  }

  /// Returns what programs have left behind, with its files: nothing if git or someone else may have brought it.
  package func all() -> [(text: TypedText, path: String)] {
    let names = names(in: folder).filter { $0.hasPrefix(KeptText.start) && $0.hasSuffix(KeptText.end) }
    guard !names.isEmpty, (try? workspace.journal.state().doubt) == nil, !workspace.tracksJournal else { return [] }
    return names.sorted().compactMap { name in
      let path = folder + "/" + name
      guard path != own?.path, let status = try? files.status(path), status.type == .file,
        files.owns(path, status), !files.isInUse(path),
        let bytes = try? files.contents(of: path, limit: KeptText.limit)
      else { return nil }
      return KeptText.read(bytes).map { ($0, path) }
    }
  }

  /// Removes the files of a text that a program has left behind.
  package func forget(_ text: TypedText) {
    for (kept, path) in all() where kept == text { try? files.remove(path) }
    try? files.removeDirectory(folder)
  }

  /// Returns the drafts of files that processes kept because they were not saved.
  package func draftsOfFiles() -> [String] {
    guard (try? workspace.journal.state().doubt) == nil else { return [] }
    let folders = names(in: folder).filter { !$0.hasPrefix(KeptText.start) }
    return folders.flatMap { name in
      names(in: folder + "/" + name).filter { !$0.hasPrefix(".") }.map { "\(folder)/\(name)/\($0)" }
    }.sorted()
  }

  private func names(in folder: String) -> [String] {
    guard let directory = try? files.open(folder, in: nil, .directory) else { return [] }
    defer { files.close(directory) }
    return (try? files.entries(directory, path: folder))?.compactMap(\.name) ?? []
  }

  // MARK: - The file

  private static func json(_ text: TypedText) -> [UInt8] {
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

  private static func read(_ bytes: [UInt8]) -> TypedText? {
    guard let json = try? JSONParser.parse(bytes), let name = json["kind"]?.text,
      let kind = Kind(singular: name)
    else { return nil }
    let records = (json["records"]?.items ?? []).map { $0.value.text.flatMap { RecordID($0) } }
    let values = (json["values"]?.items ?? []).compactMap { item -> TypedText.Value? in
      guard let key = item.value["field"]?.text else { return nil }
      return TypedText.Value(key: key, texts: (item.value["texts"]?.items ?? []).compactMap(\.value.text))
    }
    guard !records.contains(nil), !values.isEmpty else { return nil }
    return TypedText(kind: kind, records: records.compactMap { $0 }, values: values)
  }
}
