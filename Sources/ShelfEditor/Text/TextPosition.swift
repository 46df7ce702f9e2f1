import ShelfRPC

/// A position in text as defined by the Language Server Protocol: a line and a character, both zero-based.
struct TextPosition: Hashable, Comparable, Sendable {
  var line: Int
  /// The character, in units of the encoding that client and server have negotiated.
  var character: Int

  static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.character) < (b.line, b.character) }

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Parses a `Position`. Numbers outside the protocol's range are clamped to it.
  init?(_ json: JSON?) {
    guard let line = json?["line"]?.integer, let character = json?["character"]?.integer else { return nil }
    func unsigned(_ number: Int) -> Int { min(max(0, number), Int(Int32.max)) }
    self.init(line: unsigned(line), character: unsigned(character))
  }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

/// The unit in which the characters of a line are counted.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// Returns the encoding to use with a client: UTF-8 if the client offers it, since `TextIndex` works with bytes.
  static func chosen(from offered: [JSON]) -> PositionEncoding {
    offered.contains(.text(PositionEncoding.utf8.rawValue)) ? .utf8 : .utf16
  }
}
