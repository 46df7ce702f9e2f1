import ShelfSystem

/// What a sync notes down before it has git merge, so that another can tell later whether it was killed meanwhile.
///
/// It lies in git's own folder, where nothing comes from a clone.
struct SyncMarker: Hashable {
  /// The full name of the commit that was checked out.
  let ours: String
  /// The full name of the commit that is merged into it.
  let theirs: String
  /// The full name of the tree that the merge makes; nil if git makes it of the two.
  let tree: String?
  /// The files at the top of the work tree that look like those in which git hands versions to a merge driver, but were
  /// there before.
  var others: [String] = []

  /// The marker's file in git's folder.
  static let fileName = "shelf-sync"

  init(ours: String, theirs: String, tree: String? = nil) {
    self.ours = ours
    self.theirs = theirs
    self.tree = tree
  }

  /// Reads a marker; nil for anything else.
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

  /// Returns whether git may have given a file this name to hand it to a merge driver.
  static func isMergeFile(_ name: String) -> Bool {
    let start = ".merge_file_"
    return name.hasPrefix(start) && name.utf8.count == start.utf8.count + 6
      && name.utf8.allSatisfy { $0 == 0x2E || $0 == 0x5F || Character(Unicode.Scalar($0)).isASCIIAlphanumeric }
  }
}

extension Character {
  fileprivate var isASCIIAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
