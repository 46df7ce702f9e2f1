import ShelfSystem

/// The result of `git merge-tree`: git's merge of two commits, made without touching the work tree, and its conflicts.
struct MergedTree {
  /// The object name of the tree, whose files have conflict markers where git found conflicts.
  let name: String
  /// The conflicts in the order of their paths.
  let conflicts: [Conflict]
  /// The paths of conflicts that are not UTF-8, with replacement characters.
  let nonUTF8Paths: [String]

  /// The versions of a path that git could not merge; nil for a state without a file at that path.
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

  /// Parses the output of `git merge-tree --write-tree -z --no-messages`; nil if it has another format.
  init?(_ output: [UInt8]) {
    var tokens = output.split(separator: 0, omittingEmptySubsequences: true)[...]
    guard let first = tokens.popFirst(), [40, 64].contains(first.count) else { return nil }
    var (paths, found): ([String], [String: Conflict]) = ([], [:])
    var nonUTF8Paths: Set<String> = []
    for token in tokens {
      // The mode, the object name and the stage, and the path after a tab.
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
