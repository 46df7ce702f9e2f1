import ShelfTestSupport
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

  /// Of all markers, those of frames, tables and restarts begin a segment of a picture.
  @Test func everyMarker() {
    let (frames, tables) = (0xC0...0xCF, [0xDB, 0xDD])
    for marker in UInt8.min...UInt8.max where marker != 0xDA {
      let bytes = Self.start + Self.segment(marker, [1]) + Self.tables + Self.scan + Self.end
      let isExpected = frames.contains(Int(marker)) && marker != 0xC8 || tables.contains(Int(marker))
      #expect(PlainJPEG.isPlain(bytes) == isExpected, "\(marker)")
    }
  }

  /// Within a scan, a byte that follows 0xFF is data if it is stuffed or a restart, and else begins what comes next.
  @Test func everyByteOfAScan() {
    for byte in UInt8.min...UInt8.max {
      let bytes = Self.start + Self.tables + Self.segment(0xDA, [1]) + [0xFF, byte, 0, 3, 9] + Self.end
      let isData = byte == 0 || 0xD0...0xD7 ~= byte
      let isSegment = 0xC0...0xCF ~= byte && byte != 0xC8 || [0xDA, 0xDB, 0xDD].contains(byte)
      #expect(PlainJPEG.isPlain(bytes) == (isData || isSegment), "\(byte)")
    }
    // A last byte that begins nothing.
    #expect(!PlainJPEG.isPlain(Self.start + Self.tables + Self.segment(0xDA, [1]) + [0x11, 0xFF]))
  }

  /// Pictures put together at random: one is plain if each of its pieces is, and the scans are followed by the end.
  @Test func piecesAtRandom() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 31)
    let good = [
      Self.head, Self.adobe, Self.tables, Self.segment(0xC2, [UInt8](repeating: 0xFF, count: 300)),
      Self.segment(0xDB, []),
    ]
    for _ in 0..<2000 {
      var (bytes, isPlain) = (Self.start, true)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        if Int.random(in: 0..<8, using: &random) == 0 {
          // A byte that is no marker would be data behind a scan.
          bytes += Self.other.filter { $0[0] == 0xFF }.randomElement(using: &random) ?? []
          isPlain = false
        } else {
          bytes += good.randomElement(using: &random) ?? []
          if Bool.random(using: &random) { bytes += Self.scan }
        }
      }
      if isPlain { #expect(PlainJPEG.isPlain(bytes) == false, "without an end") }
      bytes += Self.end
      #expect(PlainJPEG.isPlain(bytes) == isPlain, "\(bytes)")
    }
  }
}
