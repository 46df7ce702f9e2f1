/// Finds names that resemble a name that the user typed.
package enum Nearest {
  /// Returns up to three different names, nearest first. A name is included if it contains a typed word of four or more
  /// letters, if its Levenshtein distance from the typed text is at most a third of the length of that text, or if the
  /// text is a single word whose distance from a word of the name is at most a fifth of its length.
  package static func names(to wanted: String, among names: [(folded: String, name: String)]) -> [String] {
    let words = wanted.split(separator: " ").filter { $0.utf8.count > 3 }
    let letters = Array(wanted.utf8.prefix(64))
    let limit = max(1, letters.count / 3)
    var found: [(distance: Int, name: String)] = []
    for (folded, name) in names {
      var distance = distance(letters, Array(folded.utf8.prefix(64)), limit: limit)
      if distance > limit, words.contains(where: { folded.contains($0) }) || hasWord(like: letters, folded) {
        distance = limit
      }
      if distance <= limit { found.append((distance, name)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    var nearest: [String] = []
    for (_, name) in found where nearest.count < 3 && nearest.last != name { nearest.append(name) }
    return nearest
  }

  private static func hasWord(like typed: [UInt8], _ folded: String) -> Bool {
    guard typed.count > 4, !typed.contains(0x20) else { return false }
    let limit = max(1, typed.count / 5)
    return folded.utf8.prefix(256).split { !($0 >= 0x80 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0) }
      .contains { distance(typed, Array($0.prefix(64)), limit: limit) <= limit }
  }

  /// Returns up to three of the words that resemble a typed word.
  package static func words(to wanted: String, among words: [String]) -> [String] {
    names(to: Folding.fold(wanted), among: words.map { (Folding.fold($0), $0) })
  }

  /// Returns the Levenshtein distance, with two transposed letters counted as a single mistake (the optimal string
  /// alignment distance). As soon as the distance is certain to exceed the limit, returns a number above the limit.
  package static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    if abs(a.count - b.count) > limit { return limit + 1 }
    var rows = [[], [], Array(0...b.count)]
    for i in a.indices {
      rows = [rows[1], rows[2], [i + 1]]
      for j in b.indices {
        var distance = min(rows[1][j] + (a[i] == b[j] ? 0 : 1), rows[1][j + 1] + 1, rows[2][j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, rows[0][j - 1] + 1) }
        rows[2].append(distance)
      }
      if min(rows[1].min()!, rows[2].min()!) > limit { return limit + 1 }
    }
    return rows[2][b.count]
  }
}
