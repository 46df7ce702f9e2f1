/// A chunk of memory that many records share.
///
/// `@unchecked Sendable` is safe although the memory is accessed through a raw pointer: a `RecordArena` writes each
/// byte once, before the record that reads it exists, and records never write. The bytes of a record never move, and
/// remain valid as long as this object exists.
package final class RecordMemory: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  package let count: Int

  init(count: Int) {
    self.count = count
    start = .allocate(byteCount: count, alignment: 16)
  }

  deinit { start.deallocate() }
}
