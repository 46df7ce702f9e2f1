/// The lines of a folded block scalar (`>`), which show how to break new text into lines.
///
/// A parser joins the lines of a paragraph with spaces, so text can be broken anywhere between words. To keep diffs
/// small, an unchanged paragraph keeps its lines, and a changed one keeps the lines before and after the change. Only
/// the text in between is wrapped, to the width of the old lines.
struct FoldedText: Hashable {
  /// A mapping from the text of each paragraph to its lines.
  private var paragraphs: [[UInt8]: [[UInt8]]] = [:]
  private var order: [[UInt8]] = []
  /// The maximum width of a line in columns, or nil if paragraphs are not wrapped.
  private let width: Int?

  /// The maximum width if every old paragraph fits on one line of this width.
  private static let usualWidth = 80

  /// - Parameter lines: the lines of the scalar, without indentation.
  init(_ lines: [[UInt8]]) {
    var broken = 0
    var longest = 0
    // A line that starts with a blank is never folded.
    for run in lines.split(whereSeparator: { $0.first.map(ASCII.isBlank) ?? true }) {
      let text = Array(run.joined(separator: [ASCII.space]))
      paragraphs[text] = Array(run)
      order.append(text)
      let widest = run.reduce(0) { max($0, Self.columns($1)) }
      longest = max(longest, widest)
      if run.count > 1 { broken = max(broken, widest) }
    }
    width = broken > 0 ? broken : longest > Self.usualWidth ? nil : Self.usualWidth
  }

  /// Returns lines that a parser folds into the specified lines.
  ///
  /// A parser reads a single line break as a space, so an empty line is added to preserve the break. Next to a line
  /// that starts with a blank, line breaks are preserved without an empty line.
  func lines(of text: [[UInt8]]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var previous: [UInt8]?
    let former = former(of: text)
    for (position, line) in text.enumerated() {
      let isKept = line.first.map(ASCII.isBlank) ?? true
      if !line.isEmpty {
        if let previous, !ASCII.isBlank(previous[0]), !isKept {
          result.append([])
        }
        previous = line
      }
      result += isKept ? [line] : paragraphs[line] ?? refilled(line, former[position] ?? [])
    }
    return result
  }

  /// Returns a mapping from the position of each changed paragraph in the new text to its old lines.
  ///
  /// Equal paragraphs at the start and at the end of the text are skipped. The remaining paragraphs are paired in
  /// order.
  private func former(of text: [[UInt8]]) -> [Int: [[UInt8]]] {
    let new = text.indices.filter { !(text[$0].first.map(ASCII.isBlank) ?? true) }
    let start = zip(new, order).prefix { text[$0] == $1 }.count
    let end = zip(new.reversed(), order.reversed()).prefix { text[$0] == $1 }.count
    let changed = zip(new.dropFirst(start).dropLast(end), order.dropFirst(start).dropLast(end))
    return Dictionary(uniqueKeysWithValues: changed.map { ($0, paragraphs[$1] ?? []) })
  }

  /// Breaks a changed paragraph into lines, keeping the old lines before and after the change.
  private func refilled(_ line: [UInt8], _ old: [[UInt8]]) -> [[UInt8]] {
    var start = 0
    var first = 0
    while first < old.count, line[start...].starts(with: old[first]) {
      let end = start + old[first].count
      guard end == line.count || line[end] == ASCII.space else { break }
      first += 1
      start = min(end + 1, line.count)
    }
    var end = line.count
    var last = old.count
    while last > first, line[start..<end].reversed().starts(with: old[last - 1].reversed()) {
      let before = end - old[last - 1].count
      guard before == start || line[before - 1] == ASCII.space else { break }
      last -= 1
      end = max(start, before - 1)
    }
    // Text that was inserted between two lines, or appended at the end, continues the previous line.
    if first == last, first > 0, start < end {
      first -= 1
      start -= old[first].count + 1
    }
    let middle = Array(line[start..<end])
    if let byte = middle.first, ASCII.isBlank(byte) || ASCII.isBlank(middle[middle.count - 1]) { return wrapped(line) }
    let lines = old[..<first] + (middle.isEmpty ? [] : wrapped(middle)) + old[last...]
    return Array(lines.joined(separator: [ASCII.space])) == line ? Array(lines) : wrapped(line)
  }

  /// Breaks a line at single spaces so that the new lines are not wider than the old text.
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

  /// Returns the parts of a line between single spaces. Runs of several spaces stay within a part. The line must not
  /// start with a space.
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
