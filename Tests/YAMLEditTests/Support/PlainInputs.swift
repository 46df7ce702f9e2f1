@testable import YAMLEdit

/// Fragments of texts near the limits of what the scanner for plain files accepts.
enum PlainInputs {
  static let starts = [
    "", "", " ", "  ", "   ", "a: ", "b: ", "c: ", "d:", "e: ", "f: |", "g: >", "h: |-", "i: >+", "- ", "  - ",
    "    - ", "#", "  # ", "---", "k: [", "l: \"", "m: '", "n:  ", "\t", "o: |+", "...", "key", "p: >-",
    "q: |2", "r: >1-", "s: |-3",
  ]

  static let middles = [
    "", "", "x", "text", "two words", "a: b", "a:b", "x # y", "x#y", "'q'", "\"q\"", "'it''s'", "\"\\\"\\n\\t\\\\\"",
    "[]", "[a, b]", "[a, 'b', \"c\"]", "[a,]", "[ a b , c-d ]", "{}", "*x", "&x", "!t", "|", ">-", "- x", "-", "-x",
    "ünï", "📚", "#", " # c", "\"", "'", "]", "\u{85}", "\u{2028}", "\u{FEFF}", "\\", "x:", "'a' b", "\"a\" # c",
    "\"a\"#c", "   ", "/", "? x", "%",
    "tab\there", "# tab\t", "\tx",
  ]

  static let ends = ["\n", "\n", "\n", "\n", "\n", "\r\n", "\r", "", " \n", "  # c\n", "\n\n", "\n \n", "\t\n"]

  static let interesting =
    Array(" \n\r\t:#-'\"|>[]{},&*!%@`?\\=+.~0aZ".utf8)
    + [0x00, 0x1F, 0x7F, 0x80, 0x85, 0xC2, 0xE2, 0xEF, 0xBB, 0xBF, 0xFF]

  static let samples = [
    """
    id: 3f2b
    title: Dune # c
    author:
      - Frank
      - 'It''s'
    genres:
    - a # x
    - b

    review: |
      One.

      Two.
    # end

    """,
    """
    ---
    # c
    a: "q\\"q"
    b: [x, 'y', z]
    c: >-
      folded
      text

      more
       deep
    d:
    e: []

    """,
    "a: b\r\nc: |+\r\n  x\r\n\r\n",
    "a: |\n  x\n    y\n  z\n\n\nb: ünï 📚\n",
  ].map { Array($0.utf8) }

  /// Returns the bytes with a few mutations: bytes replaced, inserted and removed, and lines duplicated, swapped and
  /// moved.
  static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let offset = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where offset < bytes.count:
        bytes[offset] = random.pick(interesting)
      case 1:
        bytes.insert(random.pick(interesting), at: offset)
      case 2 where offset < bytes.count:
        bytes.remove(at: offset)
      case 3:
        bytes.insert(contentsOf: Array(random.pick(middles).utf8), at: offset)
      case 4:
        let line = random.pick(starts) + random.pick(middles) + "\n"
        bytes.insert(contentsOf: Array(line.utf8), at: offset)
      default:
        bytes.removeSubrange(min(offset, bytes.count)..<min(offset + 3, bytes.count))
      }
    }
    return bytes
  }
}
