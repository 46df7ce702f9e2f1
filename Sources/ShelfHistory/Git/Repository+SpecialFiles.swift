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
      try Repository.checkFollowed(path.hasPrefix("/") ? path : top + path, fileSystem)
    }
  }

  /// Checks git's own files, which it reads wherever it is asked from, in the repository that is around a folder.
  ///
  /// - Parameter gitFolder: git's own folder; nil if it is the next one above.
  static func checkOwnFiles(
    around folder: String, gitFolder: String? = nil, _ fileSystem: any FileSystem = DiskFileSystem()
  ) throws(GitError) {
    var own = gitFolder
    var place = folder
    while own == nil {
      let path = place == "/" ? "/.git" : place + "/.git"
      if let status = try? fileSystem.status(path) {
        if status.type == .other { throw .special(path: path) }
        // A file names the folder of a work tree or a submodule; it has an index of its own.
        guard let found = fileSystem.resolve(path), (try? fileSystem.status(found))?.type == .directory else { return }
        own = found
      } else if let slash = place.lastIndex(of: "/"), place != "/" {
        place = slash == place.startIndex ? "/" : String(place[..<slash])
      } else {
        return
      }
    }
    for name in ["HEAD", "config", "index", "packed-refs", "FETCH_HEAD", "info/attributes", "info/exclude"] {
      try checkFollowed((own ?? "") + "/" + name, fileSystem)
    }
  }

  /// Checks a file of git's own, of which git reads what a link leads to: a pipe it would wait for, a device it would read
  /// until there is no memory left.
  private static func checkFollowed(_ path: String, _ fileSystem: any FileSystem) throws(GitError) {
    if let found = fileSystem.resolve(path), (try? fileSystem.status(found))?.type == .other {
      throw .special(path: path)
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
