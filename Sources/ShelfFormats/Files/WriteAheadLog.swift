/// The write-ahead log of SQLite: pages that have been committed, but not written to the database yet.
///
/// The format is described at https://www.sqlite.org/fileformat.html#the_write_ahead_log. As in SQLite itself, a frame
/// is valid only if its checksum and those of all earlier frames are correct and a commit follows.
enum WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Returns the pages in the log as of its last commit, or nil if it is not a log or has no commit.
  static func pages(of log: [UInt8]) -> DatabasePages? {
    guard log.count >= headerSize, log.bigEndian(0) & 0xFFFF_FFFE == 0x377F_0682 else { return nil }
    let isBig = log.bigEndian(0) & 1 == 1
    let pageSize = Int(log.bigEndian(8))
    guard DatabasePages.isSize(pageSize) else { return nil }
    var sums = checksum(log, 0..<24, isBig, (0, 0))
    guard sums.0 == log.bigEndian(24), sums.1 == log.bigEndian(28) else { return nil }
    var pages: [(start: Int, offset: Int)] = []
    var (committed, size) = (0, 0)
    var offset = headerSize
    while offset + frameHeaderSize + pageSize <= log.count {
      guard log.bigEndian(offset + 8) == log.bigEndian(16), log.bigEndian(offset + 12) == log.bigEndian(20) else {
        break
      }
      sums = checksum(log, offset..<offset + 8, isBig, sums)
      sums = checksum(log, offset + frameHeaderSize..<offset + frameHeaderSize + pageSize, isBig, sums)
      let number = Int(log.bigEndian(offset))
      guard sums.0 == log.bigEndian(offset + 16), sums.1 == log.bigEndian(offset + 20), number > 0 else { break }
      pages.append(((number - 1) * pageSize, offset + frameHeaderSize))
      let length = Int(log.bigEndian(offset + 4))
      if length > 0 { (committed, size) = (pages.count, length) }
      offset += frameHeaderSize + pageSize
    }
    guard committed > 0 else { return nil }
    return DatabasePages(pageSize: pageSize, size: size * pageSize, pages: Array(pages[..<committed]))
  }

  private static func checksum(
    _ bytes: [UInt8], _ range: Range<Int>, _ isBig: Bool, _ start: (UInt32, UInt32)
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      let (one, two) = (bytes.bigEndian(offset), bytes.bigEndian(offset + 4))
      first = first &+ (isBig ? one : one.byteSwapped) &+ second
      second = second &+ (isBig ? two : two.byteSwapped) &+ first
    }
    return (first, second)
  }
}
