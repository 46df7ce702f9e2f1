import ShelfModel
import ShelfWording

/// The description of a field in a hover or completion: its purpose and the values that it accepts.
struct FieldNote: Sendable {
  let markdown: ClientMarkdown

  init(_ markdown: ClientMarkdown) { self.markdown = markdown }

  func text(_ field: Field, _ kind: Kind) -> String {
    var lines = ["\(markdown.bold(field.key)) · \(markdown.weak("\(kind.singular)"))", markdown.line(field.help)]
    if case .choice(let words) = field.type {
      lines.append(
        words.map { word in markdown.line(FieldNote.meaning(of: word, field)).withDash(markdown) }.joined(
          separator: "\n"))
    } else {
      lines.append(markdown.line("Takes \(field.type.description)"))
    }
    if let text = field.defaultText { lines.append(markdown.line("Without it, a \(kind.singular) counts as \(text)")) }
    if field.isAutomatic { lines.append("Set only by shelf") } else if field.isRequired { lines.append("Required") }
    return lines.joined(separator: "\n\n")
  }

  /// Returns one of the words of a choice, with its meaning.
  static func meaning(of word: String, _ field: Field) -> String {
    let words = Wording.label(word)
    var notes = field.meanings[word].map { [$0] } ?? (words == word ? [] : [words])
    if field.defaultText == word { notes.append("the default") }
    return notes.isEmpty ? word : "\(word) (\(notes.joined(separator: "; ")))"
  }
}

extension String {
  fileprivate func withDash(_ markdown: ClientMarkdown) -> String { (markdown.isRich ? "- " : "  ") + self }
}
