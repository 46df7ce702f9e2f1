import ShelfModel
import ShelfStore

/// The texts of fields, by what the fields are called: those of a draft, or those that the last import brought.
///
/// A hundred thousand drafts with a dozen fields each are held at once: one block of bytes takes a third of the room that
/// a list of texts takes, and is as fast to search.
package struct FieldTexts: Sendable, Sequence, Equatable {
  /// For each field its key and its texts, each behind its length; the texts together are behind theirs.
  private var bytes: [UInt8] = []

  package init() {}

  package subscript(key: FieldHandle) -> [String]? {
    get { entry(of: key).map { texts(in: $0.texts) } }
    set {
      switch (entry(of: key), newValue) {
      case (let entry?, let texts?): bytes.replaceSubrange(entry.whole, with: FieldTexts.packed(key, texts))
      case (let entry?, nil): bytes.removeSubrange(entry.whole)
      case (nil, let texts?):
        if bytes.isEmpty { bytes.reserveCapacity(FieldTexts.usualSize) }
        FieldTexts.pack(key, texts, into: &bytes)
      case (nil, nil): break
      }
    }
  }

  /// The texts of the field of a table.
  package subscript(field: Field) -> [String]? {
    get { self[FieldHandle(field)] }
    set { self[FieldHandle(field)] = newValue }
  }

  /// Returns the first of a field's texts.
  func first(_ key: FieldHandle) -> String? {
    guard let entry = entry(of: key), !entry.texts.isEmpty else { return nil }
    var position = entry.texts.lowerBound
    return text(at: &position)
  }

  /// Whether something is said of a field.
  func has(_ key: FieldHandle) -> Bool { entry(of: key) != nil }

  /// Whether they say the same of the same fields, in whatever order.
  package static func == (a: FieldTexts, b: FieldTexts) -> Bool {
    if a.bytes == b.bytes { return true }
    var count = 0
    for (key, texts) in a {
      if b[key] != texts { return false }
      count += 1
    }
    return count == b.reduce(0) { sum, _ in sum + 1 }
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Those of the fields that have texts.
  var withoutEmpty: FieldTexts {
    var others = FieldTexts()
    for entry in entries where !entry.texts.isEmpty { others.bytes += bytes[entry.whole] }
    return others
  }

  /// Gives back the room that was made for more fields.
  mutating func shrink() { bytes = bytes.fitted }

  package func makeIterator() -> Iterator { Iterator(fields: self) }

  package struct Iterator: IteratorProtocol {
    fileprivate let fields: FieldTexts
    private var position = 0

    fileprivate init(fields: FieldTexts) { self.fields = fields }

    package mutating func next() -> (key: FieldHandle, value: [String])? {
      guard let entry = fields.entry(at: position) else { return nil }
      position = entry.whole.upperBound
      return (FieldHandle(named: fields.text(entry.key)), fields.texts(in: entry.texts))
    }
  }

  // MARK: - The bytes

  /// Where a field is among the bytes.
  private struct Entry {
    let key: Range<Int>
    let texts: Range<Int>
    let whole: Range<Int>
  }

  /// Room for what a row says of a book without a long text.
  private static let usualSize = 256

  private var entries: some Sequence<Entry> {
    sequence(state: 0) { position in
      let entry = self.entry(at: position)
      position = entry?.whole.upperBound ?? 0
      return entry
    }
  }

  /// Returns the field that begins at a position; nil at the end.
  private func entry(at start: Int) -> Entry? {
    if start == bytes.count { return nil }
    var position = start
    let keyLength = number(at: &position)
    let key = position..<position + keyLength
    position = key.upperBound
    let length = number(at: &position)
    let texts = position..<position + length
    return Entry(key: key, texts: texts, whole: start..<texts.upperBound)
  }

  private func entry(of key: FieldHandle) -> Entry? {
    var name = key.key
    return name.withUTF8 { name in
      entries.first { $0.key.count == name.count && bytes[$0.key].elementsEqual(name) }
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Reads the text that begins at a position, and moves this behind it.
  private func text(at position: inout Int) -> String {
    let length = number(at: &position)
    defer { position += length }
    return text(position..<position + length)
  }

  private func texts(in range: Range<Int>) -> [String] {
    var (texts, position): ([String], Int) = ([], range.lowerBound)
    while position < range.upperBound { texts.append(text(at: &position)) }
    return texts
  }

  /// Reads a number of which each byte has seven bits, the lowest first, and says whether another byte comes.
  private func number(at position: inout Int) -> Int {
    var (number, shift) = (0, 0)
    while true {
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  private static func write(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// The number of bytes that a number takes.
  private static func width(of number: Int) -> Int { Swift.max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7) }

  private static func packed(_ key: FieldHandle, _ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    pack(key, texts, into: &bytes)
    return bytes
  }

  private static func pack(_ key: FieldHandle, _ texts: [String], into bytes: inout [UInt8]) {
    write(key.key.utf8.count, to: &bytes)
    bytes += key.key.utf8
    write(texts.reduce(0) { $0 + width(of: $1.utf8.count) + $1.utf8.count }, to: &bytes)
    for text in texts {
      write(text.utf8.count, to: &bytes)
      bytes += text.utf8
    }
  }
}
