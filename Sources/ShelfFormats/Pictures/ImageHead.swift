/// The format and the dimensions of an image, as specified in its first bytes. Nothing is decoded.
package struct ImageHead: Hashable, Sendable {
  package enum Form: String, Sendable {
    case jpeg, png
  }

  package let form: Form
  package let width: Int
  package let height: Int

  /// Reads the head. Returns nil if the image does not start like a JPEG or a PNG, or if its dimensions are missing.
  ///
  /// - Parameter bytes: the whole image, or as much of it as is available.
  package init?(_ bytes: [UInt8]) {
    switch ImageHead.form(of: bytes) {
    case .png: self.init(png: bytes)
    case .jpeg: self.init(jpeg: bytes)
    case nil: return nil
    }
  }

  /// Returns the format of an image based on its first bytes, or nil for any other file.
  package static func form(of bytes: some Collection<UInt8>) -> Form? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? .jpeg : nil
  }

  /// Reads the size from the IHDR chunk, which comes first (https://www.w3.org/TR/png-3/#11IHDR).
  private init?(png bytes: [UInt8]) {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (form, width, height) = (.png, number(16), number(20))
  }

  /// Reads the size from the header of the first frame (ITU T.81, B.2.2), and skips the segments before it by their
  /// lengths.
  private init?(jpeg bytes: [UInt8]) {
    var place = 2
    while place + 9 < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        form = .jpeg
        height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
        width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
        return
      }
      // The end marker, the image data and segments without a length cannot precede the frame.
      guard marker != 0xD9, marker != 0xDA, length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }
}
