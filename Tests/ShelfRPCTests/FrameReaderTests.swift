import ShelfTestSupport
import Testing

@testable import ShelfRPC

@Suite struct FrameReaderTests {
  private static func frame(_ content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8)
  }

  /// Returns the pieces that are read if the bytes arrive in chunks of the specified size.
  private static func pieces(_ bytes: [UInt8], size: Int) -> [FrameReader.Piece] {
    var reader = FrameReader()
    var pieces: [FrameReader.Piece] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let piece = reader.next() { pieces.append(piece) }
    }
    return pieces
  }

  private static func content(_ text: String) -> FrameReader.Piece { .content(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000])
  func readsFramesInPiecesOfAnySize(_ size: Int) {
    let texts = ["{}", "{\"a\":\"🐉三体\"}", "", String(repeating: "x", count: 5000)]
    #expect(Self.pieces(texts.flatMap(Self.frame), size: size) == texts.map(Self.content))
  }

  @Test(arguments: [
    "content-length: 2\r\n\r\n{}", "CONTENT-LENGTH:2\r\n\r\n{}", "Content-Length: 2\n\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n{}",
    "rubbish\r\nContent-Length: 2\r\n\r\n{}", "\r\n\r\nContent-Length: 2\r\n\r\n{}", "\n\n\nContent-Length: 2\n\n{}",
  ])
  func isLenientAboutHeaders(_ text: String) {
    for size in [1, 100] { #expect(Self.pieces(Array(text.utf8), size: size) == [Self.content("{}")]) }
  }

  @Test(arguments: [
    "X: 1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -5\r\n\r\n", "Content-Length:\r\n\r\n",
  ])
  func goesOnAfterAHeaderWithoutALength(_ text: String) {
    let pieces = Self.pieces(Array(text.utf8) + Self.frame("{}"), size: 3)
    #expect(pieces == [.fault("the header has no Content-Length"), Self.content("{}")])
  }

  @Test func findsTheNextFrameAfterAWrongLength() {
    for wrong in [1, 5, 9, 11, 20] {
      let bad = Array("Content-Length: \(wrong)\r\n\r\n{\"a\": 123}".utf8)
      let pieces = Self.pieces(bad + Self.frame("{}") + Self.frame("{}") + Self.frame("{\"last\":1}"), size: 4)
      #expect(pieces.last == Self.content("{\"last\":1}"), "\(wrong)")
    }
  }

  @Test func skipsWhatIsTooLong() {
    var reader = FrameReader()
    reader.append(Array("Content-Length: 70000000\r\n\r\n".utf8))
    #expect(reader.next() == .fault("a content has at most \(FrameReader.maxBytes) bytes"))
    for _ in 0..<70 { reader.append([UInt8](repeating: 0x61, count: 1_000_000)) }
    reader.append(Self.frame("{}"))
    #expect(reader.next() == Self.content("{}"))
  }

  @Test func aHeaderWithoutAnEndDoesNotGrowForEver() {
    var reader = FrameReader()
    var faults = 0
    for _ in 0..<100 {
      reader.append([UInt8](repeating: 0x61, count: 1000))
      while reader.next() != nil { faults += 1 }
    }
    #expect(faults > 5)
  }

  @Test func readsAnythingWithoutTrapping() {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let parts = ["Content-Length: ", "12", "\r\n\r\n", "\n", "{\"id\":1}", "999999999999999999999", "é", "\u{0}", ":"]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        bytes +=
          Bool.random(using: &generator)
          ? Array(parts.randomElement(using: &generator)!.utf8) : [UInt8.random(in: 0...255, using: &generator)]
      }
      let sizes = [1, 5, 1000].map { Self.pieces(bytes, size: $0) }
      #expect(sizes[0] == sizes[1] && sizes[1] == sizes[2], "\(bytes)")
    }
  }
}
