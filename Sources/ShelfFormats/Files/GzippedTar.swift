import CZlib

/// Extracts one file from a tar archive that is compressed with gzip.
///
/// The archive is decompressed in chunks, so other files in it, such as pictures, take up no memory. A malicious
/// endless archive does no harm: extraction stops when the wanted file exceeds its limit, or when all files together
/// exceed a larger limit.
package enum GzippedTar {
  private static let pieceSize = 256 << 10
  /// The maximum total size of the files in an archive, in bytes.
  private static let maxUnpacked = 2 << 30

  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns the contents of the first file with this name, in any folder. Returns nil if there is none, the archive is
  /// damaged before the end of the file, or the file exceeds the limit.
  package static func file(named name: String, in bytes: [UInt8], limit: Int) -> [UInt8]? {
    var tar = TarReader(name: name, limit: limit)
    var unpacked = 0
    // 16 tells zlib to expect a gzip header.
    _ = Inflation.run(bytes, bytes.indices, windowBits: MAX_WBITS + 16, pieceSize: pieceSize) { piece in
      unpacked += piece.count
      tar.take(piece)
      return !tar.isDone && unpacked <= maxUnpacked
    }
    return tar.isDone ? tar.found : nil
  }
}

/// Reads the headers of a tar archive (POSIX.1-1988 ustar) as its bytes arrive, and keeps the contents of the wanted
/// file.
private struct TarReader {
  private let name: String
  private let limit: Int
  private var pending: [UInt8] = []
  /// The number of unread bytes in the current file, including its padding.
  private var rest = 0
  private var wanted = 0
  private(set) var found: [UInt8]?
  private(set) var isDone = false

  private static let block = 512

  init(name: String, limit: Int) {
    self.name = name
    self.limit = limit
  }

  mutating func take(_ piece: ArraySlice<UInt8>) {
    var piece = piece
    while !piece.isEmpty, !isDone {
      if rest > 0 {
        let count = min(rest, piece.count)
        if wanted > 0 {
          let taken = min(wanted, count)
          found?.append(contentsOf: piece.prefix(taken))
          wanted -= taken
        }
        rest -= count
        piece = piece.dropFirst(count)
        if wanted == 0, found != nil { isDone = true }
        continue
      }
      let count = min(TarReader.block - pending.count, piece.count)
      pending += piece.prefix(count)
      piece = piece.dropFirst(count)
      if pending.count == TarReader.block { readHeader() }
    }
  }

  private mutating func readHeader() {
    defer { pending = [] }
    func text(_ range: Range<Int>) -> String { String(decoding: pending[range].prefix { $0 != 0 }, as: UTF8.self) }
    let path = text(0..<100)
    // Two empty blocks end the archive.
    if path.isEmpty { return }
    let digits = text(124..<136).filter { ("0"..."7").contains($0) }
    guard let size = Int(digits.isEmpty ? "0" : digits, radix: 8), size >= 0, size < 1 << 40 else {
      isDone = true
      return
    }
    rest = (size + TarReader.block - 1) / TarReader.block * TarReader.block
    let isFile = [0, UInt8(ascii: "0")].contains(pending[156])
    guard isFile, path == name || path.hasSuffix("/" + name) else { return }
    guard size <= limit else {
      isDone = true
      return
    }
    (found, wanted) = ([], size)
    if size == 0 { isDone = true }
  }
}
