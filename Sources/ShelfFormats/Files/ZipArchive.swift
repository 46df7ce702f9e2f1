import CZlib

/// A zip archive as described in PKWARE's APPNOTE, from which individual files can be read.
///
/// The archive's directory is trusted only for the offsets of the files. A file that exceeds its limit, lies outside
/// the archive, is encrypted or cannot be decompressed is treated as missing.
package struct ZipArchive {
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  private struct Entry {
    /// The offset of the file's header, the compressed size in bytes, and the compression method.
    let start: Int
    let count: Int
    let method: Int
  }

  /// The maximum number of entries that are read from a directory.
  private static let maxFiles = 100_000
  private static let stored = 0
  private static let deflated = 8

  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Reads the archive's directory. Returns nil if the directory is not valid.
  package init?(_ bytes: [UInt8]) {
    guard ZipArchive.isOne(bytes) else { return nil }
    self.bytes = bytes
    // The end of the directory is at the end of the archive, possibly followed by a comment.
    let end: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    let minimum = max(0, bytes.count - 22 - 0xFFFF)
    guard bytes.count >= 22,
      let place = stride(from: bytes.count - 22, through: minimum, by: -1).first(where: {
        bytes[$0..<$0 + 4].elementsEqual(end)
      })
    else { return nil }
    var position = number(place + 16, 4)
    for _ in 0..<min(number(place + 10, 2), ZipArchive.maxFiles) {
      guard position + 46 <= bytes.count, bytes[position..<position + 4].elementsEqual([0x50, 0x4B, 0x01, 0x02]) else {
        return nil
      }
      let (name, extra, comment) = (number(position + 28, 2), number(position + 30, 2), number(position + 32, 2))
      guard position + 46 + name <= bytes.count else { return nil }
      let isEncrypted = number(position + 8, 2) & 1 == 1
      if !isEncrypted {
        let path = String(decoding: bytes[position + 46..<position + 46 + name], as: UTF8.self)
        entries[path] = Entry(
          start: number(position + 42, 4), count: number(position + 20, 4), method: number(position + 10, 2))
      }
      position += 46 + name + extra + comment
    }
  }

  /// Returns the little-endian integer at an offset.
  private func number(_ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the contents of a file, or nil if it is missing, exceeds the limit or is damaged.
  package func file(_ name: String, limit: Int) -> [UInt8]? {
    guard let entry = entries[name], entry.start + 30 <= bytes.count,
      bytes[entry.start..<entry.start + 4].elementsEqual([0x50, 0x4B, 0x03, 0x04])
    else { return nil }
    let start = entry.start + 30 + number(entry.start + 26, 2) + number(entry.start + 28, 2)
    guard start <= bytes.count, entry.count <= bytes.count - start else { return nil }
    let packed = start..<start + entry.count
    switch entry.method {
    case ZipArchive.stored: return packed.count <= limit ? Array(bytes[packed]) : nil
    case ZipArchive.deflated: return unpacked(packed, limit: limit)
    default: return nil
    }
  }

  private static let pieceSize = 64 << 10

  private func unpacked(_ packed: Range<Int>, limit: Int) -> [UInt8]? {
    var whole: [UInt8] = []
    // A negative size tells zlib that there is no header.
    let isWhole = Inflation.run(bytes, packed, windowBits: -MAX_WBITS, pieceSize: ZipArchive.pieceSize) { piece in
      whole += piece
      return whole.count <= limit
    }
    return isWhole ? whole : nil
  }
}
