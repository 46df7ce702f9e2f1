import CZlib

/// Decompresses data piece by piece.
enum Inflation {
  /// Calls a function with each piece of the decompressed data, until the function returns false.
  ///
  /// - Parameters:
  ///   - windowBits: the argument of zlib's `inflateInit2`, which selects the format of the data.
  ///   - pieceSize: the maximum size of a piece, in bytes.
  /// - Returns: whether the data was decompressed up to its end.
  static func run(
    _ bytes: [UInt8], _ packed: Range<Int>, windowBits: Int32, pieceSize: Int, _ take: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return false
    }
    defer { inflateEnd(&stream) }
    var piece = [UInt8](repeating: 0, count: pieceSize)
    return bytes.withUnsafeBufferPointer { input in
      guard let start = input.baseAddress, packed.count <= Int(UInt32.max) else { return false }
      stream.next_in = UnsafeMutablePointer(mutating: start + packed.lowerBound)
      stream.avail_in = UInt32(packed.count)
      while true {
        let status = piece.withUnsafeMutableBufferPointer { output -> Int32 in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        let count = pieceSize - Int(stream.avail_out)
        guard take(piece[..<count]) else { return false }
        if status == Z_STREAM_END { return true }
        if status != Z_OK || count == 0 { return false }
      }
    }
  }
}
