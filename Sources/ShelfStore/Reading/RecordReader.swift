import ShelfModel
import YAMLEdit

/// Parses the bytes of a file into a record. Each thread needs its own reader.
///
/// `MappingReader` finds the keys and values, `KeyTable` maps each key to a field, and the result is stored as slots,
/// which are byte ranges with the index of a field. Values are not yet converted to their types, because most commands
/// need only a few of them. The bytes and slots of many records share the memory of one arena.
package struct RecordReader: ~Copyable {
  private var reader: MappingReader
  private let keys: [KeyTable]
  /// For each kind, the index of the field with the ids of merged records.
  private let formerIDs: [UInt16]
  private var slots: [Record.Slot] = []
  private var arena = RecordArena()

  package init(schema: Schema, limits: Limits) {
    reader = MappingReader(limits: limits)
    keys = Kind.allCases.map { KeyTable(schema.fields(of: $0)) }
    formerIDs = Kind.allCases.map { UInt16(schema.formerIDs(of: $0).index) }
  }

  /// Parses one record.
  ///
  /// - Parameter lastID: the id to use for a record whose own id is missing or invalid, or nil to reject such a record.
  /// - Throws: `UnreadableFile` if the bytes are not a YAML mapping with a valid id.
  mutating func read(
    _ source: UnsafeBufferPointer<UInt8>, of file: RecordFile, assuming lastID: RecordID? = nil
  ) throws(UnreadableFile) -> Record {
    let root: MappingReader.Root
    do throws(YAMLError) {
      root = try reader.read(source)
    } catch {
      throw UnreadableFile(
        path: file.path, kind: file.kind, cause: .text(error.code), reason: error.message, offset: error.offset,
        in: Array(source))
    }
    switch root {
    case .mapping: break
    case .empty:
      throw UnreadableFile(path: file.path, kind: file.kind, cause: .empty, reason: "is empty", source: Array(source))
    case .notMapping:
      let source = Array(source)
      throw UnreadableFile(
        path: file.path, kind: file.kind, cause: .notMapping,
        reason: UnreadableFile.isLFSPointer(source)
          ? "is a Git LFS pointer to a record that has not been downloaded"
          : "is not a record: fields such as “\(file.kind.titleKey): …” are expected", source: source)
    }
    let usesFormerKey = readSlots(of: file.kind, source: source)
    let id: RecordID
    do throws(UnreadableFile) { id = try self.id(of: file, source: source) } catch {
      guard let lastID else { throw error }
      id = lastID
    }
    let formerIDs = formerIDs[Int(file.kind.rawValue)]
    let (memory, start) = arena.store(slots, source, reader.decoded, name: file.name)
    return Record(
      file, id: id, memory: memory, start: start, slotCount: slots.count, sourceCount: source.count,
      textCount: source.count + reader.decoded.count, hasFormerIDs: slots.contains { $0.field == formerIDs },
      hasFormerKeys: usesFormerKey)
  }

  /// Parses one record from bytes in memory.
  package mutating func read(
    _ bytes: [UInt8], of file: RecordFile, assuming lastID: RecordID? = nil
  ) throws(UnreadableFile) -> Record {
    try bytes.withUnsafeBufferPointer { source throws(UnreadableFile) in
      try read(source, of: file, assuming: lastID)
    }
  }

  /// Finds the field of each key, and returns whether any of the keys is a former key of its field.
  private mutating func readSlots(of kind: Kind, source: UnsafeBufferPointer<UInt8>) -> Bool {
    let keys = keys[Int(kind.rawValue)]
    slots.removeAll(keepingCapacity: true)
    var usesFormerKey = false
    // Most files have their fields in the order of the table, so each search starts after the previous match.
    var next = 0
    for entry in reader.entries {
      var field: UInt16?
      if let last = slots.last, last.key == entry.key {
        field = last.field
      } else if let match = withBytes(of: entry.key, source: source, { keys.position(of: $0, from: next) }) {
        field = keys[match].field
        usesFormerKey = usesFormerKey || keys[match].isFormer
        next = match + 1
      }
      slots.append(Record.Slot(key: entry.key, value: entry.value, field: field, shape: entry.shape))
    }
    if usesFormerKey { yieldToPresentKeys(keys, source: source) }
    return usesFormerKey
  }

  /// Treats a former key as undeclared if the file also has the field's current key, or a different former key before
  /// it.
  private mutating func yieldToPresentKeys(_ keys: KeyTable, source: UnsafeBufferPointer<UInt8>) {
    let isFormer = slots.map { slot in
      withBytes(of: slot.key, source: source) { keys.position(of: $0, from: 0) }.map { keys[$0].isFormer } ?? false
    }
    let present = Set(zip(slots, isFormer).filter { !$1 }.compactMap(\.0.field))
    var taken: [UInt16: TextRange] = [:]
    for position in slots.indices where isFormer[position] {
      guard let field = slots[position].field else { continue }
      if present.contains(field) || taken[field, default: slots[position].key] != slots[position].key {
        slots[position].field = nil
      } else {
        taken[field] = slots[position].key
      }
    }
  }

  private func id(of file: RecordFile, source: UnsafeBufferPointer<UInt8>) throws(UnreadableFile) -> RecordID {
    guard let slot = slots.first(where: { $0.field == 0 }), slot.value.count > 0 || slot.shape != .scalar else {
      throw UnreadableFile(
        path: file.path, kind: file.kind, cause: .missingID, reason: "has no id", source: Array(source))
    }
    if slot.shape == .scalar, let id = withBytes(of: slot.value, source: source, { RecordID(utf8: $0) }) { return id }
    throw UnreadableFile(
      path: file.path, kind: file.kind, cause: .invalidID, reason: "the id is not a UUID",
      offset: Int(slot.value.start) < source.count ? Int(slot.value.start) : Int(slot.key.start), in: Array(source))
  }

  private func withBytes<Result>(
    of range: TextRange, source: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = Int(range.start)
    if start < source.count { return body(UnsafeBufferPointer(rebasing: source[start..<start + Int(range.count)])) }
    return reader.decoded.withUnsafeBufferPointer { decoded in
      body(UnsafeBufferPointer(rebasing: decoded[start - source.count..<start - source.count + Int(range.count)]))
    }
  }
}
