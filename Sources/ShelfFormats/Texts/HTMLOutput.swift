import ShelfText

/// The plain text that tags of HTML and the text between them make.
struct HTMLOutput {
  private var scalars: [Unicode.Scalar] = []
  /// What was opened and is not closed yet, with where its contents begin.
  private var open: [(name: String, mark: String, start: Int)] = []
  /// The numbers of the lists that are open; nil for one without.
  private var lists: [Int?] = []

  /// How much may be open at once, and how many quotations within one another: deeper tags say nothing of the text.
  private static let mostOpen = 200
  private static let mostQuotations = 8

  mutating func write(_ scalar: Unicode.Scalar) { scalars.append(scalar) }

  mutating func write(_ text: String) { scalars.append(contentsOf: text.unicodeScalars) }

  /// Returns the whole text; what was never closed has no mark.
  mutating func text() -> String {
    while !open.isEmpty { drop(open.count - 1) }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Applies a tag.
  ///
  /// - Parameter attribute: the value of an attribute; "" if there is none.
  mutating func apply(_ name: String, isEnd: Bool, _ attribute: (String) -> String) {
    switch name {
    case "br": write("\n")
    case "ul", "ol":
      if isEnd {
        _ = lists.popLast()
      } else if lists.count < HTMLOutput.mostOpen {
        lists.append(name == "ol" ? 0 : nil)
      }
      paragraph(isEnd)
    case "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "section", "article": paragraph(isEnd)
    case "blockquote":
      paragraph(isEnd)
      if isEnd {
        closeQuotation()
      } else if open.count < HTMLOutput.mostOpen, open.count(where: { $0.name == name }) < HTMLOutput.mostQuotations {
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
      } else if open.count < HTMLOutput.mostOpen {
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

  /// Says what a picture shows, and where it is; one that is in the text itself is nowhere else.
  private mutating func image(_ words: String, _ address: String) {
    let address = address.hasPrefix("data:") ? "" : address
    write(words.isEmpty || address.isEmpty ? words + address : "\(words) (\(address))")
  }

  // MARK: - What is opened and closed

  private mutating func emphasize(_ name: String, _ mark: String, _ isEnd: Bool) {
    if !isEnd {
      if open.count >= HTMLOutput.mostOpen { return }
      write(mark)
      return open.append((name, mark, scalars.count))
    }
    guard let place = open.lastIndex(where: { $0.name == name }) else { return }
    // What stands for nothing is not marked.
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

  /// Puts a mark in front of each line of a quotation.
  private mutating func closeQuotation() {
    guard let place = open.lastIndex(where: { $0.name == "blockquote" }) else { return }
    // What was opened within it ends with it.
    while open.count > place + 1 { drop(open.count - 1) }
    let start = open.removeLast().start
    let text = HTMLText.tidy(String(String.UnicodeScalarView(scalars[start...])))
    scalars.removeSubrange(start...)
    let lines = text.drop(while: \.isNewline).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.allSatisfy(\.isEmpty) { return }
    write(lines.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n") + "\n\n")
  }

  /// Forgets what was opened, and takes its mark away.
  private mutating func drop(_ place: Int) {
    let (name, mark, start) = open.remove(at: place)
    // A link has no mark in front of it.
    guard name != "a", name != "blockquote" else { return }
    let length = mark.unicodeScalars.count
    scalars.removeSubrange(start - length..<start)
    for later in open.indices where open[later].start >= start { open[later].start -= length }
  }
}
