import ShelfRPC
import ShelfText

/// Computes minimal edits between two texts: a line diff, narrowed to the words that differ within the lines.
enum TextEdits {
  struct Edit: Hashable, Sendable {
    /// The range of the old text to replace.
    let range: Range<Int>
    let text: [UInt8]
  }

  static func edits(from old: [UInt8], to new: [UInt8]) -> [Edit] {
    let (oldLines, newLines) = (lines(old), lines(new))
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ bytes: [UInt8], _ lines: [Range<Int>]) -> [Int] {
      lines.map { line in
        let number = numbers[bytes[line]] ?? numbers.count
        numbers[bytes[line]] = number
        return number
      }
    }
    let (a, b) = (number(old, oldLines), number(new, newLines))
    return LineDifference(from: a, to: b).changes.map { change in
      narrow(bytes(of: change.old, oldLines, old.count), bytes(of: change.new, newLines, new.count), old, new)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  private static func bytes(of range: Range<Int>, _ lines: [Range<Int>], _ end: Int) -> Range<Int> {
    let start = range.lowerBound < lines.count ? lines[range.lowerBound].lowerBound : end
    return start..<(range.isEmpty ? start : lines[range.upperBound - 1].upperBound)
  }

  /// Removes the common prefix and suffix from an edit, without splitting a character or a CRLF.
  private static func narrow(_ a: Range<Int>, _ b: Range<Int>, _ old: [UInt8], _ new: [UInt8]) -> Edit {
    var (start, otherStart) = (a.lowerBound, b.lowerBound)
    while start < a.upperBound, otherStart < b.upperBound, old[start] == new[otherStart] {
      start += 1
      otherStart += 1
    }
    func isInside(_ bytes: [UInt8], _ offset: Int, _ range: Range<Int>) -> Bool {
      guard offset < range.upperBound, offset > range.lowerBound else { return false }
      return bytes[offset] & 0xC0 == 0x80 || bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D
    }
    while isInside(old, start, a) || isInside(new, otherStart, b) {
      start -= 1
      otherStart -= 1
    }
    var (end, otherEnd) = (a.upperBound, b.upperBound)
    while end > start, otherEnd > otherStart, old[end - 1] == new[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    while isInside(old, end, a) || isInside(new, otherEnd, b) {
      end += 1
      otherEnd += 1
    }
    // Widens the edit to whole words, so that the client's preview is easier to review.
    if start < end, otherStart < otherEnd {
      while start > a.lowerBound, ![0x20, 0x0A].contains(old[start - 1]) {
        start -= 1
        otherStart -= 1
      }
      while end < a.upperBound, otherEnd < b.upperBound, ![0x20, 0x0A, 0x0D].contains(old[end]) {
        end += 1
        otherEnd += 1
      }
    }
    return Edit(range: start..<end, text: Array(new[otherStart..<otherEnd]))
  }

  static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.text) }
    return bytes
  }
}

extension TextIndex {
  /// Returns edits as `TextEdit`s of the protocol.
  func json(_ edits: [TextEdits.Edit]) -> JSON {
    .array(
      edits.map { ["range": json($0.range), "newText": .text(String(decoding: $0.text, as: UTF8.self))] })
  }
}
