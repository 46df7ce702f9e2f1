import CZlib

/// Creates zip archives as programs write them.
enum ZipMaker {
  /// - Parameter packed: whether to compress the files.
  static func archive(_ files: [(name: String, text: String)], packed: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    var (bytes, list): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let text = Array(file.text.utf8)
      let body = packed ? deflated(text) : text
      let name = Array(file.name.utf8)
      let common =
        number(20, 2) + number(0, 2) + number(packed ? 8 : 0, 2) + number(0, 8) + number(body.count, 4)
        + number(text.count, 4) + number(name.count, 2) + number(0, 2)
      list += [0x50, 0x4B, 0x01, 0x02] + number(20, 2) + common + number(0, 10) + number(bytes.count, 4) + name
      bytes += [0x50, 0x4B, 0x03, 0x04] + common + name + body
    }
    return bytes + list + [0x50, 0x4B, 0x05, 0x06] + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(list.count, 4) + number(bytes.count, 4) + number(0, 2)
  }

  /// Returns the bytes compressed with deflate, without a header.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 100)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        _ = deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }
}
