import YAMLEdit

/// A record of the library, as read from its file. It is immutable.
///
/// A library contains many records, so a record is as small as possible: it contains no parsed values, only the bytes
/// of its file and, for each value, a slot with its range, the index of its field in the `Schema` and its shape. Values
/// are parsed each time they are requested. All of this is stored in one block of memory that a `RecordArena`
/// allocated, in this order: the slots, the bytes of the file, the decoded text of values that do not occur verbatim in
/// it, and the file's name.
///
/// It is a class, so that sorting and filtering records only moves pointers.
package final class Record: Sendable {
  package let kind: Kind
  /// The path of the file's folder, relative to the library. All records in the folder share the string.
  private let folder: String
  package let id: RecordID
  /// The memory that contains, starting at `start`, the slots, the bytes of the file, the decoded text, and the file's
  /// name.
  private let memory: RecordMemory
  private let start: Int32
  private let slotCount: Int32
  private let sourceCount: Int32
  private let textCount: Int32
  private let nameCount: Int32
  /// Whether other records were merged into this one.
  package let hasFormerIDs: Bool
  /// Whether the file uses a former key of a field.
  package let hasFormerKeys: Bool

  /// A single value of a field, or one item of its list.
  package struct Slot: Sendable {
    package var key: TextRange
    package var value: TextRange
    /// The position of the field in its kind's table, or nil if the field is not declared.
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
    _ file: RecordFile, id: RecordID, memory: RecordMemory, start: Int, slotCount: Int, sourceCount: Int,
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
    nameCount = Int32(file.name.utf8.count)
    self.hasFormerIDs = hasFormerIDs
    self.hasFormerKeys = hasFormerKeys
  }

  /// The path of the file, relative to the library, with `/` as the separator.
  package var path: String { folder + "/" + name }

  /// Returns whether the record's file has this UTF-8 path. This does not create a string.
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

  /// The size of the file in bytes when it was read.
  package var sourceBytes: Int { Int(sourceCount) }

  /// The title of a book or issue, the name of a genre or tag, or the words of a quote. It is an empty string if there
  /// is none.
  package var title: String { firstText(at: kind.titleIndex) ?? "" }

  /// Returns the value of a field, or nil if the field is missing or empty.
  package func value(of field: Field) -> FieldValue? {
    let texts = texts(of: field)
    guard !texts.isEmpty else { return nil }
    return (isNested(field) ? nil : field.type.read(texts)) ?? .unreadable(texts)
  }

  /// Returns whether a field's value is a mapping, an alias, or a list that contains anything other than text.
  package func isNested(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.shape == .nested }
  }

  /// Returns the text of a field's values, except empty ones. A single value is returned as an array with one element.
  package func texts(of field: Field) -> [String] {
    let index = UInt16(field.index)
    var texts: [String] = []
    for slot in slots where slot.field == index && slot.value.count > 0 && slot.shape != .emptyList {
      texts.append(string(slot.value))
    }
    return texts
  }

  /// Returns whether the file contains a value for a field.
  package func has(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.value.count > 0 && $0.shape != .emptyList }
  }

  /// Returns whether a field's value is written as a list.
  package func isList(_ field: Field) -> Bool {
    slots.contains { $0.field == UInt16(field.index) && $0.shape != .scalar }
  }

  /// Returns whether the file explicitly states, with a plain `~`, that a field has no value.
  package func isDeliberatelyEmpty(_ field: Field) -> Bool {
    slots.contains { slot in
      let start = Int(slot.value.start)
      return slot.field == UInt16(field.index) && slot.shape == .scalar && slot.value.count == 0 && start > 0
        && start < Int(sourceCount) && text[start] == UInt8(ascii: "~")
    }
  }

  /// Returns the key of a field in the file, which can be a former key, or nil if the field is missing.
  package func key(of field: Field) -> String? {
    slots.first { $0.field == UInt16(field.index) }.map { string($0.key) }
  }

  /// The keys in the file, in order and without duplicates.
  package var keys: [String] {
    var keys: [String] = []
    var last: TextRange?
    for slot in slots where slot.key != last {
      keys.append(string(slot.key))
      last = slot.key
    }
    return keys
  }

  /// The undeclared fields, with their texts.
  package var unknownFields: [(key: String, texts: [String])] {
    var fields: [(key: String, texts: [String])] = []
    // Compare the ranges, because keys that are equal as strings may still differ in their bytes.
    var last: TextRange?
    for slot in slots where slot.field == nil {
      if slot.key != last { fields.append((string(slot.key), [])) }
      last = slot.key
      if slot.shape != .emptyList { fields[fields.count - 1].texts.append(string(slot.value)) }
    }
    return fields
  }

  /// Calls a function with every valid UUID in the given fields, and with the position of its field.
  package func forEachReference(in fields: [Bool], _ body: (_ field: Int, _ target: RecordID) -> Void) {
    for slot in slots {
      guard let field = slot.field, fields[Int(field)] else { continue }
      let id = withBytes(of: slot.value) { RecordID(utf8: $0) }
      if let id { body(Int(field), id) }
    }
  }

  /// Calls a function with every text value in the given fields, as UTF-8.
  package func forEachText(in fields: [Bool], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    for slot in slots {
      guard let field = slot.field, fields[Int(field)], slot.value.count > 0 else { continue }
      withBytes(of: slot.value, body)
    }
  }

  /// Calls a function with the bytes of the file, the decoded text that follows them, and the slots.
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

  // A record outlives every call to its methods, and its memory outlives the record. The buffers that the following two
  // properties return are therefore valid during such a call, and must not escape from it.

  package var slots: UnsafeBufferPointer<Slot> {
    let first = (memory.start + Int(start)).assumingMemoryBound(to: Slot.self)
    return UnsafeBufferPointer(start: first, count: Int(slotCount))
  }

  private var text: UnsafeBufferPointer<UInt8> {
    let first = memory.start + Int(start) + Int(slotCount) * MemoryLayout<Slot>.stride
    return UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt8.self), count: Int(textCount))
  }

  /// Calls a function with the title as written in the file, or with an empty buffer if there is none.
  package func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let index = UInt16(kind.titleIndex)
    guard let slot = slots.first(where: { $0.field == index }) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return withBytes(of: slot.value, body)
  }
}
