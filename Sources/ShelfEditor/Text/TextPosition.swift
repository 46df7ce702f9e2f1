import ShelfRPC

/// A place in a text as the Language Server Protocol counts: line and character from 0.
struct TextPosition: Hashable, Comparable, Sendable {
  var line: Int
  /// Counted in units of the encoding that client and server agreed on.
  var character: Int

  static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.character) < (b.line, b.character) }

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a `Position`; numbers below zero, or above those of the protocol, count as the least and the greatest.
  init?(_ json: JSON?) {
    guard let line = json?["line"]?.integer, let character = json?["character"]?.integer else { return nil }
    func unsigned(_ number: Int) -> Int { min(max(0, number), Int(Int32.max)) }
    self.init(line: unsigned(line), character: unsigned(character))
  }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

/// In which units characters of a line are counted.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// Returns the one to use with a client: bytes if it can, which is what is counted here anyway.
  static func chosen(from offered: [JSON]) -> PositionEncoding {
    offered.contains(.text(PositionEncoding.utf8.rawValue)) ? .utf8 : .utf16
  }
}
