import ShelfText

/// Builds plain text from HTML tags and the text between them.
struct HTMLOutput {
  private var scalars: [Unicode.Scalar] = []
  /// The open elements, each with its name, its markup (the URL for a link) and the start of its contents.
  private var open: [(name: String, mark: String, start: Int)] = []
  /// The number of the last item in each open list, or nil for a list without numbers.
  private var lists: [Int?] = []

  /// The maximum number of open elements and of nested quotations. Deeper tags are ignored, since they add nothing to
  /// the text.
  private static let maxOpen = 200
  private static let maxQuotations = 8

  mutating func write(_ scalar: Unicode.Scalar) { scalars.append(scalar) }

  mutating func write(_ text: String) { scalars.append(contentsOf: text.unicodeScalars) }

  /// Returns the whole text. Elements that were never closed get no markup.
  mutating func text() -> String {
    while !open.isEmpty { drop(open.count - 1) }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Applies a tag.
  ///
  /// - Parameter attribute: returns the value of an attribute, or "" if there is none.
  mutating func apply(_ name: String, isEnd: Bool, _ attribute: (String) -> String) {
    switch name {
    case "br": write("\n")
    case "ul", "ol":
      if isEnd {
        _ = lists.popLast()
      } else if lists.count < HTMLOutput.maxOpen {
        lists.append(name == "ol" ? 0 : nil)
      }
      paragraph(isEnd)
    case "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "section", "article": paragraph(isEnd)
    case "blockquote":
      paragraph(isEnd)
      if isEnd {
        closeQuotation()
      } else if open.count < HTMLOutput.maxOpen, open.count(where: { $0.name == name }) < HTMLOutput.maxQuotations {
        open.append((name, "", scalars.count))
      }
    case "li": if !isEnd { item() }
    case "td", "th": if !isEnd, let last = scalars.suffix(64).last(where: { $0 != " " }), last != "\n" { write(" | ") }
    case "hr": write("\n\n---\n\n")
    case "i", "em", "cite": emphasize(name, "*", isEnd)
    case "b", "strong": emphasize(name, "**", isEnd)
    case "spoiler": write(isEnd ? " (end of spoiler)" : "(spoiler) ")
    case "img": image(attribute("alt").trimmed, attribute("src").trimmed)
    case "a":
      if isEnd {
        closeLink()
      } else if open.count < HTMLOutput.maxOpen {
        open.append((name, attribute("href"), scalars.count))
      }
    default: break
    }
  }

  private mutating func paragraph(_ isEnd: Bool) { if isEnd || !scalars.isEmpty { write("\n\n") } }

  private mutating func item() {
    guard let number = lists.last, let number else { return write("\n- ") }
    lists[lists.count - 1] = number + 1
    write("\n\(number + 1). ")
  }

  /// Writes an image's description and URL. An image that is embedded in the HTML has no URL.
  private mutating func image(_ words: String, _ address: String) {
    let address = address.hasPrefix("data:") ? "" : address
    write(words.isEmpty || address.isEmpty ? words + address : "\(words) (\(address))")
  }

  // MARK: - Open elements

  private mutating func emphasize(_ name: String, _ mark: String, _ isEnd: Bool) {
    if !isEnd {
      if open.count >= HTMLOutput.maxOpen { return }
      write(mark)
      return open.append((name, mark, scalars.count))
    }
    guard let place = open.lastIndex(where: { $0.name == name }) else { return }
    // Emphasis without text gets no Markdown markers.
    if scalars[open[place].start...].allSatisfy(\.properties.isWhitespace) { return drop(place) }
    open.remove(at: place)
    write(mark)
  }

  private mutating func closeLink() {
    guard let place = open.lastIndex(where: { $0.name == "a" }) else { return }
    let link = open.remove(at: place).mark
    if link.isEmpty || scalars.suffix(link.unicodeScalars.count).elementsEqual(link.unicodeScalars) { return }
    write(" (\(link))")
  }

  /// Writes `>` before each line of a quotation.
  private mutating func closeQuotation() {
    guard let place = open.lastIndex(where: { $0.name == "blockquote" }) else { return }
    // Elements that were opened within the quotation end with it.
    while open.count > place + 1 { drop(open.count - 1) }
    let start = open.removeLast().start
    let text = HTMLText.tidy(String(String.UnicodeScalarView(scalars[start...])))
    scalars.removeSubrange(start...)
    let lines = text.drop(while: \.isNewline).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.allSatisfy(\.isEmpty) { return }
    write(lines.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n") + "\n\n")
  }

  /// Discards an open element and removes its markup from the text.
  private mutating func drop(_ place: Int) {
    let (name, mark, start) = open.remove(at: place)
    // Links and quotations have no markup before their contents.
    guard name != "a", name != "blockquote" else { return }
    let length = mark.unicodeScalars.count
    scalars.removeSubrange(start - length..<start)
    for later in open.indices where open[later].start >= start { open[later].start -= length }
  }
}
