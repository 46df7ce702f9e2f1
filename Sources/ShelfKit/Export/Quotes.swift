import ShelfFormats
import ShelfModel
import ShelfText

extension ExportFormat {
  static let quotes = ExportFormat(
    name: "quotes",
    help: "quotes, grouped by book; as Markdown, or as .txt, .html, .org, .tex or .csv if --output ends with this",
    kinds: [.quote],
    forms: [
      Form(["md", "markdown"], QuoteForms.markdown), Form(["txt", "text"], QuoteForms.text),
      Form(["html", "htm"], QuoteForms.html), Form(["org"], QuoteForms.org),
      Form(["tex"], QuoteForms.latex), Form(["csv"], QuoteForms.csv),
    ])
}

/// The forms in which quotes can be exported.
private enum QuoteForms {
  /// Joins blocks with a blank line between them.
  private static func document(_ blocks: [String]) -> [UInt8] {
    Array((blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n").utf8)
  }

  private static func line(_ text: String) -> String { CleanText.collapse(text) }

  @Sendable static func markdown(_ selection: ExportSelection) -> [UInt8] {
    var blocks = ["# Quotes"]
    for group in QuoteList(selection).groups {
      blocks += ["## \(line(group.heading))", line(group.byline)]
      blocks += group.quotes.map { QuoteMarkdown.block($0, citing: group.hasStatedKey ? group.citationKey : nil) }
    }
    return document(blocks)
  }

  // MARK: - Plain text

  @Sendable static func text(_ selection: ExportSelection) -> [UInt8] {
    var blocks: [String] = []
    for group in QuoteList(selection).groups {
      let heading = [line(group.heading), line(group.byline)].filter { !$0.isEmpty }
      let width = heading.map(DisplayWidth.of).max() ?? 0
      blocks.append((heading + [String(repeating: "=", count: min(width, 72))]).joined(separator: "\n"))
      blocks += group.quotes.map(textBlock)
    }
    return document(blocks)
  }

  private static func textBlock(_ quote: QuoteList.Quote) -> String {
    var lines = ["“\(quote.text.trimmed)”"]
    if !quote.place.isEmpty { lines.append("  — " + quote.place) }
    let note = quote.note.trimmed
    if !note.isEmpty { lines.append("  " + note.replacing("\n", with: "\n  ")) }
    if !quote.tags.isEmpty { lines.append("  Tags: " + quote.tags.map(line).joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  // MARK: - Org

  @Sendable static func org(_ selection: ExportSelection) -> [UInt8] {
    var blocks: [String] = []
    for group in QuoteList(selection).groups {
      var heading = "* " + line(group.heading)
      if !group.authors.isEmpty { heading += "\n:PROPERTIES:\n:AUTHOR: \(line(group.byline))\n:END:" }
      blocks.append(heading)
      for quote in group.quotes { blocks += orgBlocks(quote) }
    }
    return document(blocks)
  }

  private static func orgBlocks(_ quote: QuoteList.Quote) -> [String] {
    var heading = "** " + (quote.place.isEmpty ? CleanText.short(quote.text.trimmed) : quote.place)
    if !quote.tags.isEmpty { heading += " :" + quote.tags.map(orgTag).joined(separator: ":") + ":" }
    let text = escapedForOrg(quote.text.trimmed)
    return [heading, "#+begin_quote\n\(text)\n#+end_quote", escapedForOrg(quote.note.trimmed)]
  }

  /// Returns a tag in which characters that Org does not allow are replaced with `_`.
  private static func orgTag(_ name: String) -> String {
    String(line(name).map { $0.isLetter || $0.isNumber || "_@#%".contains($0) ? $0 : "_" })
  }

  /// Returns text with a comma before each line that Org would mistake for a heading or a keyword.
  private static func escapedForOrg(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let isMarkup = ["*", "#+", ",*", ",#+"].contains { line.hasPrefix($0) }
      return isMarkup ? ",\(line)" : String(line)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: - LaTeX

  /// Returns the quotes for inclusion in a document that cites the books of an exported bibliography.
  @Sendable static func latex(_ selection: ExportSelection) -> [UInt8] {
    var blocks: [String] = []
    for group in QuoteList(selection).groups {
      blocks.append("% " + [line(group.heading), line(group.byline)].filter { !$0.isEmpty }.joined(separator: ", "))
      for quote in group.quotes {
        let place = quote.page.isEmpty ? line(quote.place) : line(quote.page)
        // LaTeX prints `--` as a dash, and biblatex recognizes a range by it.
        let parts = quote.page.isEmpty ? [place[...]] : place.split { "-–".contains($0) }
        let page = parts.map { LaTeXText.escaped($0.trimmed) }.joined(separator: "--")
        let cite = "\\cite\(place.isEmpty ? "" : "[{\(page)}]"){\(group.citationKey)}"
        let text = LaTeXText.paragraphs(quote.text.trimmed) + (group.citationKey.isEmpty ? "" : "\n" + cite)
        let note = quote.note.trimmed.split(whereSeparator: \.isNewline).map { "% \($0)" }.joined(separator: "\n")
        blocks += ["\\begin{quote}\n\(text)\n\\end{quote}", note]
      }
    }
    return document(blocks)
  }

  // MARK: - HTML

  @Sendable static func html(_ selection: ExportSelection) -> [UInt8] {
    var lines = [
      "<!DOCTYPE html>", "<html>", "<head>", "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width\">", "<title>Quotes</title>", "</head>", "<body>",
      "<h1>Quotes</h1>",
    ]
    for group in QuoteList(selection).groups {
      lines += ["<section>", "<h2>\(escaped(line(group.heading)))</h2>"]
      lines += paragraph(line(group.byline), ofClass: "author")
      for quote in group.quotes { lines += htmlLines(quote) }
      lines.append("</section>")
    }
    lines += ["</body>", "</html>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func htmlLines(_ quote: QuoteList.Quote) -> [String] {
    var lines = ["<blockquote>"] + paragraphs(quote.text) + ["</blockquote>"]
    if !quote.place.isEmpty { lines += paragraph("— " + quote.place, ofClass: "place") }
    let note = paragraphs(quote.note)
    if !note.isEmpty { lines += ["<div class=\"note\">"] + note + ["</div>"] }
    lines += paragraph(quote.tags.map { "#" + line($0) }.joined(separator: " "), ofClass: "tags")
    return lines
  }

  private static func paragraph(_ text: String, ofClass name: String) -> [String] {
    text.isEmpty ? [] : ["<p class=\"\(name)\">\(escaped(text))</p>"]
  }

  /// Splits long text into paragraphs, which are separated by blank lines.
  private static func paragraphs(_ text: String) -> [String] {
    var paragraphs: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(escaped(String(line).trimmed))
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { "<p>" + $0.joined(separator: "<br>\n") + "</p>" }
  }

  private static func escaped(_ text: String) -> String {
    HTMLEscape.text(text).replacing("\"", with: "&quot;")
  }

  // MARK: - CSV

  @Sendable static func csv(_ selection: ExportSelection) -> [UInt8] {
    var csv = CSVWriter()
    csv.row(QuoteTable.header)
    for group in QuoteList(selection).groups {
      for quote in group.quotes { csv.row(QuoteTable.Column.allCases.map { cell($0, of: quote, in: group) }) }
    }
    return csv.take()
  }

  private static func cell(_ column: QuoteTable.Column, of quote: QuoteList.Quote, in group: QuoteList.Group) -> String
  {
    switch column {
    case .text: withoutLineEnd(quote.text)
    case .book: group.title ?? ""
    case .author: QuoteTable.cell(group.authors)
    case .page: quote.page
    case .location: quote.location
    case .chapter: quote.chapter
    case .tags: QuoteTable.cell(quote.tags)
    case .note: withoutLineEnd(quote.note)
    case .creationDate: quote.creationDate
    }
  }

  private static func withoutLineEnd(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}

/// Quotes in Markdown.
enum QuoteMarkdown {
  /// Returns a quote in Markdown, with its position, its note and its tags.
  ///
  /// - Parameter key: the citation key of the book, for pandoc, or nil if the book has none.
  static func block(_ quote: QuoteList.Quote, citing key: String? = nil) -> String {
    let lines = quote.text.trimmed.split(separator: "\n", omittingEmptySubsequences: false)
    var text = lines.map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
    let place = key.map { "[@\($0)\(quote.place.isEmpty ? "" : ", \(quote.place)")]" } ?? quote.place
    if !place.isEmpty { text += "\n>\n> — \(place)" }
    if !quote.note.trimmed.isEmpty { text += "\n\n\(quote.note.trimmed)" }
    let tags = quote.tags.map { "#" + $0.split(separator: " ").joined(separator: "-") }
    if !tags.isEmpty { text += "\n\n\(tags.joined(separator: " "))" }
    return text
  }
}
