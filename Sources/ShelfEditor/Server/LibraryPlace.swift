import ShelfModel
import ShelfStore
import ShelfSystem

/// The position of a file in a library.
struct LibraryPlace: Hashable, Sendable {
  /// The library's absolute path, with symbolic links resolved.
  let root: String
  /// The same folder as the client spells it.
  let shownRoot: String
  /// The file's path relative to the library.
  let path: String

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
    path = (inside + rest).joined(separator: "/")
    self.root = root
    shownRoot = file.hasSuffix("/" + path) ? String(file.dropLast(path.count + 1)) : root
  }
}
