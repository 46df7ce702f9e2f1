/// Allocates memory for records in large chunks, whose size grows with the number of records.
///
/// Compared with two arrays and a string for each record, this saves a sixth of the memory and CPU time for 100,000
/// records.
package struct RecordArena: ~Copyable {
  private var memory: RecordMemory?
  private var used = 0

  /// The maximum size of a chunk in bytes. Larger chunks in huge pages would avoid nine out of ten page faults, but
  /// would take more time overall.
  private static let largest = 256 << 10

  package init() {}

  /// Copies the parts of a record into a chunk and returns their location: the slots, followed by the bytes of the
  /// file, the text values that do not occur verbatim in it, and the file's name.
  package mutating func store(
    _ slots: [Record.Slot], _ source: UnsafeBufferPointer<UInt8>, _ decoded: [UInt8], name: String
  ) -> (memory: RecordMemory, start: Int) {
    let slotBytes = slots.count * MemoryLayout<Record.Slot>.stride
    let (memory, start) = allocate(slotBytes + source.count + decoded.count + name.utf8.count)
    var end = memory.start + start
    slots.withUnsafeBytes { RecordArena.append($0, at: &end) }
    RecordArena.append(UnsafeRawBufferPointer(source), at: &end)
    decoded.withUnsafeBytes { RecordArena.append($0, at: &end) }
    Array(name.utf8).withUnsafeBytes { RecordArena.append($0, at: &end) }
    return (memory, start)
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, at end: inout UnsafeMutableRawPointer) {
    guard let first = bytes.baseAddress else { return }
    end.copyMemory(from: first, byteCount: bytes.count)
    end += bytes.count
  }

  private mutating func allocate(_ count: Int) -> (memory: RecordMemory, start: Int) {
    let start = used + (-used & (MemoryLayout<Record.Slot>.alignment - 1))
    if let memory, start + count <= memory.count {
      used = start + count
      return (memory, start)
    }
    // The first chunk is only as large as its record, since some callers read only one record.
    let next = memory.map { min(max($0.count * 2, 16 << 10), RecordArena.largest) } ?? 0
    let memory = RecordMemory(count: max(next, count, 1))
    self.memory = memory
    used = count
    return (memory, 0)
  }
}
