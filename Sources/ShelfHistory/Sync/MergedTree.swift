import ShelfSystem

/// What git makes of two commits without touching a file, and what it leaves to a person in that.
struct MergedTree {
  /// The full name of the tree, in which conflicts are between markers.
  let name: String
  /// The paths in conflict, in order.
  let conflicts: [Conflict]
  /// The paths in conflict that are not UTF-8, as far as they can be written.
  let unnamed: [String]

  /// The versions of a path that git could not make one of; a side without one has no file there.
  struct Conflict {
    let path: String
    var base: Version?
    var ours: Version?
    var theirs: Version?
  }

  /// A file as git keeps it.
  struct Version: Hashable {
    /// Its mode in octal digits.
    let mode: String
    /// The full name of its contents.
    let object: String
  }

  /// Reads what `git merge-tree --write-tree -z --no-messages` prints; nil for anything else.
  init?(_ output: [UInt8]) {
    var tokens = output.split(separator: 0, omittingEmptySubsequences: true)[...]
    guard let first = tokens.popFirst(), [40, 64].contains(first.count) else { return nil }
    var (paths, found): ([String], [String: Conflict]) = ([], [:])
    var unnamed: Set<String> = []
    for token in tokens {
      // The mode, the name of the contents and the stage, and the path after a tab.
      guard let tab = token.firstIndex(of: 0x09) else { return nil }
      guard let path = String(validating: token[(tab + 1)...], as: UTF8.self) else {
        unnamed.insert(String(decoding: token[(tab + 1)...], as: UTF8.self))
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
    self.unnamed = unnamed.sorted()
    conflicts = paths.compactMap { found[$0] }
  }
}
