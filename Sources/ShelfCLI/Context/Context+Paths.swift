import ShelfModel
import ShelfStore

extension Context {
  /// Returns a path of the library relative to the user's working directory, which is what a terminal opens.
  func shown(_ path: String) -> String {
    guard let root = memory.root, let here = fileSystem.resolve("."), here != root else { return path }
    let target = (root + "/" + path).split(separator: "/")
    let start = here.split(separator: "/")
    let common = zip(target, start).prefix { $0 == $1 }.count
    let relative = Array(repeating: "..", count: start.count - common) + target.dropFirst(common).map(String.init)
    let (short, whole) = (relative.joined(separator: "/"), "/" + target.joined(separator: "/"))
    return short.utf8.count < whole.utf8.count ? short : whole
  }

  /// Returns where a file of the library cannot be read.
  func shown(_ file: UnreadableFile) -> String { shown(file.path) + file.location.dropFirst(file.path.count) }

  /// Returns a path that a report names: one of the library as it is from here, any other as it is.
  func shownInReport(_ path: String) -> String {
    let isOfLibrary = Kind.of(path: path) != nil && RecordFile.isName(path) || path == Manifest.fileName
    guard isOfLibrary, let root = memory.root, (try? fileSystem.status(root + "/" + path)) != nil else { return path }
    return shown(path)
  }
}
