import ShelfFormats
import ShelfText

/// The notebook that Kindle apps for phones and computers export: an HTML page whose parts are marked with classes.
///
/// Each highlight consists of a heading, with its type, chapter and location, and of its text. It is converted to the
/// lines of a clipping, which `KindleClipping` parses.
enum KindleNotebook {
  static func recognizes(_ probe: SourceProbe) -> Bool {
    ["\"", "'"].contains { quote in
      probe.contains("class=\(quote)bookTitle\(quote)") && probe.contains("class=\(quote)noteHeading\(quote)")
    }
  }

  /// A highlight or note as the lines of an entry in `My Clippings.txt`, so that both result in the same records.
  struct Entry {
    let texts: [String]
    let line: Int
    let range: Range<Int>
    let chapter: String?
    let hasColor: Bool
  }

  /// Splits the page into entries.
  static func entries(of bytes: [UInt8]) -> [Entry] {
    let text = String(decoding: bytes, as: UTF8.self)
    var (title, authors, section) = ("", "", "")
    var heading: (text: String, start: String.Index)?
    var entries: [Entry] = []
    var (line, counted) = (1, text.startIndex)
    let matches = text.matches(
      of: /class=["'](bookTitle|authors|sectionHeading|noteHeading|noteText)["'][^<>"']{0,200}>/)
    for (place, match) in matches.enumerated() {
      let next = place + 1 < matches.count ? matches[place + 1].range.lowerBound : text.endIndex
      let rest = text[match.range.upperBound..<next]
      // The first end tag ends a part, even if it does not match the start tag, as on pages from some years.
      let end =
        rest.utf8.count > maxPartBytes ? rest.utf8.index(rest.startIndex, offsetBy: maxPartBytes) : rest.endIndex
      let body = rest[..<end]
      let close = body.firstMatch(of: /<\/(?:div|h[1-6])>/)?.range.lowerBound ?? body.endIndex
      let content = HTMLText.plain(String(body[..<close])).trimmed
      switch match.1 {
      case "bookTitle": title = CleanText.collapse(content)
      case "authors": authors = CleanText.collapse(content)
      case "sectionHeading": section = CleanText.collapse(content)
      case "noteHeading": heading = (CleanText.collapse(content), match.range.lowerBound)
      default:
        guard let (head, start) = heading else { continue }
        heading = nil
        line += text[counted..<start].utf8.count { $0 == 0x0A }
        counted = start
        let (lines, chapter, hasColor) = KindleNotebook.place(head)
        // The heading of a highlight may name a section of the chapter that the heading above it names.
        let whole = [section, chapter ?? ""].filter { !$0.isEmpty }
        let from = text.utf8.distance(from: text.startIndex, to: start)
        let to = text.utf8.distance(from: text.startIndex, to: close)
        entries.append(
          Entry(
            texts: [authors.isEmpty ? title : "\(title) (\(authors))", "- " + lines, "", content], line: line,
            range: from..<to, chapter: whole.isEmpty ? nil : whole.joined(separator: " > "), hasColor: hasColor))
      }
    }
    return entries
  }

  /// The maximum size of a part of the page, in bytes.
  private static let maxPartBytes = 1 << 20

  /// Splits `Highlight (yellow) - Chapter 1 > Page 3 · Location 45` into the second line of a clipping and the chapter.
  private static func place(_ heading: String) -> (String, String?, hasColor: Bool) {
    guard let dash = heading.range(ofLast: " - ") ?? heading.range(ofLast: " – ") else { return (heading, nil, false) }
    // The color is in parentheses.
    let kind = heading[..<dash].prefix { $0 != "(" }.trimmed
    let rest = heading[dash...].dropFirst(3)
    let parts = rest.split(separator: ">").map(\.trimmed)
    let chapter = parts.dropLast().joined(separator: " > ")
    let place = "\(kind) | \((parts.last ?? "").replacing("·", with: "|"))"
    return (place, chapter.isEmpty ? nil : chapter, heading[..<dash].contains("("))
  }
}
