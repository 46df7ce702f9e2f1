import ShelfBrowser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// What was being typed when a browser was ended, in a file below `.shelf/drafts`, until another browser offers it.
struct KeptText {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var folder: String { workspace.root + "/.shelf/drafts" }
  private static let start = "typed-"
  private static let end = ".json"
  /// A longer file is none of ours.
  private static let limit = 16 << 20

  /// Writes down a text, and returns the file's path.
  ///
  /// - Throws: `FileError`, or `TransactionError.doubted` if `.shelf` is not what this program has made.
  func keep(_ text: TypedText) throws -> String {
    let files = workspace.host.fileSystem
    if let doubt = try workspace.journal.state().doubt { throw TransactionError.doubted(doubt) }
    _ = try files.makeDirectories(folder)
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
    var path = "\(folder)/\(KeptText.start)\(files.processID)\(KeptText.end)"
    var number = 1
    while try files.status(path) != nil {
      number += 1
      path = "\(folder)/\(KeptText.start)\(files.processID)-\(number)\(KeptText.end)"
    }
    try files.createFile(path, json.take(), mode: 0o600, synced: true)
    return path
  }

  /// Returns what is kept, with its files.
  func all() -> [(text: TypedText, path: String)] {
    guard (try? workspace.journal.state().doubt) == nil else { return [] }
    return names().sorted().compactMap { name in
      let path = folder + "/" + name
      guard let bytes = try? workspace.host.fileSystem.contents(of: path, limit: KeptText.limit) else { return nil }
      return KeptText.read(bytes).map { ($0, path) }
    }
  }

  /// Removes the file of a text.
  func forget(_ text: TypedText) {
    for (kept, path) in all() where kept == text { try? workspace.host.fileSystem.remove(path) }
    try? workspace.host.fileSystem.removeDirectory(folder)
  }

  /// Returns the drafts of files that this process has left behind because they could not be saved.
  func draftsOfFiles() -> [String] {
    guard (try? workspace.journal.state().doubt) == nil else { return [] }
    let own = "\(workspace.host.fileSystem.processID)"
    let folders = names(in: folder).filter { $0 == own || $0.hasPrefix(own + "-") }
    return folders.flatMap { name in names(in: folder + "/" + name).map { "\(folder)/\(name)/\($0)" } }.sorted()
  }

  private func names() -> [String] {
    names(in: folder).filter { $0.hasPrefix(KeptText.start) && $0.hasSuffix(KeptText.end) }
  }

  private func names(in folder: String) -> [String] {
    let files = workspace.host.fileSystem
    guard let directory = try? files.open(folder, in: nil, .directory) else { return [] }
    defer { files.close(directory) }
    return (try? files.entries(directory, path: folder))?.compactMap(\.name) ?? []
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
