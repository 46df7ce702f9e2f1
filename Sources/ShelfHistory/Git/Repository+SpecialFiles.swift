import ShelfSystem

extension Repository {
  /// Checks that no pipe and no device takes the place of a file that git reads while it changes these files: it would
  /// wait for it without end, and a git that runs hooks or asks for a password may not be ended for doing nothing.
  ///
  /// - Parameter paths: files from the top of the work tree, or folders with a slash at the end.
  /// - Throws: `GitError.special`.
  package func checkSpecialFiles(
    beside paths: some Sequence<String>, _ fileSystem: any FileSystem
  ) throws(GitError) {
    var folders: Set<Substring> = [""]
    for path in paths {
      var end = path.lastIndex(of: "/")
      while let slash = end, folders.insert(path[...slash]).inserted { end = path[..<slash].lastIndex(of: "/") }
    }
    for folder in folders.sorted() {
      for name in [".gitattributes", ".gitignore"] { try checkSpecialFile(top + folder + name, fileSystem) }
    }
    // git reads it before it fetches or pushes.
    try checkSpecialFile(top + ".gitmodules", fileSystem)
    for name in ["info/attributes", "info/exclude"] {
      let path = try git.answer(["rev-parse", "--git-path", name]) ?? ""
      try checkSpecialFile(path.hasPrefix("/") ? path : top + path, fileSystem)
    }
  }

  private func checkSpecialFile(_ path: String, _ fileSystem: any FileSystem) throws(GitError) {
    // Of a link, git does not read what it leads to.
    if let status = try? fileSystem.status(path), status.type == .other { throw .special(path: path) }
  }

  /// The path of the top of the work tree, ending in a slash.
  var top: String {
    let folder = git.folder ?? "."
    return folder.hasSuffix("/") ? folder : folder + "/"
  }
}
