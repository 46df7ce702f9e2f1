/// An SQLite database as of its last complete transaction, in a single block of memory that SQLite reads.
///
/// When SQLite opens a database, it first processes the files that an interrupted program left next to the database:
/// pages to roll back from a journal (`RollbackJournal`), and committed pages in a write-ahead log (`WriteAheadLog`).
/// This recovery writes to the disk, but reading another program's database must not change it. Therefore the image
/// performs the recovery in memory: it copies the file, then the pages from the journal, then the pages from the log.
/// SQLite opens the result in read-only mode.
package final class DatabaseImage: @unchecked Sendable {
  /// The length in bytes of the header, which is described at
  /// https://www.sqlite.org/fileformat.html#the_database_header.
  package static let headerSize = 100

  /// The bytes at the start of every database.
  private static let magic = Array("SQLite format 3\0".utf8)

  // The memory is never written to after `init`, so it is safe to share.
  private let memory: UnsafeMutableRawBufferPointer
  /// The size of the database in bytes. The memory may be larger.
  package let count: Int

  /// Copies a database. Returns nil if the bytes are not a database.
  ///
  /// - Parameters:
  ///   - log: the database's write-ahead log, with transactions that are not in the database yet.
  ///   - journal: the database's rollback journal, with the original pages of a transaction that did not finish.
  package init?(_ bytes: [UInt8], log: [UInt8]?, journal: [UInt8]?) {
    guard DatabaseImage.isDatabase(bytes) else { return nil }
    let steps = [
      journal.flatMap { journal in RollbackJournal.pages(of: journal).map { ($0, journal) } },
      log.flatMap { log in WriteAheadLog.pages(of: log).map { ($0, log) } },
    ].compactMap(\.self).filter { pages, _ in
      // Ignores a journal or log that specifies a larger database than its pages can account for.
      pages.size <= min(SourceFile.maxDatabase, bytes.count + pages.pages.count * pages.pageSize)
    }
    let size = max(bytes.count, steps.map(\.0.size).max() ?? 0)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    memory.copyBytes(from: bytes)
    UnsafeMutableRawBufferPointer(rebasing: memory[bytes.count...]).initializeMemory(as: UInt8.self, repeating: 0)
    for (pages, source) in steps {
      source.withUnsafeBytes { source in
        for (start, offset) in pages.pages where start + pages.pageSize <= pages.size {
          memory[start..<start + pages.pageSize].copyBytes(from: source[offset..<offset + pages.pageSize])
        }
      }
    }
    self.memory = memory
    count = steps.last?.0.size ?? bytes.count
    // Switches the database to a rollback journal. A database in memory cannot have a log, and the pages from the log
    // have already been copied.
    if count > 20, memory[18] == 2 { (memory[18], memory[19]) = (1, 1) }
  }

  deinit { memory.deallocate() }

  /// The start of the database. SQLite is instructed not to write to it.
  package var baseAddress: UnsafeMutablePointer<UInt8>? { memory.baseAddress?.assumingMemoryBound(to: UInt8.self) }

  package static func isDatabase(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }
}

/// Pages of a database that are stored in another file.
struct DatabasePages {
  /// The size of a page in bytes, a power of 2.
  let pageSize: Int
  /// The size in bytes of a database with these pages.
  let size: Int
  /// The offset of each page in the database and in the other file. If several pages have the same offset in the
  /// database, the last one is used.
  var pages: [(start: Int, offset: Int)] = []

  /// Returns whether SQLite allows this page size.
  static func isSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }
}
