/// The bytes of a database as they are after its last transaction, at one place in memory from which SQLite reads them.
///
/// What SQLite would do with the files beside a database when it opens it is done here, in memory: nothing is written.
package final class DatabaseImage: @unchecked Sendable {
  /// How long the header is, https://www.sqlite.org/fileformat.html#the_database_header.
  package static let headerSize = 100

  /// What a database starts with.
  private static let magic = Array("SQLite format 3\0".utf8)

  // Never written to after `init`, which makes it safe to share.
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes that are of the database.
  package let count: Int

  /// Takes a database; nil if the bytes are of none.
  ///
  /// - Parameters:
  ///   - log: its write-ahead log, with transactions that are not in the database yet.
  ///   - journal: its rollback journal, with what has to be in the place of a transaction that did not end.
  package init?(_ bytes: [UInt8], log: [UInt8]?, journal: [UInt8]?) {
    guard DatabaseImage.isDatabase(bytes) else { return nil }
    let steps = [
      journal.flatMap { journal in RollbackJournal.pages(of: journal).map { ($0, journal) } },
      log.flatMap { log in WriteAheadLog.pages(of: log).map { ($0, log) } },
    ].compactMap(\.self).filter { pages, _ in
      // A size that its pages do not fill is only claimed.
      pages.size <= min(SourceFile.mostDatabase, bytes.count + pages.pages.count * pages.pageSize)
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
    // A database that is read from memory has no log; what the log held is in the pages by now.
    if count > 20, memory[18] == 2 { (memory[18], memory[19]) = (1, 1) }
  }

  deinit { memory.deallocate() }

  /// Where the database is, for SQLite, which is told that it must not write there.
  package var start: UnsafeMutablePointer<UInt8>? { memory.baseAddress?.assumingMemoryBound(to: UInt8.self) }

  package static func isDatabase(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }
}

/// Pages of a database as another file holds them.
struct DatabasePages {
  /// Bytes, a power of 2.
  let pageSize: Int
  /// The size of the database with these pages, in bytes.
  let size: Int
  /// Where each page is in the database, and where it is in the other file; of two for one place, the later one counts.
  var pages: [(start: Int, offset: Int)] = []

  /// Returns whether SQLite could have made pages of a size.
  static func isSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }
}
