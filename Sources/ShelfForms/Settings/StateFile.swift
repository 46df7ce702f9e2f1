import ShelfSystem

/// A line-oriented file in the user's state folder: `$XDG_STATE_HOME/shelf/NAME`, or else `~/.local/state/shelf/NAME`.
package struct StateFile: Sendable {
  private let path: String
  private let fileSystem: any FileSystem

  /// The maximum size of the file, in bytes.
  package static let limit = 64 << 10

  /// Returns nil if the environment does not define a folder for the file. A relative `XDG_STATE_HOME` is ignored, as
  /// the XDG Base Directory Specification requires.
  package init?(_ name: String, _ environment: [String: String], fileSystem: any FileSystem) {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else { return nil }
    path = folder + "/shelf/" + name
    self.fileSystem = fileSystem
  }

  /// The lines of the file, or an empty array if it does not exist or cannot be read.
  package var lines: [String] {
    guard (try? fileSystem.status(path))?.type == .file,
      let bytes = try? fileSystem.contents(of: path, limit: StateFile.limit, .input)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Replaces the contents of the file with these lines.
  package func write(_ lines: [String]) throws(FileError) {
    _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    try fileSystem.replaceFile(path, Array(lines.map { $0 + "\n" }.joined().utf8), mode: nil)
  }
}
