/// The file operations that are needed to create a library.
enum Files {
  /// Creates a folder and its missing parents.
  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw BenchError.system("mkdir", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw BenchError.system("mkdir", path) }
  }

  /// Creates a temporary folder and returns its path.
  static func makeTemporaryFolder(named name: String) throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp(3) replaces the X's with a random suffix.
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) != nil else {
      throw BenchError.system("mkdtemp", parent)
    }
    return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Returns the absolute path of a file, with symbolic links resolved.
  static func absolute(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else { throw BenchError.system("realpath", path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Writes a file, replacing any existing one.
  ///
  /// - Parameter synced: whether to wait until the file is on disk.
  static func save(_ text: String, to path: String, synced: Bool = false) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard file >= 0 else { throw BenchError.system("open", path) }
    defer { close(file) }
    var text = text
    let written = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
    guard written == text.utf8.count else { throw BenchError.system("write", path) }
    if synced { fsync(file) }
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// Returns whether the path is an executable file.
  static func isProgram(_ path: String) -> Bool {
    access(path, X_OK) == 0
  }
}
