/// The orientation of the camera. The picture must be rotated accordingly, because the metadata that contains the
/// orientation is removed.
enum Orientation {
  /// Returns the value of Exif tag 0x0112 (https://exiftool.org/TagNames/EXIF.html), which is from 1 to 8, or 1 if the
  /// tag is missing.
  static func of(jpeg bytes: [UInt8]) -> Int {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count, marker != 0xDA, marker != 0xD9 else { return 1 }
      if marker == 0xE1, bytes[(place + 4)..<end].starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
        return exif(Array(bytes[(place + 10)..<end])) ?? 1
      }
      place = end
    }
    return 1
  }

  private static func exif(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let isLittle = bytes[0] == 0x49
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start >= 0, start + count <= bytes.count else { return nil }
      let part = bytes[start..<start + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let first = number(4, 4), let count = number(first, 2) else { return nil }
    for entry in 0..<min(count, 200) {
      let start = first + 2 + entry * 12
      guard let tag = number(start, 2) else { return nil }
      if tag == 0x0112 { return number(start + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil } }
    }
    return nil
  }
}
