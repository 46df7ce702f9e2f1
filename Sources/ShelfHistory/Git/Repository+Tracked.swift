extension Repository {
  /// Returns whether git tracks a path in the library, or anything below it.
  package func tracks(_ path: String) throws(GitError) -> Bool {
    try !git.read(["ls-files", "-z", "--", prefix + path]).isEmpty
  }

  /// Returns whether git tracks files in a folder, which may be outside the library. Files in submodules are not
  /// considered.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the folder, without symbolic links.
  ///   - root: the absolute path of the library.
  package func tracksFiles(in folder: String, ofLibraryAt root: String) throws(GitError) -> Bool {
    let top = (root + "/").dropLast(prefix.count)
    guard folder.hasPrefix(top) else { return false }
    let path = String(folder.dropFirst(top.count))
    return try git.read(["ls-files", "-z", "--", path]).split(separator: 0).contains { $0.count > path.utf8.count }
  }
}
