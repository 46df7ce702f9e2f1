#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory that many records share: the bytes of their files, and where their values stand in them.
///
/// It is unchecked because of the raw pointer: a `RecordArena` writes each byte once, before the record that reads it
/// exists, and records only read. What a record was given is never written again or moved, and lasts as long as this.
final class RecordMemory: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    self.count = count
    start = .allocate(byteCount: count, alignment: count < RecordMemory.hugePage ? 16 : RecordMemory.hugePage)
    #if os(Linux)
      // One page fault in place of 512. Where the kernel has no huge pages, it takes small ones.
      if count >= RecordMemory.hugePage { madvise(start, count, MADV_HUGEPAGE) }
    #endif
  }

  deinit { start.deallocate() }

  /// The size of a huge page on most machines, in bytes.
  static let hugePage = 2 << 20
}
