import ShelfTestSupport
import Testing

@testable import ShelfFormats

/// Tests that any input results in a small JPEG or an error.
@Suite struct CoverPictureTests {
  private func problem(_ bytes: [UInt8]) -> ImageProblem? {
    do throws(ImageProblem) {
      _ = try CoverPicture(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func whatIsLargeBecomesSmall() throws {
    let picture = try CoverPicture(TestImage.png(900, 1300))
    let head = try #require(ImageHead(picture.bytes))
    #expect(head.form == .jpeg && head.height == 600 && head.width == 415)
    #expect(picture.bytes.count <= CoverPicture.maxBytes)
    // A landscape image, and an image that is already small enough.
    #expect(try ImageHead(CoverPicture(TestImage.png(3000, 300)).bytes)?.width == 1200)
    #expect(try ImageHead(CoverPicture(TestImage.png(30, 40)).bytes).map { [$0.width, $0.height] } == [30, 40])
    // Converting a cover again does not change its size.
    #expect(try ImageHead(CoverPicture(picture.bytes).bytes)?.height == 600)
    // Colors do not change.
    let pixels = try JPEG.decode(picture.bytes, wanted: 600)
    let corner = pixels.bytes[(599 * 415 + 414) * 3]
    #expect(corner > 230 && pixels.bytes[0] < 40)
  }

  @Test func nothingButThePictureIsKept() throws {
    let png = TestImage.png(60, 90, text: "taken at home")
    #expect(String(decoding: png, as: UTF8.self).contains("taken at home"))
    let jpeg = try CoverPicture(png).bytes
    #expect(!String(decoding: jpeg, as: UTF8.self).contains("taken at home"))
    let photo = TestImage.exif(orientation: 1, in: jpeg)
    #expect(String(decoding: photo, as: UTF8.self).contains("GPS of a home"))
    let made = try CoverPicture(photo).bytes
    #expect(
      !String(decoding: made, as: UTF8.self).contains("GPS") && !String(decoding: made, as: UTF8.self).contains("Exif"))
  }

  private func rewritten(_ bytes: [UInt8]) throws -> [UInt8] { try CoverPicture(rewriting: bytes).bytes }

  /// Rewriting a small JPEG keeps every pixel, and removes everything else.
  @Test func aSmallPictureLosesNothing() throws {
    let picture = try CoverPicture(TestImage.png(60, 90)).bytes
    let once = try rewritten(picture)
    #expect(try JPEG.decode(once, wanted: 90).bytes == JPEG.decode(picture, wanted: 90).bytes)
    #expect(try rewritten(once) == once)
    let secret = Array("SECRETWORD".utf8)
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, 0, UInt8(content.count + 2)] + content
    }
    let table: [UInt8] = [3] + secret + [UInt8](repeating: 1, count: 54)
    for hidden in [segment(0xFE, secret), segment(0xE2, secret), segment(0xEF, secret), segment(0xDB, table)] {
      #expect(try rewritten(picture.prefix(2) + hidden + picture.dropFirst(2)) == once)
    }
    #expect(try rewritten(picture + secret) == once)
  }

  /// A JPEG that cannot be decoded is not rewritten, even if its header is valid.
  @Test func whatIsNoPictureIsNotRewritten() throws {
    let picture = try CoverPicture(TestImage.png(60, 90)).bytes
    let frame = try #require(picture.indices.first { picture[$0] == 0xFF && picture[$0 + 1] == 0xC0 })
    func sized(_ height: Int, _ width: Int) -> [UInt8] {
      var bytes = picture
      for (place, value) in [(5, height >> 8), (6, height & 255), (7, width >> 8), (8, width & 255)] {
        bytes[frame + place] = UInt8(value)
      }
      return bytes
    }
    for (height, width) in [(65500, 65500), (1, 65500), (4001, 60), (0, 60), (90, 0), (15, 60), (600, 1200)] {
      #expect(throws: ImageProblem.self, "\(height) × \(width)") { try rewritten(sized(height, width)) }
    }
    let scan = try #require(
      picture.indices.last { $0 + 1 < picture.count && picture[$0] == 0xFF && picture[$0 + 1] == 0xDA })
    let (start, end) = (Array(picture[..<(scan + 14)]), [0xFF, 0xD9] as [UInt8])
    let garbage: [[UInt8]] = [
      end, [UInt8](repeating: 0x55, count: 20) + end, Array(picture[(scan + 14)...].prefix(100)) + end,
      Array(picture[(scan + 14)...].dropLast(2)),
      Array(picture[(scan + 14)...].dropLast(2)) + Array("SECRETWORD".utf8) + end,
    ]
    for bytes in garbage { #expect(throws: ImageProblem.self) { try rewritten(start + bytes) } }
    #expect(throws: ImageProblem.self) { try rewritten([0xFF, 0xD8, 0xFF, 0xD9]) }
  }

  /// An image that is larger than a cover is scaled down.
  @Test func whatIsLargerThanACoverIsScaled() throws {
    let head = try #require(ImageHead(rewritten(TestImage.png(900, 1300))))
    #expect(head.form == .jpeg && head.height == 600 && head.width == 415)
    #expect(
      try ImageHead(rewritten(TestImage.exif(orientation: 6, in: CoverPicture(TestImage.png(80, 120)).bytes)))?.width
        == 120)
  }

  @Test func aPhotoIsUpright() throws {
    // Red increases to the right, green downwards.
    let jpeg = try CoverPicture(TestImage.png(80, 120)).bytes
    func corners(_ orientation: UInt8) throws -> (size: [Int], redTopRight: Bool, greenBottomLeft: Bool) {
      let made = try CoverPicture(TestImage.exif(orientation: orientation, in: jpeg)).bytes
      let pixels = try JPEG.decode(made, wanted: 600)
      let right = pixels.bytes[(pixels.width - 2) * 3]
      let bottom = pixels.bytes[(pixels.height - 2) * pixels.width * 3 + 1]
      return ([pixels.width, pixels.height], right > 200, bottom > 200)
    }
    #expect(try corners(1) == ([80, 120], true, true))
    #expect(try corners(3) == ([80, 120], false, false))
    #expect(try corners(2) == ([80, 120], false, true))
    // These orientations rotate the image by 90 degrees, which exchanges width and height.
    #expect(try corners(6).size == [120, 80])
    #expect(try corners(8).size == [120, 80])
    #expect(try corners(99).size == [80, 120])
    let turned = Pixels(width: 2, height: 1, bytes: [1, 1, 1, 2, 2, 2]).upright(6)
    #expect(turned.width == 1 && turned.height == 2 && turned.bytes == [1, 1, 1, 2, 2, 2])
    let other = Pixels(width: 2, height: 1, bytes: [1, 1, 1, 2, 2, 2]).upright(8)
    #expect(other.bytes == [2, 2, 2, 1, 1, 1])
  }

  @Test func whatIsNoPictureIsRefused() {
    #expect(problem([]) == .noImage)
    #expect(problem(Array("<html>".utf8)) == .noImage)
    #expect(problem(Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 100)) == .noImage)
    #expect(problem(TestImage.png(1, 1)) == .tooSmall(width: 1, height: 1))
    #expect(problem([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .damaged("it has no size"))
    #expect(problem([UInt8](repeating: 0xFF, count: 21 << 20)) == .tooManyBytes(maximum: CoverPicture.maxInput))
  }

  /// A small file that claims huge dimensions is rejected before it is decoded.
  @Test func aBombIsRefusedBeforeItIsDecoded() {
    #expect(problem(TestImage.png(60_000, 60_000, isFalse: true)) == .tooLarge(width: 60_000, height: 60_000))
    #expect(problem(TestImage.png(4001, 20, isFalse: true)) == .tooLarge(width: 4001, height: 20))
    // The dimensions in the header are acceptable, but there is no image data.
    if case .damaged? = problem(TestImage.png(4000, 4000, isFalse: true)) {} else { Issue.record("an empty PNG") }
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xDC, 0xFF, 0xDC, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
    ]
    #expect(problem(jpeg) == .tooLarge(width: 65500, height: 65500))
    // The dimensions in the header are acceptable, but there is no scan.
    if case .damaged? = problem(Array(jpeg.prefix(6)) + [8, 0, 100, 0, 100] + jpeg.dropFirst(11)) {
    } else {
      Issue.record("a JPEG without a scan")
    }
  }

  @Test func whatIsCutOffIsRefused() throws {
    let png = TestImage.png(40, 60)
    let jpeg = try CoverPicture(png).bytes
    for image in [png, jpeg] {
      for count in stride(from: 0, to: image.count - 12, by: 7) {
        #expect(problem(Array(image.prefix(count))) != nil, "\(count) of \(image.count)")
      }
    }
  }

  /// A damaged image results in a cover or an error, never in a crash.
  @Test func damageNeverEndsTheProgram() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let png = TestImage.png(48, 64, text: "x")
    let jpeg = try CoverPicture(png).bytes
    let photo = TestImage.exif(orientation: 6, in: jpeg)
    for image in [png, jpeg, photo] {
      for _ in 0..<(TestData.isFull ? 20_000 : 600) {
        var bytes = image
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          default: bytes.insert(contentsOf: [0xFF, UInt8.random(in: 0xC0...0xFF, using: &random)], at: place)
          }
        }
        if let made = try? CoverPicture(bytes) {
          #expect(ImageHead(made.bytes) != nil && made.bytes.count <= CoverPicture.maxBytes)
        }
      }
    }
  }
}
