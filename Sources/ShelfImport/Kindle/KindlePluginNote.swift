import ShelfFormats
import ShelfText

/// A note of Obsidian's Kindle plugin, with a book in its front matter and the highlights below.
///
/// Users can lay out the note with a template. The only reliable markers are the link after each highlight, which leads
/// to its location on the Kindle, and the name that the plugin gives each paragraph, such as `^ref-64014`.
struct KindlePluginNote {
  /// The highlights, and the notes about them, as clipping entries.
  private(set) var entries: [KindleNotebook.Entry] = []
  /// The line numbers of text that belongs to neither a highlight nor a note.
  private(set) var strayLines: [Int] = []
  /// Amazon's number for the book.
  let number: String?

  static func recognizes(_ probe: SourceProbe) -> Bool {
    guard probe.contains("kindle-sync:") || probe.contains("kindle-bookId:") else { return false }
    if probe.text.contains(place) || probe.text.contains(/\^ref-\d+/) { return true }
    // If the template is long, the first link may be beyond the start of the file.
    let count = probe.file.bytes.count
    guard probe.head.count < count, count <= SourceProbe.maxTree else { return false }
    let text = String(decoding: TextDecoding(probe.file.bytes).bytes, as: UTF8.self)
    return text.contains(place) || text.contains(/\^ref-\d+/)
  }

  private static var place: Regex<(Substring, Substring, Substring)> {
    /\[([^\]\n]{0,40})\]\(kindle:\/\/book\?[^)\s]{0,200}?location=(\d{1,9})[^)\s]{0,200}\)/
  }

  init(_ probe: SourceProbe, _ bytes: [UInt8]) {
    let tree = probe.yaml
    func value(_ key: String) -> String {
      CleanText.collapse(tree?["kindle-sync"]?[key]?.text ?? tree?["kindle-\(key)"]?.text ?? "")
    }
    let authors = value("author").replacing(#/^(?:By|Von|Par|Por|De|Di|Door):\s/#, with: "")
    let name = authors.isEmpty ? value("title") : "\(value("title")) (\(authors))"
    let asin = value("asin")
    number = asin.isEmpty ? nil : asin
    var part = Part()
    var start = YAMLText.frontMatter(bytes)?.count ?? 0
    var line = 1 + bytes[..<start].count { $0 == 0x0A }
    // The first line is only the line that closes the front matter.
    var isFirst = start > 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let text = String(decoding: bytes[start..<end], as: UTF8.self).replacing("\r", with: "")
      let isEnd = text.trimmed == "---" || text.hasPrefix("# ") || text.hasPrefix("## ")
      if isEnd, !isFirst {
        finish(part, start, of: name)
        part = Part()
      } else if !isFirst {
        if part.lines.isEmpty, !text.trimmed.isEmpty { (part.line, part.start) = (line, start) }
        if !part.lines.isEmpty || !text.trimmed.isEmpty { part.lines.append(text) }
      }
      isFirst = false
      (start, line) = (end + 1, line + 1)
    }
    finish(part, bytes.count, of: name)
  }

  /// The lines between two horizontal rules or headings.
  private struct Part {
    var lines: [String] = []
    var line = 1
    var start = 0
  }

  private mutating func finish(_ part: Part, _ end: Int, of book: String) {
    guard !part.lines.isEmpty else { return }
    func entry(_ kind: String, _ texts: [String]) -> KindleNotebook.Entry {
      KindleNotebook.Entry(
        texts: [book, "- \(kind)", "", texts.joined(separator: "\n")], line: part.line, range: part.start..<end,
        chapter: nil, hasColor: false)
    }
    guard let index = part.lines.firstIndex(where: { $0.contains(KindlePluginNote.place) || $0.contains(/\^ref-\d+/) })
    else {
      // The text before the first highlight is the template's description of the book.
      if !entries.isEmpty { strayLines.append(part.line) }
      return
    }
    // The link may be below the text, and may be followed by the name of the paragraph.
    let last = part.lines[index...].firstIndex { $0.contains(KindlePluginNote.place) } ?? index
    let link = part.lines[last].firstMatch(of: KindlePluginNote.place)
    var texts = Array(part.lines[..<last])
    let rest = link.map { String(part.lines[last][..<$0.range.lowerBound]) } ?? part.lines[last]
    let (text, label) = link == nil ? (rest, "") : KindlePluginNote.withoutLabel(rest)
    let isPage = Folding.fold(label) == "page"
    texts = (texts + [text]).map(KindlePluginNote.withoutMark)
    let notes = part.lines[(last + 1)...].filter { !$0.hasPrefix("###") }.map(KindlePluginNote.withoutMark)
    let place = link.map { isPage ? " | page \($0.1) | location \($0.2)" : " | location \($0.2)" } ?? ""
    entries.append(entry("Your Highlight\(place)", texts))
    if !notes.allSatisfy({ $0.trimmed.isEmpty }) { entries.append(entry("Your Note\(place)", notes)) }
  }

  /// Splits the text before a link into the highlight and the word that introduces the location: ` — location:`, `-
  /// Location:`.
  ///
  /// A word belongs to the highlight unless a dash separates them.
  private static func withoutLabel(_ line: String) -> (text: String, label: String) {
    let trimmed = line.trimmed
    func withoutDash(_ text: Substring) -> String? {
      guard let last = text.last, "—–-*".contains(last) else { return nil }
      return String(text.dropLast()).trimmed
    }
    if trimmed.hasSuffix(":") {
      let word = String(trimmed.dropLast().reversed().prefix { $0.isLetter }.reversed())
      let before = String(trimmed.dropLast(word.count + 1)).trimmed
      if before.isEmpty { return ("", word) }
      return withoutDash(before[...]).map { ($0, word) } ?? (line, "")
    }
    return (withoutDash(trimmed[...]) ?? line, "")
  }

  /// Returns a line without the name of its paragraph, ` ^ref-64014`.
  private static func withoutMark(_ line: String) -> String {
    let trimmed = line.trimmed
    let rest = String(trimmed.reversed().drop { $0.isNumber }.reversed())
    return rest.hasSuffix("^ref-") && rest.count < trimmed.count ? String(rest.dropLast(5)).trimmed : line
  }
}
