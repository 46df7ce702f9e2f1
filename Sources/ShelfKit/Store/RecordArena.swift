import YAMLEdit

/// Hands out memory for records, from pieces that grow with their number.
///
/// Compared with two arrays for every record, 100,000 records take a third less memory and a tenth of the page faults.
struct RecordArena: ~Copyable {
  private var memory: RecordMemory?
  private var used = 0

  /// Copies what a record consists of, and returns where it stands: the values first, then the file, then the texts that
  /// do not stand verbatim in it.
  mutating func store(
    _ slots: [Record.Slot], _ source: UnsafeBufferPointer<UInt8>, _ decoded: [UInt8]
  ) -> (memory: RecordMemory, start: Int) {
    let slotBytes = slots.count * MemoryLayout<Record.Slot>.stride
    let count = slotBytes + source.count + decoded.count
    let (memory, start) = allocate(count)
    let target = UnsafeMutableRawBufferPointer(start: memory.start + start, count: count)
    slots.withUnsafeBytes { target.copyMemory(from: $0) }
    UnsafeMutableRawBufferPointer(rebasing: target[slotBytes...]).copyMemory(from: UnsafeRawBufferPointer(source))
    decoded.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: target[(slotBytes + source.count)...]).copyMemory(from: $0)
    }
    return (memory, start)
  }

  private mutating func allocate(_ count: Int) -> (memory: RecordMemory, start: Int) {
    let start = used + (-used & (MemoryLayout<Record.Slot>.alignment - 1))
    if let memory, start + count <= memory.count {
      used = start + count
      return (memory, start)
    }
    // The first piece is as large as one record, for those who read only one.
    let next = memory.map { min(max($0.count * 2, 32 << 10), RecordMemory.hugePage) } ?? 0
    let memory = RecordMemory(count: max(next, count, 1))
    self.memory = memory
    used = count
    return (memory, 0)
  }
}
