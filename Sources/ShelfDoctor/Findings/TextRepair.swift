import ShelfModel
import YAMLEdit

/// Converts text that is not valid YAML, or not UTF-8, into a readable record.
enum TextRepair {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the repair that replaces tabs in the indentation with spaces, or nil if that does not make the file
  /// readable.
  static func tabs(in file: UnreadableFile) -> Repair? {
    guard file.cause == .text(.syntax) else { return nil }
    // A tab after spaces may belong to multiline text, so the user must choose whether to replace it.
    for (isFirstOnly, need) in [(true, Repair.Need.nothing), (false, .choice)] {
      for width in [2, 4, 8] {
        let new = indented(file.source, width: width, isFirstOnly)
        if new != file.source, reads(new) {
          return Repair(
            "spaces", "write \(width) spaces for each tab of the indentation", need,
            [.write(path: file.path, old: file.source, new: new)])
        }
      }
    }
    return nil
  }

  /// Returns the offset of the first tab in the indentation of a line, or nil if there is none.
  static func indentingTab(in source: [UInt8]) -> Int? {
    var isIndentation = true
    for (offset, byte) in source.enumerated() {
      if isIndentation, byte == 0x09 { return offset }
      isIndentation = byte == 0x0A || isIndentation && byte == 0x20
    }
    return nil
  }

  /// Returns the repairs for text that is not UTF-8 or contains control characters.
  static func encodings(of file: UnreadableFile) -> [Repair] {
    let source = file.source
    func write(_ name: String, _ description: String, _ need: Repair.Need, _ new: [UInt8]) -> Repair? {
      reads(new) ? Repair(name, description, need, [.write(path: file.path, old: source, new: new)]) : nil
    }
    if let text = utf16(source) { return [write("utf-8", "write it as UTF-8", .nothing, text)].compactMap { $0 } }
    if String(validating: source, as: UTF8.self) != nil {
      let new = source.filter { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
      return [write("drop", "drop the control characters", .choice, new)].compactMap { $0 }
    }
    let new = source.flatMap { $0 < 0x80 ? [$0] : Array(String(windows1252($0)).utf8) }
    return [write("windows-1252", "read it as Windows-1252, and write it as UTF-8", .choice, new)].compactMap { $0 }
  }

  private static func reads(_ bytes: [UInt8]) -> Bool {
    guard let document = try? Document(bytes) else { return false }
    return document.nodes.first?.kind == .mapping
  }

  /// Returns the text with the tabs in each line's indentation replaced with spaces.
  ///
  /// - Parameter isFirstOnly: whether tabs after a space are kept.
  private static func indented(_ source: [UInt8], width: Int, _ isFirstOnly: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var isIndentation = true
    for byte in source {
      if isIndentation, byte == 0x09 {
        result += [UInt8](repeating: 0x20, count: width)
        continue
      }
      isIndentation = byte == 0x0A || isIndentation && byte == 0x20 && !isFirstOnly
      result.append(byte)
    }
    return result
  }

  /// Converts UTF-16 text with a byte order mark to UTF-8. Returns nil for any other text.
  private static func utf16(_ source: [UInt8]) -> [UInt8]? {
    let isBig = source.starts(with: [0xFE, 0xFF])
    guard isBig || source.starts(with: [0xFF, 0xFE]), source.count % 2 == 0 else { return nil }
    let units = stride(from: 2, to: source.count, by: 2).map { position in
      let (a, b) = (UInt16(source[position]), UInt16(source[position + 1]))
      return isBig ? a << 8 | b : b << 8 | a
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns the character for a byte above 0x7F, according to the WHATWG Encoding Standard, "index windows-1252".
  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    let special: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
      0x017D,
      0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
      0x017E, 0x0178,
    ]
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(special[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }
}
