import ShelfImport
import ShelfModel
import ShelfTerminal
import ShelfText

/// The human-readable description of a book from a catalogue.
package struct FoundText {
  package let found: FoundBook

  package init(found: FoundBook) { self.found = found }

  /// The fields that shelf writes if the book is added, with their labels.
  package var written: [(label: String, text: String)] {
    FoundText.fields.compactMap { field in
      let texts = found.book.draft[field]
      return texts.isEmpty ? nil : (Wording.label(field.key), texts.joined(separator: ", "))
    }
  }

  /// Details that shelf shows but does not write by default: the series, subjects, and contributors with unknown roles.
  package var shown: [(label: String, text: String)] { shown(but: []) }

  /// - Parameter genres: the genres that the book gets, which are omitted from the subjects.
  private func shown(but genres: [String]) -> [(label: String, text: String)] {
    let book = found.book
    var lines: [(String, String)] = []
    if let series = book.series { lines.append(("series", series)) }
    lines += book.contributors.filter { $0.knownRole == nil }.map { ($0.role, $0.name) }
    let known = Set(genres.map { Folding.fold($0) })
    let subjects = book.subjects.filter { !known.contains(Folding.fold($0)) }
    if !subjects.isEmpty { lines.append(("subjects", subjects.prefix(8).joined(separator: ", "))) }
    return lines
  }

  /// The fields that shelf writes, in the order in which the page shows them.
  package static let fields: [FieldHandle] = [
    .title, .author, .contributors, .year, .publisher, .editionDate, .pages, .language, .format, .isbn, .synopsis,
  ]

  /// The keys of the fields that `--take` can overwrite with values from a catalogue.
  package static let takeable = (fields + [.series, .genres]).map(\.key)

  /// Returns the page about the book: first the data that would be written, then the data that would not.
  ///
  /// - Parameters:
  ///   - genres: the genres of the library that the book gets.
  ///   - takesSeries: whether the series is written.
  package func lines(genres: [String], takesSeries: Bool, width: Int, depth: ColorDepth) -> [String] {
    func line(_ label: String, _ text: String, _ style: TextStyle?) -> [String] {
      let label = DisplayWidth.pad(label, to: 12) + " "
      let wrapped = WordWrap.lines(VisibleText.line(text), width: max(20, width - 13))
      return wrapped.prefix(6).enumerated().map { number, text in
        let head = TextStyle.dim.apply(to: number == 0 ? label : DisplayWidth.pad("", to: 13), depth: depth)
        return head + (style?.apply(to: text, depth: depth) ?? text)
      }
    }
    let book = found.book
    let isTaken = takesSeries || book.isSeriesTyped
    var lines = written.flatMap { line($0.label, $0.text, $0.label == "title" ? .bold : nil) }
    if isTaken, let series = book.series { lines += line("series", series, nil) }
    if !genres.isEmpty { lines += line("genres", genres.joined(separator: ", "), nil) }
    let others = shown(but: genres).filter { !isTaken || $0.label != "series" }
    if !others.isEmpty { lines += ["", TextStyle.dim.apply(to: "Not added:", depth: depth)] }
    return lines + others.flatMap { line($0.label, $0.text, .dim) }
  }
}
