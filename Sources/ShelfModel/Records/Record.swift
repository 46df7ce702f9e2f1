import YAMLEdit

/// One file of the library, as it was read.
///
/// It keeps the file's bytes and where each value is in them; text becomes a `String` when it is asked for. It
/// is a class, and never changes, so that lists of records are sorted and filtered at the cost of a pointer each.
package final class Record: Sendable {
  package let kind: Kind
  /// The folder relative to the library, which all its files share.
  private let folder: String
  package let id: RecordID
  /// Holds the slots, then the file's bytes, then the text of those values that do not appear verbatim in them, then
  /// the file's name.
  private let memory: RecordMemory
  private let start: Int32
  private let slotCount: Int32
  private let sourceCount: Int32
  private let textCount: Int32
  private let nameCount: Int32
  /// Whether other records were merged into this one.
  package let hasFormerIDs: Bool
  /// Whether the file has a field under an older key.
  package let hasFormerKeys: Bool

  /// A value of a field, or one item of its list.
  package struct Slot: Sendable {
    package var key: TextRange
    package var value: TextRange
    /// The index of the field in its kind's table; nil if it is not declared.
    package var field: UInt16?
    package var shape: MappingReader.Entry.Shape

    package init(key: TextRange, value: TextRange, field: UInt16? = nil, shape: MappingReader.Entry.Shape) {
      self.key = key
      self.value = value
      self.field = field
      self.shape = shape
    }
  }

  package init(
    _ file: RecordName, id: RecordID, memory: RecordMemory, start: Int, slotCount: Int, sourceCount: Int,
    textCount: Int, hasFormerIDs: Bool, hasFormerKeys: Bool
  ) {
    kind = file.kind
    folder = file.folder
    self.id = id
    self.memory = memory
    self.start = Int32(start)
    self.slotCount = Int32(slotCount)
    self.sourceCount = Int32(sourceCount)
    self.textCount = Int32(textCount)
    nameCount = Int32(file.name.count)
    self.hasFormerIDs = hasFormerIDs
    self.hasFormerKeys = hasFormerKeys
  }

  /// The file's path relative to the library, with `/` between its parts.
  package var path: String { folder + "/" + name }

  /// Returns whether this is its path, in UTF-8, without making a text of it.
  package func lies(at path: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = UnsafeBufferPointer(start: text.baseAddress! + text.count, count: Int(nameCount))
    let start = path.count - name.count
    guard start > 0, folder.utf8.count + 1 == start, path[start - 1] == UInt8(ascii: "/") else { return false }
    return path[start...].elementsEqual(name) && path[..<(start - 1)].elementsEqual(folder.utf8)
  }

  package var file: RecordFile { RecordFile(kind: kind, folder: folder, name: name) }

  private var name: String {
    String(decoding: UnsafeBufferPointer(start: text.baseAddress! + text.count, count: Int(nameCount)), as: UTF8.self)
  }

  /// The bytes of the file when it was read.
  package var source: [UInt8] { Array(text[..<Int(sourceCount)]) }

  /// How many bytes the file had when it was read.
  package var sourceBytes: Int { Int(sourceCount) }

  /// The title of a book or issue, the name of a genre or tag, the words of a quote; "" if there is none.
  package var title: String { firstText(at: kind.titleIndex) ?? "" }

  /// Returns what a field holds; nil if the file does not have it or leaves it empty.
  package func value(of field: Field) -> FieldValue? {
    let texts = texts(of: field)
    guard !texts.isEmpty else { return nil }
    return (isNested(field) ? nil : field.type.read(texts)) ?? .unreadable(texts)
  }

  /// Returns whether the field is a mapping, an alias, or a list with something other than texts in it.
  package func isNested(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.shape == .nested }
  }

  /// Returns the texts of a field, one for a single value, without empty ones.
  package func texts(of field: Field) -> [String] {
    let index = UInt16(field.index)
    var texts: [String] = []
    for slot in slots where slot.field == index && slot.value.count > 0 && slot.shape != .emptyList {
      texts.append(string(slot.value))
    }
    return texts
  }

  /// The fields that the file names, nearly, worked out anew: for those who ask for most fields of a kind.
  package var fieldBits: FieldBits { FieldBits(indices: slots.lazy.compactMap(\.field)) }

  /// Returns whether the file has the field and it is not empty.
  package func has(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.value.count > 0 && $0.shape != .emptyList }
  }

  /// Returns whether the file has a list in the field, and not one value.
  package func isList(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.shape != .scalar }
  }

  /// Returns whether the file says with a plain `~` that the field knowingly has no value.
  package func isKnowinglyEmpty(_ field: Field) -> Bool {
    slots.contains { slot in
      let start = Int(slot.value.start)
      return slot.field == UInt16(field.index) && slot.shape == .scalar && slot.value.count == 0 && start > 0
        && start < Int(sourceCount) && text[start] == UInt8(ascii: "~")
    }
  }

  /// Returns the key under which the file has the field, which may be an older one; nil if it does not have it.
  package func key(of field: Field) -> String? {
    slots.first { $0.field == UInt16(field.index) }.map { string($0.key) }
  }

  /// The keys of the file in their order, each once.
  package var keys: [String] {
    var keys: [String] = []
    var last: TextRange?
    for slot in slots where slot.key != last {
      keys.append(string(slot.key))
      last = slot.key
    }
    return keys
  }

  /// The undeclared fields, with what the file has in them.
  package var unknownFields: [(key: String, texts: [String])] {
    var fields: [(key: String, texts: [String])] = []
    // Two keys that look the same may still differ in their bytes.
    var last: TextRange?
    for slot in slots where slot.field == nil {
      if slot.key != last { fields.append((string(slot.key), [])) }
      last = slot.key
      if slot.shape != .emptyList { fields[fields.count - 1].texts.append(string(slot.value)) }
    }
    return fields
  }

  /// Calls a function with every reference that is a valid UUID, and the index of its field.
  package func forEachReference(in fields: [Bool], _ body: (_ field: Int, _ target: RecordID) -> Void) {
    for slot in slots {
      guard let field = slot.field, fields[Int(field)] else { continue }
      let id = withBytes(of: slot.value) { RecordID(utf8: $0) }
      if let id { body(Int(field), id) }
    }
  }

  /// Calls a function with the text of every value of the given fields, as UTF-8.
  package func forEachText(in fields: [Bool], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    for slot in slots {
      guard let field = slot.field, fields[Int(field)], slot.value.count > 0 else { continue }
      withBytes(of: slot.value, body)
    }
  }

  /// Calls a function with the file's bytes, the decoded texts after them, and where each value is.
  package func withSlots<Result>(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ sourceCount: Int, _ slots: UnsafeBufferPointer<Slot>) -> Result
  ) -> Result {
    body(text, Int(sourceCount), slots)
  }

  private func firstText(at index: Int) -> String? {
    slots.first { $0.field == UInt16(index) }.map { string($0.value) }
  }

  private func string(_ range: TextRange) -> String { withBytes(of: range) { String(decoding: $0, as: UTF8.self) } }

  package func withBytes<Result>(of range: TextRange, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(rebasing: text[Int(range.start)..<Int(range.start + range.count)]))
  }

  // A record lives at least as long as a call of one of its methods, and its memory as long as the record: what these
  // two return is good inside of a method, and must not leave it.

  package var slots: UnsafeBufferPointer<Slot> {
    let first = (memory.start + Int(start)).assumingMemoryBound(to: Slot.self)
    return UnsafeBufferPointer(start: first, count: Int(slotCount))
  }

  private var text: UnsafeBufferPointer<UInt8> {
    let first = memory.start + Int(start) + Int(slotCount) * MemoryLayout<Slot>.stride
    return UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt8.self), count: Int(textCount))
  }

  /// Calls a function with the title as written in the file; empty if there is none.
  package func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let index = UInt16(kind.titleIndex)
    guard let slot = slots.first(where: { $0.field == index }) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return withBytes(of: slot.value, body)
  }
}
