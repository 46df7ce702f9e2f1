import ShelfModel

extension Context {
  /// Returns a path of the library relative to the working directory, so that a terminal can open it, or the absolute
  /// path if that is shorter.
  func shown(_ path: String) -> String {
    guard let root = memory.root, let here = fileSystem.resolve("."), here != root else { return path }
    let target = (root + "/" + path).split(separator: "/")
    let start = here.split(separator: "/")
    let common = zip(target, start).prefix { $0 == $1 }.count
    let relative = Array(repeating: "..", count: start.count - common) + target.dropFirst(common).map(String.init)
    let (short, whole) = (relative.joined(separator: "/"), "/" + target.joined(separator: "/"))
    return short.utf8.count < whole.utf8.count ? short : whole
  }

  /// Returns the location of the error in an unreadable file of the library, with the path as the user sees it.
  func shown(_ file: UnreadableFile) -> String { shown(file.path) + file.location.dropFirst(file.path.count) }

  /// Returns a path as a report shows it: relative to the working directory if it is in the library, unchanged
  /// otherwise.
  func shownInReport(_ path: String) -> String {
    let isOfLibrary = Kind.of(path: path) != nil && RecordFile.isName(path) || path == Manifest.fileName
    guard isOfLibrary, let root = memory.root, (try? fileSystem.status(root + "/" + path)) != nil else { return path }
    return shown(path)
  }
}
