@testable import YAMLEdit

/// Generates random documents in the styles that people use. libyaml decides which of them are valid.
struct YAMLGenerator {
  private var random: SeededGenerator
  private var text = ""
  private var anchors: [String] = []
  private var counter = 0

  init(random: SeededGenerator) {
    self.random = random
  }

  /// Returns a new document.
  mutating func document() -> [UInt8] {
    text = random.once(in: 12) ? "\u{FEFF}" : ""
    anchors = []
    counter = 0
    if random.once(in: 8) {
      text += random.pick(["---\n", "--- # start\n", "%YAML 1.1\n---\n", "# head\n\n---\n"])
    }
    noise(indent: 0)
    if random.once(in: 9) {
      text += flow(depth: 0)
      trailing()
    } else if random.once(in: 9) {
      sequence(indent: 0, depth: 0, startsLine: true)
    } else {
      mapping(indent: 0, depth: 0, startsLine: true)
    }
    noise(indent: 0)
    if random.once(in: 20) {
      text += "...\n"
    }
    if random.once(in: 4), text.hasSuffix("\n") {
      text.removeLast()
    }
    return Array((random.once(in: 4) ? text.replacing("\n", with: "\r\n") : text).utf8)
  }

  // MARK: - Blocks

  private mutating func mapping(indent: Int, depth: Int, startsLine: Bool) {
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if index > 0 || startsLine {
        if index > 0 { noise(indent: indent) }
        margin(indent)
      }
      counter += 1
      let key = random.pick(["k\(counter)", "k \(counter)", "'q\(counter)'", "\"d\(counter)\"", "ключ\(counter)"])
      if random.once(in: 25) {
        text += "? \(key)\n"
        margin(indent)
        text += ":"
      } else {
        text += key + random.pick(["", "", "", " "]) + ":"
      }
      value(indent: indent, depth: depth, isItem: false)
    }
  }

  private mutating func sequence(indent: Int, depth: Int, startsLine: Bool) {
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if index > 0 || startsLine {
        if index > 0 { noise(indent: indent) }
        margin(indent)
      }
      text += "-"
      value(indent: indent, depth: depth, isItem: true)
    }
  }

  /// Writes the text after a `:` or `-`, including the end of the line.
  private mutating func value(indent: Int, depth: Int, isItem: Bool) {
    if random.once(in: 15) {
      text += " " + random.pick(["&a\(counter)", "!t", "!!str", "!secret", "&b\(counter) !t", "!!map", "!!seq"])
      anchors += text.hasSuffix("&a\(counter)") ? ["a\(counter)"] : []
    }
    switch Int.random(in: 0..<(depth < 3 ? 16 : 11), using: &random) {
    case 0:
      trailing()
    case 1:
      blockScalar(indent: indent)
    case 2:
      text += " " + flow(depth: depth)
      trailing()
    case 3 where !anchors.isEmpty && !text.contains(/![!a-z]+$/):
      text += " *" + random.pick(anchors)
      trailing()
    case 4:
      text += " over\n"
      margin(indent + 2)
      text += "lines"
      trailing()
    case 3, 5...10:
      text += random.pick([" ", " ", " ", "  ", "\t"]) + scalar()
      trailing()
    case 11, 12:
      let inner = indent + random.pick([1, 2, 2, 2, 4])
      if isItem, random.once(in: 2) {
        text += " "
        sequence(indent: indent + 2, depth: depth + 1, startsLine: false)
      } else {
        trailing()
        noise(indent: inner)
        sequence(indent: !isItem && random.once(in: 3) ? indent : inner, depth: depth + 1, startsLine: true)
      }
    default:
      let inner = indent + random.pick([1, 2, 2, 2, 4])
      if isItem, !random.once(in: 4) {
        text += " "
        mapping(indent: indent + 2, depth: depth + 1, startsLine: false)
      } else {
        trailing()
        noise(indent: inner)
        mapping(indent: inner, depth: depth + 1, startsLine: true)
      }
    }
  }

  private mutating func blockScalar(indent: Int) {
    text += random.pick([" |", " >", " |-", " >-", " |+", " >+", " |2", " >2-"]) + random.pick(["", "", "  # header"])
    text += "\n"
    let margin = text.contains(/[|>]2[-+]?( *# header)?\n$/) ? indent + 2 : indent + random.pick([1, 2, 2, 4])
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      if random.once(in: 4) {
        text += random.pick(["\n", "\n", String(repeating: " ", count: margin) + "\n"])
      } else {
        self.margin(margin)
        text += random.pick(
          [
            "text", "more text # no comment", "  deeper", "a: b", "- c", "ünï", "tab\there", "two spaces  ",
            "é e\u{301}",
          ])
        text += "\n"
      }
    }
  }

  // MARK: - Flow and scalars

  private mutating func flow(depth: Int) -> String {
    let isMapping = random.once(in: 2)
    let separator = random.pick([", ", ",", " , ", ",\n    ", ", # c\n    "])
    var items: [String] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      counter += 1
      let inner = depth < 3 && random.once(in: 5) ? flow(depth: depth + 1) : flowScalar()
      let key = random.pick(["f\(counter)", "\"f\(counter)\"", "'f \(counter)'"])
      if isMapping {
        items.append(random.pick([key + ": " + inner, key + ": " + inner, key, key + ":", "? " + key + " : " + inner]))
      } else {
        items.append(random.once(in: 8) ? key + ": " + inner : inner)
      }
    }
    let space = random.pick(["", "", " ", separator.contains("\n") ? "\n    " : ""])
    let end = items.isEmpty ? "" : random.pick(["", "", "", ","])
    let body = space + items.joined(separator: separator) + end + space
    return isMapping ? "{\(body)}" : "[\(body)]"
  }

  private mutating func flowScalar() -> String {
    random.pick(["plain", "two words", "'single'", "\"dou\\tble\"", "1", "x:y", "ünï"])
  }

  private mutating func scalar() -> String {
    random.pick([
      "plain", "two words", "it's", "http://x.y/z", "'it''s'", "'a # b'", "\"tab\\t\"", "\"two\\nlines\"", "1984",
      "''", "\"over\n     lines\"", "'over\n\n     lines'", "5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10",
      "ünï \u{1F4DA}", "a, b", "x]",
    ])
  }

  // MARK: - Lines

  private mutating func margin(_ count: Int) {
    text += String(repeating: " ", count: count)
  }

  private mutating func trailing() {
    text += random.pick(["\n", "\n", "\n", "\n", " # comment\n", "   # far\n", "  \n", " #\n", " # ünï\n"])
  }

  private mutating func noise(indent: Int) {
    while random.once(in: 4) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: text += "\n"
      case 4:
        text += String(repeating: " ", count: indent) + random.pick(["# - commented out\n", "#- x\n", "# k: v\n"])
      case 1: text += "# at the margin\n"
      case 2: text += String(repeating: " ", count: indent) + "# indented\n"
      default: text += "  \n"
      }
    }
  }
}
