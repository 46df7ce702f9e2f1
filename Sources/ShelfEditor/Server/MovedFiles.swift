import ShelfModel
import ShelfRPC
import ShelfStore

/// Renames a book's folder of quotes when the client renames the book's file, since the folder is named after the file.
struct MovedFiles {
  private let server: EditorServer

  init(_ server: EditorServer) { self.server = server }

  /// The filter for files that the client asks about before it renames them.
  static let filter: JSON = ["scheme": "file", "pattern": ["glob": "**/*.{yaml,yml}", "matches": "file"]]

  /// Returns a `WorkspaceEdit` that renames the folders, or nil if none need to be renamed.
  func edit(_ params: JSON) -> JSON? {
    let operations = (params["files"]?.items ?? []).flatMap { file in
      moves(file["oldUri"]?.text ?? "", file["newUri"]?.text ?? "")
    }
    return operations.isEmpty ? nil : ["documentChanges": .array(operations)]
  }

  private func moves(_ old: String, _ new: String) -> [JSON] {
    guard let from = place(old), let to = place(new), from.root == to.root, let edited = server.libraries[from.root],
      case let library = edited.searched.library, let record = library.record(at: from.path),
      Kind.of(path: to.path) == record.kind
    else { return [] }
    let (stem, newStem) = (RecordPath.stem(from.path), RecordPath.stem(to.path))
    if stem == newStem { return [] }
    return Kind.allCases.compactMap { kind in
      guard kind.fields.contains(where: { $0.has(.owner) && $0.type.target == record.kind }) else { return nil }
      let (folder, newFolder) = ("\(kind.folder)/\(stem)", "\(kind.folder)/\(newStem)")
      let parts = library.records(kind, referringTo: record)
      guard parts.contains(where: { $0.path.hasPrefix(folder + "/") }), !edited.exists(newFolder),
        !holdsOthers(folder, kind, parts, library)
      else { return nil }
      return [
        "kind": "rename", "oldUri": .text(edited.paths.uri(folder)), "newUri": .text(edited.paths.uri(newFolder)),
      ]
    }
  }

  /// Returns whether a folder also contains records of another owner, such as quotes of two books whose files have the
  /// same name in different folders. Such a folder is not renamed.
  private func holdsOthers(_ folder: String, _ kind: Kind, _ parts: [Record], _ library: Library) -> Bool {
    let own = Set(parts.map(\.path))
    return library.records(of: kind).contains { $0.path.hasPrefix(folder + "/") && !own.contains($0.path) }
  }

  private func place(_ uri: String) -> LibraryPlace? { FileURI.path(uri).flatMap(server.place) }
}
