import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The position of a file in a library.
struct LibraryPlace: Hashable, Sendable {
  /// The library's absolute path, with symbolic links resolved.
  let root: String
  /// The library's absolute path as the client spells it.
  let shownRoot: String
  /// The file's path relative to the library. For a draft of `shelf edit`, the path of the file that it copies, so that
  /// the draft is served as that record.
  let path: String
  /// Whether the file is a draft.
  let isDraft: Bool

  /// Finds the library by looking for the nearest `shelf.yaml` in the folders above the file. The file need not exist.
  init?(of file: String, _ fileSystem: any FileSystem) {
    var folder = file
    var rest: [Substring] = []
    var resolved: String?
    // If the file's folder does not exist either, the search starts at the nearest existing folder.
    while resolved == nil {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      rest.insert(folder[folder.index(after: slash)...], at: 0)
      folder = String(folder[..<slash])
      resolved = fileSystem.resolve(folder.isEmpty ? "/" : folder)
    }
    guard let resolved, let root = try? LibraryLocation.find(from: resolved, fileSystem: fileSystem),
      rest.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    else { return nil }
    let inside = resolved == root ? [] : resolved.dropFirst(root == "/" ? 1 : root.count + 1).split(separator: "/")
    let own = (inside + rest).joined(separator: "/")
    self.root = root
    shownRoot = file.hasSuffix("/" + own) ? String(file.dropLast(own.count + 1)) : root
    let original = LibraryPlace.original(ofDraft: own, root, fileSystem)
    path = original ?? own
    isDraft = original != nil
  }

  /// Returns the path of the record that a draft copies, or nil if the file is not a draft of a single record.
  ///
  /// Each draft is in its own folder below `.shelf/drafts`, next to a `.base` file whose first line is the path of the
  /// record.
  private static func original(ofDraft path: String, _ root: String, _ fileSystem: any FileSystem) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count == 4, parts[0] == ".shelf", parts[1] == "drafts", parts[3].first != ".",
      let base = try? fileSystem.contents(
        of: root + "/" + parts.dropLast().joined(separator: "/") + "/.base", limit: Limits().bytes + maxPath)
    else { return nil }
    let original = String(decoding: base.prefix { $0 != 0x0A }, as: UTF8.self)
    return Kind.of(path: original) != nil && original.hasSuffix("/" + parts[3]) ? original : nil
  }

  /// The maximum length of the path in `.base`, in bytes.
  private static let maxPath = 4096
}
