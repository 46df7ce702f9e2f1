/// The lines of a folded block scalar (`>`), and how a new text is broken into such lines.
struct FoldedText: Hashable {
  /// The lines of each paragraph, as they are broken, by the paragraph's text.
  private var paragraphs: [[UInt8]: [[UInt8]]] = [:]
  /// The maximum number of columns of a line; nil if paragraphs are not broken.
  private let width: Int?

  /// The number of columns of a text whose paragraphs have never been broken because they are short.
  private static let usualWidth = 80

  /// - Parameter lines: the lines of the scalar without their indentation.
  init(_ lines: [[UInt8]]) {
    var broken = 0
    var longest = 0
    // A line that starts with a blank is not folded.
    for run in lines.split(whereSeparator: { $0.first.map(ASCII.isBlank) ?? true }) {
      paragraphs[Array(run.joined(separator: [ASCII.space]))] = Array(run)
      longest = run.map(Self.columns).max().map { max($0, longest) } ?? longest
      if run.count > 1 {
        broken = run.map(Self.columns).max().map { max($0, broken) } ?? broken
      }
    }
    width = broken > 0 ? broken : longest > Self.usualWidth ? nil : Self.usualWidth
  }

  /// Returns lines that fold to the given ones; a paragraph that was there before is broken as it was.
  ///
  /// A single line break between two lines is read as a space, so there has to be one more; but line breaks beside a
  /// line that starts with a space are read as they are.
  func lines(of text: [[UInt8]]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var previous: [UInt8]?
    for line in text {
      let isKept = line.first.map(ASCII.isBlank) ?? true
      if !line.isEmpty {
        if let previous, !ASCII.isBlank(previous[0]), !isKept {
          result.append([])
        }
        previous = line
      }
      result += isKept ? [line] : paragraphs[line] ?? wrapped(line)
    }
    return result
  }

  /// Breaks a line at single spaces where it would be wider than the text is.
  private func wrapped(_ line: [UInt8]) -> [[UInt8]] {
    guard let width else { return [line] }
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var columns = 0
    for word in Self.words(of: line) {
      let added = Self.columns(word)
      if !current.isEmpty, columns + 1 + added > width {
        result.append(current)
        (current, columns) = ([], 0)
      }
      columns += added + (current.isEmpty ? 0 : 1)
      current += (current.isEmpty ? [] : [ASCII.space]) + word
    }
    return result + [current]
  }

  /// Returns the parts between single spaces; several spaces in a row stay inside a part.
  private static func words(of line: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    for (index, byte) in line.enumerated() {
      let isSingle =
        byte == ASCII.space && index > 0 && index + 1 < line.count && !ASCII.isBlank(line[index - 1])
        && !ASCII.isBlank(line[index + 1])
      if isSingle {
        words.append([])
      } else {
        words[words.count - 1].append(byte)
      }
    }
    return words
  }

  private static func columns(_ text: [UInt8]) -> Int {
    String(decoding: text, as: UTF8.self).count
  }
}
