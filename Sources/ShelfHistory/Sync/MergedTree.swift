/// The result of `git merge-tree`: git's merge of two commits, performed without touching the work tree, and the
/// resulting conflicts.
struct MergedTree {
  /// The object name of the tree, whose files have conflict markers where git found conflicts.
  let name: String
  /// The conflicts, sorted by path.
  let conflicts: [Conflict]
  /// The paths, with replacement characters, of conflicts in files whose names are not UTF-8.
  let nonUTF8Paths: [String]

  /// The versions of a path that git could not merge. A version is nil if there is no file at that path in that state.
  struct Conflict {
    let path: String
    var base: Version?
    var ours: Version?
    var theirs: Version?
  }

  /// A file in git's object database.
  struct Version: Hashable {
    /// The mode in octal digits.
    let mode: String
    /// The object name of the contents.
    let object: String
  }

  /// Parses the output of `git merge-tree --write-tree -z --no-messages`. The result is nil if the output has a
  /// different format.
  init?(_ output: [UInt8]) {
    var tokens = output.split(separator: 0, omittingEmptySubsequences: true)[...]
    guard let first = tokens.popFirst(), [40, 64].contains(first.count) else { return nil }
    var (paths, found): ([String], [String: Conflict]) = ([], [:])
    var nonUTF8Paths: Set<String> = []
    for token in tokens {
      // The token consists of the mode, the object name and the stage, followed by a tab and the path.
      guard let tab = token.firstIndex(of: 0x09) else { return nil }
      guard let path = String(validating: token[(tab + 1)...], as: UTF8.self) else {
        nonUTF8Paths.insert(String(decoding: token[(tab + 1)...], as: UTF8.self))
        continue
      }
      let words = token[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3 else { return nil }
      let version = Version(mode: words[0], object: words[1])
      if found[path] == nil { paths.append(path) }
      switch words[2] {
      case "1": found[path, default: Conflict(path: path)].base = version
      case "2": found[path, default: Conflict(path: path)].ours = version
      case "3": found[path, default: Conflict(path: path)].theirs = version
      default: return nil
      }
    }
    name = String(decoding: first, as: UTF8.self)
    self.nonUTF8Paths = nonUTF8Paths.sorted()
    conflicts = paths.compactMap { found[$0] }
  }
}
