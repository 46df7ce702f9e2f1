import ShelfSystem

/// Names that the user has been told about, so that each is reported only once: a file with one name on each line.
package struct ReportedNames {
  /// The file's absolute path.
  private let path: String
  private let fileSystem: any FileSystem

  /// The maximum size of the file, in bytes.
  private static let limit = 64 << 10

  /// The aliases that hide a command, in `$XDG_STATE_HOME/shelf/aliases` or else `~/.local/state/shelf/aliases`.
  ///
  /// Returns nil if the environment does not define a folder for the file. A relative `XDG_STATE_HOME` is ignored, as
  /// the XDG Base Directory Specification demands.
  package static func aliases(_ environment: [String: String], fileSystem: any FileSystem) -> ReportedNames? {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else { return nil }
    return ReportedNames(path: folder + "/shelf/aliases", fileSystem: fileSystem)
  }

  /// The reported names; none if the file does not exist or cannot be read.
  package var names: [String] {
    guard (try? fileSystem.status(path))?.type == .file,
      let bytes = try? fileSystem.contents(of: path, limit: ReportedNames.limit, .input)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Adds a name.
  ///
  /// - Throws: `FileError`.
  package func add(_ name: String) throws(FileError) {
    _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    let text = (names + [name]).map { $0 + "\n" }.joined()
    try fileSystem.replaceFile(path, Array(text.utf8), mode: nil)
  }
}
