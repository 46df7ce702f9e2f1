import ShelfSystem

extension Repository {
  /// Checks that no pipe or device has replaced a file that git reads when it changes these files. git would wait for
  /// the pipe or device, and a git process that runs hooks or asks for a password may be idle for a long time before it
  /// is stopped.
  ///
  /// - Parameter paths: paths of files from the top of the work tree, or of folders with a slash at the end.
  /// - Throws: `GitError.special` if it finds a pipe or a device.
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
    // git reads this file before it fetches or pushes.
    try checkSpecialFile(top + ".gitmodules", fileSystem)
    for name in ["info/attributes", "info/exclude"] {
      let path = try git.answer(["rev-parse", "--git-path", name]) ?? ""
      try Repository.checkFollowed(path.hasPrefix("/") ? path : top + path, fileSystem)
    }
  }

  /// Checks the files that git itself always reads, in the repository around a folder.
  ///
  /// - Parameter gitFolder: the repository's git folder, or nil for the nearest one above.
  static func checkOwnFiles(
    around folder: String, gitFolder: String? = nil, _ fileSystem: any FileSystem = DiskFileSystem()
  ) throws(GitError) {
    var own = gitFolder
    var place = folder
    while own == nil {
      let path = place == "/" ? "/.git" : place + "/.git"
      if let status = try? fileSystem.status(path) {
        if status.type == .other { throw .special(path: path) }
        // If `.git` is a regular file, this is a linked work tree or a submodule, whose index is elsewhere.
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

  /// Checks one of git's own files, for which git follows symbolic links. git would wait for a pipe, and would read
  /// from a device until it runs out of memory.
  private static func checkFollowed(_ path: String, _ fileSystem: any FileSystem) throws(GitError) {
    if let found = fileSystem.resolve(path), (try? fileSystem.status(found))?.type == .other {
      throw .special(path: path)
    }
  }

  private func checkSpecialFile(_ path: String, _ fileSystem: any FileSystem) throws(GitError) {
    // git does not follow a symbolic link here.
    if let status = try? fileSystem.status(path), status.type == .other { throw .special(path: path) }
  }

  /// The path of the top of the work tree, with a slash at the end.
  var top: String {
    let folder = git.folder ?? "."
    return folder.hasSuffix("/") ? folder : folder + "/"
  }
}
