import ShelfSystem

/// What a sync notes down before it has git merge, so that another can tell later whether it was killed meanwhile.
///
/// It lies in git's own folder, where nothing comes from a clone.
struct SyncMarker: Hashable {
  /// The full name of the commit that was checked out.
  let ours: String
  /// The full name of the commit that is merged into it.
  let theirs: String

  /// The marker's file in git's folder.
  static let fileName = "shelf-sync"

  init(ours: String, theirs: String) {
    self.ours = ours
    self.theirs = theirs
  }

  /// Reads a marker; nil for anything else.
  init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    let names = [1, 3].compactMap { words.indices.contains($0) ? words[$0] : nil }
    guard words.count == 4, words[0] == "ours", words[2] == "theirs",
      names.allSatisfy({ [40, 64].contains($0.utf8.count) && $0.allSatisfy { $0.isHexDigit } })
    else { return nil }
    self.init(ours: names[0], theirs: names[1])
  }

  var bytes: [UInt8] { Array("ours \(ours)\ntheirs \(theirs)\n".utf8) }
}
