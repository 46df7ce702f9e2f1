/// The write-ahead log of SQLite: pages that have been committed, but not written into the database yet.
///
/// https://www.sqlite.org/fileformat.html#the_write_ahead_log describes it. Only frames with the right checksums up to
/// the last commit count, as in SQLite itself.
enum WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Returns the database with the pages of the log; unchanged if there is no log, or it is of another database.
  static func applied(_ log: [UInt8]?, to database: [UInt8]) -> [UInt8] {
    guard let log, log.count >= headerSize, number(log, 0) & 0xFFFF_FFFE == 0x377F_0682 else { return database }
    let isBig = number(log, 0) & 1 == 1
    let pageSize = Int(number(log, 8))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return database }
    var sums = checksum(log, 0..<24, isBig, (0, 0))
    guard sums.0 == number(log, 24), sums.1 == number(log, 28) else { return database }
    var pages: [(page: Int, offset: Int)] = []
    var (committed, size) = (0, 0)
    var offset = headerSize
    while offset + frameHeaderSize + pageSize <= log.count {
      guard number(log, offset + 8) == number(log, 16), number(log, offset + 12) == number(log, 20) else { break }
      sums = checksum(log, offset..<offset + 8, isBig, sums)
      sums = checksum(log, offset + frameHeaderSize..<offset + frameHeaderSize + pageSize, isBig, sums)
      guard sums.0 == number(log, offset + 16), sums.1 == number(log, offset + 20) else { break }
      pages.append((Int(number(log, offset)), offset + frameHeaderSize))
      let length = Int(number(log, offset + 4))
      if length > 0 { (committed, size) = (pages.count, length) }
      offset += frameHeaderSize + pageSize
    }
    guard committed > 0, size * pageSize <= SourceFile.mostDatabase else { return database }
    var result = database
    if result.count < size * pageSize { result += [UInt8](repeating: 0, count: size * pageSize - result.count) }
    if result.count > size * pageSize { result.removeLast(result.count - size * pageSize) }
    for (page, offset) in pages[..<committed] where page >= 1 && page <= size {
      result.replaceSubrange((page - 1) * pageSize..<page * pageSize, with: log[offset..<offset + pageSize])
    }
    return result
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, isBig: Bool = true) -> UInt32 {
    let four = (0..<4).map { UInt32(bytes[offset + $0]) }
    return isBig
      ? four[0] << 24 | four[1] << 16 | four[2] << 8 | four[3] : four[3] << 24 | four[2] << 16 | four[1] << 8 | four[0]
  }

  private static func checksum(
    _ bytes: [UInt8], _ range: Range<Int>, _ isBig: Bool, _ start: (UInt32, UInt32)
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      first = first &+ number(bytes, offset, isBig: isBig) &+ second
      second = second &+ number(bytes, offset + 4, isBig: isBig) &+ first
    }
    return (first, second)
  }
}
