import YAMLEdit

/// A state of the library that git stores.
package enum GitState: Hashable, Sendable {
  case index
  /// A commit, given by its full hash.
  case commit(String)
}

extension Repository {
  /// Returns the contents of the library's files in a given state. The result omits files that do not exist or that
  /// exceed the size limit for records.
  ///
  /// - Parameter paths: the paths of the files, relative to the library.
  package func contents(of paths: [String], in state: GitState) throws(GitError) -> [String: [UInt8]] {
    let names = try objects(of: paths, in: state)
    var contents: [String: [UInt8]] = [:]
    let found = paths.filter { names[$0] != nil }
    try forEachObject(found.compactMap { names[$0] }) { position, bytes in
      contents[found[position]] = bytes
      return true
    }
    return contents
  }

  /// Reads many objects with a single process; see `Git.forEachObject`.
  func forEachObject(_ names: [String], _ body: (Int, [UInt8]?) -> Bool) throws(GitError) {
    try git.forEachObject(names, body)
  }

  /// The maximum number of paths to pass to git as arguments. If there are more, git lists the whole library.
  static let namedPaths = 200

  /// Returns the object names of the given paths that are regular files, by path.
  func objects(of paths: [String], in state: GitState) throws(GitError) -> [String: String] {
    if paths.isEmpty { return [:] }
    let named = paths.count > Repository.namedPaths ? recordPaths : paths.map { prefix + $0 }
    let command =
      switch state {
      case .index: ["ls-files", "-s", "-z", "--"]
      case .commit(let name): ["ls-tree", "-r", "-z", "--full-tree", name, "--"]
      }
    let wanted = Set(paths)
    var objects: [String: String] = [:]
    for entry in try git.read(command + named).split(separator: 0) {
      // Both commands print the mode first, and the path after a tab.
      guard let tab = entry.firstIndex(of: 0x09), let path = path(entry[(tab + 1)...]), wanted.contains(path) else {
        continue
      }
      let words = entry[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, words[0].hasPrefix("100") else { continue }
      switch state {
      // The last word is the stage, which is nonzero for a file with a merge conflict.
      case .index where words[2] == "0": objects[path] = words[1]
      case .commit where words[1] == "blob": objects[path] = words[2]
      default: break
      }
    }
    return objects
  }
}

extension Git {
  /// Reads many objects with a single process.
  ///
  /// - Parameter body: called with the position of each object in `names` and with its contents, or nil if it cannot be
  ///   read. Returns false to stop.
  func forEachObject(_ names: [String], _ body: (Int, [UInt8]?) -> Bool) throws(GitError) {
    if names.isEmpty { return }
    var reader = BatchReader(limit: Limits().bytes)
    var position = 0
    var isStopped = false
    let arguments = ["cat-file", "--batch", "--buffer"]
    let input = Array((names.joined(separator: "\n") + "\n").utf8)
    let ending = try run(arguments, input: input) { piece in
      let goesOn = reader.take(piece) { bytes in
        position += 1
        return body(position - 1, bytes)
      }
      isStopped = !goesOn
      return goesOn
    }
    if !isStopped { try check(ending, arguments) }
  }
}
