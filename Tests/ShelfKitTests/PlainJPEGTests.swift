import Testing

@testable import ShelfKit

/// What else than the picture is in a JPEG is found wherever it may be: nothing of it is published.
struct PlainJPEGTests {
  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  private static let (start, end): ([UInt8], [UInt8]) = ([0xFF, 0xD8], [0xFF, 0xD9])
  private static let head = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
  private static let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
  private static let tables = segment(0xDB, [0, 1]) + segment(0xC0, [8]) + segment(0xC4, [0]) + segment(0xDD, [0, 4])
  /// A stuffed byte and a restart are data.
  private static let scan = segment(0xDA, [1]) + [0x11, 0xFF, 0x00, 0x22, 0xFF, 0xD0, 0x33, 0xFF, 0xD7, 0x44]

  private static let plain: [[UInt8]] = [
    start + head + tables + scan + end, start + tables + scan + end, start + head + adobe + tables + scan + end,
    start + tables + scan + segment(0xC4, [1]) + scan + end,
    start + segment(0xC0, []) + segment(0xCF, [1]) + scan + end,
  ]

  @Test func longSegments() {
    func picture(_ length: Int) -> [UInt8] {
      [0xFF, 0xD8, 0xFF, 0xDB, UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 0, count: length - 2)
        + [0xFF, 0xD9]
    }
    for length in [255, 256, 262, 513, 65535] { #expect(PlainJPEG.isPlain(picture(length))) }
  }

  @Test(arguments: plain) func pictures(_ bytes: [UInt8]) { #expect(PlainJPEG.isPlain(bytes)) }

  private static let other: [[UInt8]] = [
    // The note of a camera, the profile of a program, a comment.
    segment(0xE1, Array("Exif\0\0".utf8)), segment(0xE2, Array("ICC_PROFILE\0".utf8)), segment(0xFE, Array("me".utf8)),
    segment(0xED, [1]), segment(0xEF, [1]), segment(0xC8, [1]),
    // A head with a thumbnail, another one of the same length, and notes that only begin or end like Adobe's.
    segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9]),
    segment(0xE0, Array("JFXX\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]), segment(0xE0, Array("JFIF\0".utf8)),
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0, 7]),
    segment(0xEE, Array("Adobf".utf8) + [0, 1, 2, 3, 4, 5, 6]),
    // Something between the segments.
    [0], [0xFF, 0xFF],
  ]

  @Test(arguments: other) func otherSegments(_ segment: [UInt8]) {
    #expect(!PlainJPEG.isPlain(Self.start + segment + Self.tables + Self.scan + Self.end))
  }

  @Test(arguments: plain) func whatIsCutShortOrGoesOn(_ bytes: [UInt8]) {
    #expect(!PlainJPEG.isPlain(bytes + [0]))
    #expect(!PlainJPEG.isPlain(bytes + bytes))
    #expect(!PlainJPEG.isPlain([0] + bytes))
    for count in 0..<bytes.count { #expect(!PlainJPEG.isPlain(Array(bytes[..<count]))) }
  }

  /// A length that is none, or leads out of the file.
  @Test(arguments: [[0xFF, 0xDB, 0, 0], [0xFF, 0xDB, 0, 1], [0xFF, 0xDB, 0xFF, 0xFF]] as [[UInt8]])
  func lengths(_ segment: [UInt8]) {
    #expect(!PlainJPEG.isPlain(Self.start + segment + Self.tables + Self.scan + Self.end))
  }
}
