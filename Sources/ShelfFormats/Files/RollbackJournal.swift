/// The rollback journal of SQLite: the original pages of a transaction that has not finished, because it is still
/// running or because the device lost power.
///
/// The format is described at https://www.sqlite.org/fileformat.html#the_rollback_journal. SQLite saves a page to the
/// journal before it overwrites it in the database. So a database with a journal next to it contains a mixture of old
/// and new pages, and must not be read before the old pages have been put back.
package enum RollbackJournal {
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  /// The distance between the bytes that a checksum includes.
  private static let step = 200
  /// The offset of the byte that SQLite uses for locks. The page that contains it is never used.
  private static let lockedByte = 0x4000_0000

  /// Returns the original pages to restore. Returns nil if the transaction has finished and the file is a leftover, or
  /// if the transaction has not changed the database yet.
  static func pages(of journal: [UInt8]) -> DatabasePages? {
    guard let head = Header(journal, 0), DatabasePages.isSize(head.pageSize),
      (32...65_536).contains(head.sectorSize), head.sectorSize & (head.sectorSize - 1) == 0
    else { return nil }
    var pages = DatabasePages(pageSize: head.pageSize, size: head.pages * head.pageSize)
    let entrySize = head.pageSize + 8
    var offset = 0
    // SQLite starts a part of the journal only after the previous part has been synced to the disk.
    while let part = Header(journal, offset) {
      offset += head.sectorSize
      var left = part.entries ?? (journal.count - offset) / entrySize
      while left > 0, offset + entrySize <= journal.count {
        let number = Int(journal.bigEndian(offset))
        guard number > 0, number != lockedByte / head.pageSize + 1,
          checksum(journal, offset + 4, head.pageSize, part.nonce) == journal.bigEndian(offset + 4 + head.pageSize)
        else { return pages }
        // Pages past the end of the original database are dropped.
        if number <= head.pages { pages.pages.append(((number - 1) * head.pageSize, offset + 4)) }
        offset += entrySize
        left -= 1
      }
      if left > 0 { break }
      offset = (offset + head.sectorSize - 1) / head.sectorSize * head.sectorSize
    }
    return pages
  }

  /// Returns whether the journal names another journal, because the transaction changes several databases together.
  ///
  /// Only the other journal shows whether the transaction finished.
  package static func isOneOfSeveral(_ journal: [UInt8]) -> Bool {
    Header(journal, 0) != nil && journal.count > 16 && journal.suffix(magic.count) == magic[...]
  }

  private static func checksum(_ journal: [UInt8], _ start: Int, _ size: Int, _ nonce: UInt32) -> UInt32 {
    var sum = nonce
    var place = size - step
    while place > 0 {
      sum = sum &+ UInt32(journal[start + place])
      place -= step
    }
    return sum
  }

  private struct Header {
    /// The number of pages that follow, or nil for all remaining pages.
    let entries: Int?
    let nonce: UInt32
    /// The size of the database before the transaction, in pages.
    let pages: Int
    let sectorSize: Int
    let pageSize: Int

    init?(_ journal: [UInt8], _ offset: Int) {
      guard offset + 28 <= journal.count, journal[offset..<offset + magic.count] == magic[...] else { return nil }
      let count = journal.bigEndian(offset + 8)
      entries = count == .max ? nil : Int(count)
      nonce = journal.bigEndian(offset + 12)
      pages = Int(journal.bigEndian(offset + 16))
      sectorSize = Int(journal.bigEndian(offset + 20))
      pageSize = Int(journal.bigEndian(offset + 24))
    }
  }
}

extension [UInt8] {
  /// Returns the big-endian 32-bit integer at an offset.
  func bigEndian(_ offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }
}
