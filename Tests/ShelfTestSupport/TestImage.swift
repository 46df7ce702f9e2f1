import Foundation

/// Images for tests, made here byte by byte.
package enum TestImage {
  /// Returns a PNG with a picture that is not of one colour.
  ///
  /// - Parameters:
  ///   - text: what a chunk of text says, as programs put it there.
  ///   - isFalse: whether the head says that it is this large, and there is nothing behind it.
  package static func png(_ width: Int, _ height: Int, text: String = "", isFalse: Bool = false) -> [UInt8] {
    var rows: [UInt8] = []
    if !isFalse {
      for y in 0..<height {
        rows.append(0)
        for x in 0..<width {
          rows += [UInt8(x * 255 / max(1, width)), UInt8(y * 255 / max(1, height)), UInt8((x * 7 + y * 13) & 0xFF)]
        }
      }
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0])
    if !text.isEmpty { bytes += chunk("tEXt", Array("Comment".utf8) + [0] + Array(text.utf8)) }
    bytes += chunk("IDAT", stored(rows))
    return bytes + chunk("IEND", [])
  }

  /// Returns a JPEG with an orientation, as phones write it.
  package static func exif(orientation: UInt8, in jpeg: [UInt8]) -> [UInt8] {
    let exif: [UInt8] =
      [
        0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0,
        orientation,
      ]
      + [0, 0, 0, 0, 0, 0] + Array("GPS of a home".utf8)
    let length = exif.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif + jpeg.dropFirst(2)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return number(data.count) + body + number(Int(sum ^ 0xFFFF_FFFF))
  }

  /// Returns data in the form of zlib, not compressed (RFC 1950, RFC 1951).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let end = min(place + 65535, data.count)
      let count = end - place
      bytes.append(end == data.count ? 1 : 0)
      bytes += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8((~count >> 8) & 0xFF)]
      bytes += data[place..<end]
      place = end
    } while place < data.count
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return bytes + number(Int(high << 16 | low))
  }
}
