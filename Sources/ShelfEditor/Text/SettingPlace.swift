/// A position in `shelf.yaml`: the setting at the cursor and the settings that contain it.
///
/// Like a `LineContext`, the position is determined from the lines alone: the containing settings are the nearest keys
/// above with less indentation, one for each level.
struct SettingPlace: Hashable, Sendable {
  /// The keys of the settings that contain this one, outermost first.
  let parents: [String]
  /// The key on the line, or nil if the line has none yet.
  let key: String?
  /// Whether the cursor is in the key rather than in the value.
  let isInKey: Bool
  /// The part of the key or value before the cursor.
  let typed: String
  /// The range of the key or value. A value's range ends at the comment.
  let range: Range<Int>
  let indentation: Int

  /// Returns nil if the offset is in a comment, a list item or a flow collection.
  init?(at offset: Int, in index: TextIndex) {
    let number = index.line(of: offset)
    let line = index.line(number)
    let bytes = index.bytes
    guard line.count < 4096, LineContext.comment(in: bytes[line.lowerBound..<max(line.lowerBound, offset)]) == nil,
      let (indentation, key, colon) = SettingPlace.key(of: line, bytes, isOpen: true)
    else { return nil }
    let start = line.lowerBound + indentation
    let end = LineContext.comment(in: bytes[line]) ?? line.upperBound
    self.key = colon == nil ? nil : key
    self.indentation = indentation
    parents = SettingPlace.parents(of: number, indentation, index)
    if let colon, offset > colon {
      let value = bytes[(colon + 1)..<end].firstIndex { $0 != 0x20 } ?? min(colon + 2, end)
      if value < end, bytes[value] == UInt8(ascii: "{") || bytes[value] == UInt8(ascii: "[") { return nil }
      let first = min(max(value, colon + 1), offset)
      let last = bytes[first..<max(first, end)].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? first
      (isInKey, range) = (false, first..<max(last, offset))
      typed = String(decoding: bytes[first..<offset], as: UTF8.self)
    } else {
      guard offset >= start else { return nil }
      (isInKey, range) = (true, start..<max(offset, colon ?? end))
      typed = String(decoding: bytes[start..<offset], as: UTF8.self)
    }
  }

  /// The path of the setting: the keys of its parents, and its own.
  var path: [String] { parents + [key].compactMap { $0 } }

  /// Returns the indentation of a line, its key, and the offset of the colon.
  ///
  /// - Parameter isOpen: whether to accept a line without a colon, whose key is unfinished.
  private static func key(
    of line: Range<Int>, _ bytes: [UInt8], isOpen: Bool
  ) -> (indentation: Int, key: String, colon: Int?)? {
    let indentation = bytes[line].prefix { $0 == 0x20 }.count
    let rest = bytes[line].dropFirst(indentation)
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "#") { return nil }
    let colon = rest.indices.first { position in
      rest[position] == UInt8(ascii: ":") && (position + 1 == rest.endIndex || rest[position + 1] == 0x20)
    }
    guard let colon else {
      return isOpen ? (indentation, String(decoding: rest, as: UTF8.self), nil) : nil
    }
    var key = rest[..<colon]
    if key.count > 1, let mark = key.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"), key.last == mark {
      key = key.dropFirst().dropLast()
    }
    return (indentation, String(decoding: key, as: UTF8.self), colon)
  }

  private static func parents(of number: Int, _ indentation: Int, _ index: TextIndex) -> [String] {
    var parents: [String] = []
    var level = indentation
    for above in stride(from: number - 1, through: 0, by: -1) where level > 0 {
      guard let (own, key, colon) = key(of: index.line(above), index.bytes, isOpen: false), colon != nil, own < level
      else { continue }
      parents.insert(key, at: 0)
      level = own
    }
    return parents
  }

  /// Returns the keys of the other settings with the same parent.
  func siblings(in index: TextIndex, at offset: Int) -> Set<String> {
    let number = index.line(of: offset)
    var siblings: Set<String> = []
    func collect(_ lines: some Sequence<Int>) {
      for other in lines {
        let line = index.line(other)
        guard let (own, key, colon) = SettingPlace.key(of: line, index.bytes, isOpen: false) else { continue }
        if own < indentation { return }
        if own == indentation, colon != nil { siblings.insert(key) }
      }
    }
    collect(stride(from: number - 1, through: 0, by: -1))
    collect((number + 1)..<max(number + 1, index.lineCount))
    return siblings
  }
}
