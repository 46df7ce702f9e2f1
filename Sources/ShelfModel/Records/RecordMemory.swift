/// Memory that many records share: the bytes of their files, and where their values are in them.
///
/// It is unchecked because of the raw pointer: a `RecordArena` writes each byte once, before the record that reads it
/// exists, and records only read. What a record was given is never written again or moved, and lasts as long as this.
package final class RecordMemory: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  package let count: Int

  init(count: Int) {
    self.count = count
    start = .allocate(byteCount: count, alignment: 16)
  }

  deinit { start.deallocate() }
}
