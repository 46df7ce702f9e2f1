/// The facts about a merge that a sync writes to a file before git starts. If the sync is killed, the next sync can use
/// the file to detect this and recover.
///
/// The file is in git's own folder, which is not part of a clone, so it cannot come from another user.
struct SyncMarker: Hashable {
  /// The full hash of the commit that was checked out.
  let ours: String
  /// The full hash of the commit that is merged into it.
  let theirs: String
  /// The object name of the merged tree, or nil if git itself merges the two commits.
  let tree: String?
  /// Files at the top of the work tree that already existed and are named like the temporary files that git creates for
  /// the merge driver.
  var others: [String] = []

  /// The name of the marker's file in git's folder.
  static let fileName = "shelf-sync"

  init(ours: String, theirs: String, tree: String? = nil) {
    self.ours = ours
    self.theirs = theirs
    self.tree = tree
  }

  /// Parses a marker. The result is nil if the bytes are not a marker.
  init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count.isMultiple(of: 2) else { return nil }
    let lines = stride(from: 0, to: words.count, by: 2).map { (key: words[$0], value: words[$0 + 1]) }
    let keys = lines.map(\.key).filter { $0 != "other" }
    let names = lines.filter { $0.key != "other" }.map(\.value)
    guard keys == ["ours", "theirs"] || keys == ["ours", "theirs", "tree"],
      names.allSatisfy({ [40, 64].contains($0.utf8.count) && $0.allSatisfy { $0.isHexDigit } })
    else { return nil }
    self.init(ours: names[0], theirs: names[1], tree: names.count > 2 ? names[2] : nil)
    others = lines.filter { $0.key == "other" }.map(\.value)
  }

  var bytes: [UInt8] {
    Array("ours \(ours)\ntheirs \(theirs)\n\(tree.map { "tree \($0)\n" } ?? "")".utf8)
      + others.flatMap { Array("other \($0)\n".utf8) }
  }

  /// Returns whether a file name has the form that git uses for temporary files of the merge driver.
  static func isMergeFile(_ name: String) -> Bool {
    let start = ".merge_file_"
    return name.hasPrefix(start) && name.utf8.count == start.utf8.count + 6
      && name.utf8.allSatisfy { $0 == 0x2E || $0 == 0x5F || Character(Unicode.Scalar($0)).isASCIIAlphanumeric }
  }
}

extension Character {
  fileprivate var isASCIIAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
