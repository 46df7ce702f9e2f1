/// Where a record's file lies; the folder decides the kind.
struct RecordFile: Sendable {
  let kind: Kind
  /// The folder relative to the library, which all its files share.
  let folder: String
  let name: String

  /// The path relative to the library, with `/` between its parts.
  var path: String { folder + "/" + name }

  init(kind: Kind, folder: String, name: String) {
    self.kind = kind
    self.folder = folder
    self.name = name
  }

  init(kind: Kind, path: String) {
    let slash = path.lastIndex(of: "/")
    self.init(
      kind: kind, folder: String(path[..<(slash ?? path.startIndex)]),
      name: String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...]))
  }
}
