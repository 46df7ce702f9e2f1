import ShelfModel
import YAMLEdit

/// Turns the bytes of one file into a record. Each thread needs its own.
package struct RecordReader: ~Copyable {
  private var reader: MappingReader
  private let keys: [KeyTable]
  /// The index of the ids of merged records in each kind's table.
  private let formerIDs: [UInt16]

  package init(schema: Schema, limits: Limits) {
    reader = MappingReader(limits: limits)
    keys = Kind.allCases.map { KeyTable(schema.fields(of: $0)) }
    formerIDs = Kind.allCases.map { UInt16(schema.formerIDs(of: $0).index) }
  }

  /// Reads one record.
  ///
  /// - Throws: `UnreadableFile` if the bytes are not a YAML mapping with a valid id.
  package mutating func read(
    _ source: UnsafeBufferPointer<UInt8>, of file: RecordFile
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
      throw UnreadableFile(
        path: file.path, kind: file.kind, cause: .notMapping,
        reason: "is not a record: fields such as “\(file.kind.titleKey): …” are expected", source: Array(source))
    }
    let (slots, usesFormerKey) = slots(of: file.kind, source: source)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count + reader.decoded.count)
    bytes.append(contentsOf: source)
    bytes.append(contentsOf: reader.decoded)
    return Record(
      file, id: try id(in: slots, of: file, source: source), bytes: bytes, sourceCount: source.count, slots: slots,
      hasFormerIDs: slots.contains { $0.field == formerIDs[Int(file.kind.rawValue)] }, hasFormerKeys: usesFormerKey)
  }

  /// Reads one record from bytes in memory.
  package mutating func read(_ bytes: [UInt8], of file: RecordFile) throws(UnreadableFile) -> Record {
    try bytes.withUnsafeBufferPointer { source throws(UnreadableFile) in try read(source, of: file) }
  }

  private func slots(
    of kind: Kind, source: UnsafeBufferPointer<UInt8>
  ) -> (slots: [Record.Slot], usesFormerKey: Bool) {
    let keys = keys[Int(kind.rawValue)]
    var slots: [Record.Slot] = []
    slots.reserveCapacity(reader.entries.count)
    var usesFormerKey = false
    // Most files have their fields in the order of the table: each search starts where the last one ended.
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
    if usesFormerKey { yieldToPresentKeys(&slots, keys: keys, source: source) }
    return (slots, usesFormerKey)
  }

  /// Treats an older key as undeclared if the file has the present key too.
  private func yieldToPresentKeys(
    _ slots: inout [Record.Slot], keys: KeyTable, source: UnsafeBufferPointer<UInt8>
  ) {
    func isFormer(_ slot: Record.Slot) -> Bool {
      withBytes(of: slot.key, source: source) { keys.position(of: $0, from: 0) }.map { keys[$0].isFormer } ?? false
    }
    let present = Set(slots.filter { !isFormer($0) }.compactMap(\.field))
    var taken: [UInt16: TextRange] = [:]
    for position in slots.indices where isFormer(slots[position]) {
      guard let field = slots[position].field else { continue }
      if present.contains(field) || taken[field, default: slots[position].key] != slots[position].key {
        slots[position].field = nil
      } else {
        taken[field] = slots[position].key
      }
    }
  }

  private func id(
    in slots: [Record.Slot], of file: RecordFile, source: UnsafeBufferPointer<UInt8>
  ) throws(UnreadableFile) -> RecordID {
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
