import ShelfSystem

/// Splits a file into entries, and parses the entries on several threads.
extension KindleClipping {
  /// The lines of an entry, with their position in the file.
  private struct Entry: Sendable {
    let texts: [String]
    let line: Int
    let range: Range<Int>
    var isCut = false
    var chapter: String?
    var hasColor = false
  }

  /// Parses the entries of a file.
  ///
  /// - Parameter marks: the entries of a notebook or a note, or nil for a file of clippings.
  static func all(in bytes: [UInt8], marks: [KindleNotebook.Entry]?, threads: Int) -> [KindleClipping] {
    let entries =
      marks?.map {
        Entry(texts: $0.texts, line: $0.line, range: $0.range, chapter: $0.chapter, hasColor: $0.hasColor)
      } ?? entries(of: bytes)
    return Parallel.map(entries.count, threads: threads) { range in
      var memory = KindleMemory()
      return entries[range].map { entry in
        var clipping = KindleClipping(entry.texts, line: entry.line, range: entry.range, &memory)
        clipping.isCut = entry.isCut
        (clipping.chapter, clipping.hasColor) = (entry.chapter, entry.hasColor)
        return clipping
      }
    }.flatMap { $0 }
  }

  /// Splits a file at its lines of equals signs.
  private static func entries(of bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var start = 0
    var (line, first) = (1, 1)
    var texts: [String] = []
    var position = 0
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      let text = KindleClipping.line(bytes[position..<end])
      position = min(end + 1, bytes.count)
      if text.hasPrefix("=========="), text.allSatisfy({ $0 == "=" || $0.isWhitespace }) {
        if !texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
          entries.append(Entry(texts: texts, line: first, range: start..<position))
        }
        (texts, start, first) = ([], position, line + 1)
      } else {
        // Blank lines at the start of an entry do not belong to it.
        if texts.isEmpty, text.allSatisfy(\.isWhitespace) {
          (start, first) = (position, line + 1)
        } else {
          texts.append(text)
        }
      }
      line += 1
    }
    if !texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      // If even a part of the line that ends an entry is present, the entry itself is complete.
      let isEnded = texts.last.map { !$0.isEmpty && $0.allSatisfy { $0 == "=" } } ?? false
      if isEnded { texts.removeLast() }
      entries.append(Entry(texts: texts, line: first, range: start..<bytes.count, isCut: !isEnded))
    }
    return entries
  }

  /// Returns a line without byte order marks and carriage returns.
  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let kept = bytes.contains(0x0D) ? bytes.filter { $0 != 0x0D }[...] : bytes
    let text = String(decoding: kept, as: UTF8.self)
    return kept.contains(0xEF) ? text.replacing("\u{FEFF}", with: "") : text
  }
}
