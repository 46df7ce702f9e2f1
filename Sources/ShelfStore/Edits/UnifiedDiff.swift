/// A change to a file as a unified diff, in the format of `git diff`.
package struct UnifiedDiff {
  /// The number of unchanged lines shown around a change.
  private static let context = 3

  /// Returns the diff of a single change. Each line ends with a line feed.
  package static func text(of change: FileChange) -> String {
    // This is git's wording for binary files.
    if CoverPath.isCover(change.path) {
      let (old, new) = (
        change.old == nil ? "/dev/null" : "a/" + change.path, change.new == nil ? "/dev/null" : "b/" + change.path
      )
      return "Binary files \(old) and \(new) differ\n"
    }
    let old = lines(change.old ?? [])
    let new = lines(change.new ?? [])
    var text = "--- \(change.old == nil ? "/dev/null" : label("a/" + change.path))\n"
    text += "+++ \(change.new == nil ? "/dev/null" : label("b/" + change.path))\n"
    for hunk in hunks(script(old, new)) { text += self.text(of: hunk) }
    return text
  }

  /// Returns a path in git's notation. A path that contains a space is followed by a tab, and a path that contains a
  /// control character, a quotation mark or a backslash is quoted.
  private static func label(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" && $0 != "\"" && $0 != "\\" }
    let name = isPlain ? path : "\"" + path.unicodeScalars.map(escaped).joined() + "\""
    return path.contains(" ") ? name + "\t" : name
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\" + String(scalar)
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case _ where scalar.value >= 0x20 && scalar != "\u{7F}": return String(scalar)
    default:
      let digits = String(scalar.value, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
  }

  private enum Line {
    case kept(String)
    case removed(String)
    case added(String)
  }

  private struct Hunk {
    var oldStart: Int
    var newStart: Int
    var lines: [Line]
  }

  /// Splits the bytes at line feeds. Each line keeps its line feed.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return lines
  }

  /// Returns all lines of both files in order, each marked as kept, removed or added.
  private static func script(_ old: [String], _ new: [String]) -> [Line] {
    let difference = new.difference(from: old) { Array($0.utf8) == Array($1.utf8) }
    var removed = Set<Int>()
    var added = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var script: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        script.append(.removed(old[i]))
        i += 1
      } else if j < new.count, added.contains(j) {
        script.append(.added(new[j]))
        j += 1
      } else {
        script.append(.kept(old[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
    return script
  }

  private static func hunks(_ script: [Line]) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new) = (1, 1)
    var lastChange = -1
    let changes = script.indices.filter { if case .kept = script[$0] { false } else { true } }
    for (position, line) in script.enumerated() {
      let isNear = changes.contains { abs($0 - position) <= context }
      if isNear {
        if hunks.isEmpty || lastChange != position - 1 { hunks.append(Hunk(oldStart: old, newStart: new, lines: [])) }
        hunks[hunks.count - 1].lines.append(line)
        lastChange = position
      }
      switch line {
      case .kept: (old, new) = (old + 1, new + 1)
      case .removed: old += 1
      case .added: new += 1
      }
    }
    return hunks
  }

  private static func text(of hunk: Hunk) -> String {
    let oldCount = hunk.lines.count { if case .added = $0 { false } else { true } }
    let newCount = hunk.lines.count { if case .removed = $0 { false } else { true } }
    let old = "\(oldCount == 0 ? hunk.oldStart - 1 : hunk.oldStart),\(oldCount)"
    let new = "\(newCount == 0 ? hunk.newStart - 1 : hunk.newStart),\(newCount)"
    var text = "@@ -\(old) +\(new) @@\n"
    for line in hunk.lines {
      switch line {
      case .kept(let content): text += " " + ended(content)
      case .removed(let content): text += "-" + ended(content)
      case .added(let content): text += "+" + ended(content)
      }
    }
    return text
  }

  private static func ended(_ line: String) -> String {
    line.utf8.last == 0x0A ? line : line + "\n\\ No newline at end of file\n"
  }
}
