/// The rollback journal of SQLite: pages as they were before a transaction that did not end, because the device was
/// unplugged, or has not ended yet.
///
/// https://www.sqlite.org/fileformat.html#the_rollback_journal describes it. A database beside which there is one holds
/// some pages of the transaction and some from before it, and is read only after these have been put back.
package enum RollbackJournal {
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  /// How far apart the bytes are that a checksum adds up.
  private static let step = 200
  /// The byte whose page is never in use: locks are set on it.
  private static let lockedByte = 0x4000_0000

  /// Returns the pages that have to be put back; nil if there is nothing to put back, since the transaction ended and left
  /// the file, or had not changed the database.
  static func pages(of journal: [UInt8]) -> DatabasePages? {
    guard let head = Header(journal, 0), DatabasePages.isSize(head.pageSize),
      (32...65_536).contains(head.sectorSize), head.sectorSize & (head.sectorSize - 1) == 0
    else { return nil }
    var pages = DatabasePages(pageSize: head.pageSize, size: head.pages * head.pageSize)
    let entrySize = head.pageSize + 8
    var offset = 0
    // Each part was safe on the disk before the next one was begun.
    while let part = Header(journal, offset) {
      offset += head.sectorSize
      var left = part.entries ?? (journal.count - offset) / entrySize
      while left > 0, offset + entrySize <= journal.count {
        let number = Int(journal.bigEndian(offset))
        guard number > 0, number != lockedByte / head.pageSize + 1,
          checksum(journal, offset + 4, head.pageSize, part.nonce) == journal.bigEndian(offset + 4 + head.pageSize)
        else { return pages }
        // Pages behind the end are cut off.
        if number <= head.pages { pages.pages.append(((number - 1) * head.pageSize, offset + 4)) }
        offset += entrySize
        left -= 1
      }
      if left > 0 { break }
      offset = (offset + head.sectorSize - 1) / head.sectorSize * head.sectorSize
    }
    return pages
  }

  /// Returns whether the journal names another one: it is one of several databases that change together.
  ///
  /// Only opening that file tells whether the transaction ended.
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
    /// How many pages follow; nil if it is as many as there are.
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
  /// Returns the four bytes from an offset on as a number, the highest first.
  func bigEndian(_ offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }
}
