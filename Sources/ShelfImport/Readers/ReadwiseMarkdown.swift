import ShelfFormats
import ShelfModel
import ShelfText

/// A page that Readwise writes for Obsidian or Logseq.
///
/// The properties of the book come first, then the highlights as a list. The indented lines below a highlight contain
/// its note, its tags, or more of its text. The link at the end of a highlight contains its location. As in Readwise's
/// table, notes may contain commands.
struct ReadwiseMarkdown {
  private let path: String
  private let lines: [String]

  static func recognizes(_ probe: SourceProbe) -> Bool {
    let isObsidian = probe.contains("## Metadata") && probe.contains("- Full Title:") && probe.contains("- Category:")
    let isLogseq = probe.contains("full-title::") && probe.contains("category::")
    return isObsidian || isLogseq
  }

  init(_ file: SourceFile, _ batch: inout SourceBatch) {
    path = file.path
    lines = batch.lines(of: file)
  }

  private struct Highlight {
    var line: Int
    var text: String
    var note = ""
    var tags: [String] = []
    var page: String?
    var location: String?

    /// The position in the book, for comparison with headings.
    var place: ReadwiseChapters.Place? {
      let number = page.flatMap { Double($0) } ?? location.flatMap { Double($0.drop { !$0.isNumber }) }
      return number.map { ReadwiseChapters.Place(kind: page == nil ? "location" : "page", number: $0) }
    }
  }

  mutating func read(_ options: ImportOptions, into batch: inout SourceBatch) {
    var meta: [String: String] = [:]
    var highlights: [Highlight] = []
    var isInside = false
    var base = 0
    // A note continues up to the next bullet.
    var isNote = false
    var isBlank = false
    for (index, line) in lines.enumerated() {
      let text = line.trimmed
      if let (key, value) = property(text), !isInside || text.contains("::") {
        if meta[key] == nil { meta[key] = value }
        continue
      }
      if text.hasPrefix("#") || text.hasPrefix("- #") {
        let heading = text.drop { "# -".contains($0) }.lowercased()
        if heading.hasPrefix("highlights") || heading.hasPrefix("new highlights") { isInside = true }
        continue
      }
      if text.lowercased().contains("highlights first synced") || text.lowercased().contains("new highlights added") {
        isInside = true
        continue
      }
      if text.isEmpty { isBlank = true }
      guard isInside, !text.isEmpty, text != "-" else { continue }
      defer { isBlank = false }
      let indent = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
      let bullet = text.hasPrefix("- ") || text.hasPrefix("* ")
      if highlights.isEmpty { base = indent }
      if bullet { isNote = false }
      let body = bullet ? String(text.dropFirst(2)) : text
      let word = body.replacing("**", with: "").lowercased()
      if bullet, indent <= base || highlights.isEmpty {
        highlights.append(Highlight(line: index + 1, text: body))
      } else if highlights.isEmpty {
        continue
      } else if word.hasPrefix("note:") || word.hasPrefix("tags:") {
        let value = body[(body.firstIndex(of: ":").map { body.index(after: $0) } ?? body.endIndex)...]
          .trimmed.replacing("**", with: "").trimmed
        if word.hasPrefix("note:") {
          highlights[highlights.count - 1].note = value
          isNote = true
        } else {
          highlights[highlights.count - 1].tags = tags(value)
        }
      } else if isNote {
        highlights[highlights.count - 1].note += (isBlank ? "\n\n" : "\n") + body
      } else {
        highlights[highlights.count - 1].text += (isBlank ? "\n\n" : "\n") + body
      }
    }
    add(meta, highlights, options, &batch)
  }

  private func add(
    _ meta: [String: String], _ highlights: [Highlight], _ options: ImportOptions, _ batch: inout SourceBatch
  ) {
    let category = meta["category"] ?? "#books"
    guard category.lowercased().contains("book") else {
      batch.begin()
      return batch.skip("a page about \(category.filter { $0 != "#" }), not about a book", line: 1)
    }
    let title = meta["full-title"] ?? meta["title"] ?? SourceFile(path: path, bytes: []).name.replacing(".md", with: "")
    let authors = FieldMapping.authors(plain(meta["author"] ?? ""), line: 1, &batch)
    let book = SourceKey.book(plain(title), authors)
    var draft = Draft(book: book, title, authors, from: "readwise", line: 1, rows: 0)
    draft.set(.title, plain(title))
    draft.set(.author, authors)
    if options.takesShelves { draft.add(.genres, tags(meta["document tags"] ?? meta["tags"] ?? "")) }
    batch.add(draft)
    var chapters = ReadwiseChapters()
    var joined: String?
    for part in highlights {
      batch.begin()
      let highlight = placed(part)
      if highlight.text.wholeMatch(of: /!\[[^\]]*\]\([^)]*\)/) != nil {
        batch.skip("a picture", line: highlight.line)
        continue
      }
      let (text, commands) = (HTMLText.tidy(highlight.text), ReadwiseCommands(highlight.note))
      let place = highlight.place
      if commands.isHeading {
        if let place { chapters.add(heading: text, of: book, place) }
        if commands.ownWords.isEmpty {
          batch.skip("a heading", line: highlight.line)
          continue
        }
      }
      if let part = commands.part, part > 1, let joined, batch.canJoin(joined) {
        batch.change(.quote, joined) { $0.join(text, commands, highlight.tags) }
        continue
      }
      var quote = Draft(
        quote: SourceKey.hash(book, text), of: book, from: "readwise", line: highlight.line)
      joined = commands.part == nil ? nil : quote.key
      if let place { chapters.add(quote.key, of: book, place) }
      quote.set(.text, text)
      quote.set(.note, commands.ownWords)
      quote.add(.tags, ReadwiseCommands.without(highlight.tags))
      quote.set(.page, highlight.page)
      quote.set(.location, highlight.location)
      batch.add(quote)
    }
    chapters.set(in: &batch)
  }

  /// Parses a property such as `- Author: [[Jane Doe]]` or `author:: [[Jane Doe]]`. Returns nil for any other line.
  private func property(_ line: String) -> (String, String)? {
    if let range = line.firstRange(of: "::") {
      let key = line[..<range.lowerBound].drop { "- ".contains($0) }
      if !key.contains(" "), !key.isEmpty { return (key.lowercased(), line[range.upperBound...].trimmed) }
    }
    guard line.hasPrefix("- "), let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon].dropFirst(2).lowercased()
    guard ["author", "full title", "category", "url", "document tags", "summary", "title"].contains(key) else {
      return nil
    }
    return (key.replacing("full title", with: "full-title"), line[line.index(after: colon)...].trimmed)
  }

  /// Moves the location from the link at the end of a highlight to the highlight's page or location.
  private func placed(_ highlight: Highlight) -> Highlight {
    let body = highlight.text
    var highlight = highlight
    guard let open = body.range(ofLast: "(["), body.hasSuffix("))") || body.hasSuffix(")") else { return highlight }
    let link = body[open...]
    let label = link.dropFirst(2).prefix { $0 != "]" }
    guard link.contains("](") else { return highlight }
    highlight.text = body[..<open].trimmed
    let words = label.split(separator: " ").map(String.init)
    if words.count == 2, words[0] == "Page" { highlight.page = words[1] }
    if words.count == 2, words[0] == "Location" { highlight.location = "loc \(words[1].replacing(",", with: ""))" }
    return highlight
  }

  private func tags(_ text: String) -> [String] {
    var tags: [String] = []
    var rest = text[...]
    // A link may contain several words; other tags end at a space.
    while let open = rest.firstRange(of: "[["), let close = rest[open.upperBound...].firstRange(of: "]]") {
      tags += rest[..<open.lowerBound].split { ", ".contains($0) }.map { plain(String($0)) }
      tags.append(plain(String(rest[open.upperBound..<close.lowerBound])))
      rest = rest[close.upperBound...]
    }
    tags += rest.split { ", ".contains($0) }.map { plain(String($0)) }
    return tags.filter { !$0.isEmpty }
  }

  /// Returns the text without the markup of links and tags.
  private func plain(_ text: String) -> String {
    text.replacing("[[", with: "").replacing("]]", with: "").trimmed.trimmingStart("#\"").trimmingEnd("\"")
  }
}
