import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// One record as a page for a person: its fields, its long texts, and what refers to it.
struct RecordPage {
  let library: Library
  let record: Record
  let terminal: Terminal
  let ratings: Stars

  /// Returns the page, every line ended by a line feed.
  func text() -> String {
    let title = record.title.isEmpty ? "no \(record.kind.titleKey)" : record.title
    var lines =
      record.kind == .quote
      ? block(title, indent: 0) : wrapped(VisibleText.line(title), indent: 0).map { style(.bold, $0) }
    lines += [""] + rows()
    for field in library.schema.fields(of: record.kind) where field.isLong && field.key != record.kind.titleKey {
      guard let value = record.value(of: field) else { continue }
      lines += ["", style(.bold, Wording.heading(field.key))] + block(value.text, indent: 2)
    }
    for column in Column.all(of: record.kind, library.schema) {
      guard case .count(let source) = column.source else { continue }
      let related = library.records(source, referringTo: record)
      if related.isEmpty { continue }
      let sorted = RecordOrder.standard(of: source, library.schema).sort(related, of: library)
      lines += ["", style(.bold, Wording.heading(column.key)) + style(.dim, " (\(sorted.count))")]
      lines += sorted.map(relatedLine)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What a row says beside its label.
  private enum Content {
    case text(String, TextStyle = .plain)
    /// What is there to be copied, and therefore never broken.
    case name(String)
    case chips([Chip])
  }

  /// The short fields, their names in a column of their own.
  private func rows() -> [String] {
    var rows: [(label: String, content: Content)] = []
    for field in library.schema.fields(of: record.kind)
    where !field.isLong && (field.key != record.kind.titleKey) && field.type != .id {
      if let content = content(field) { rows.append((Wording.words(field.key), content)) }
    }
    for (key, texts) in record.unknownFields {
      rows.append((VisibleText.line(key), .text(texts.joined(separator: ", ") + "  (unknown field)")))
    }
    rows += [("ID", .name(record.id.description)), ("file", .name(record.path))]
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return rows.flatMap { label, content in
      let margin = style(.dim, DisplayWidth.pad(label, to: width))
      return lines(content, width: terminal.fittingWidth.map { max(16, $0 - width - 2) } ?? .max).enumerated()
        .map { ($0 == 0 ? margin : String(repeating: " ", count: width)) + "  " + $1 }
    }
  }

  private func lines(_ content: Content, width: Int) -> [String] {
    switch content {
    case .text(let text, let style):
      WordWrap.lines(VisibleText.line(text), width: width).map { self.style(style, $0) }
    case .name(let name): [style(.dim, VisibleText.line(name))]
    case .chips(let chips):
      Chip.rows(of: chips, fitting: width).map { Chip.render($0, depth: terminal.depth, width: width) }
    }
  }

  /// Returns what a page shows of a field; nil for one that the record does not have and that goes without saying.
  private func content(_ field: Field) -> Content? {
    if field.type.target != nil { return references(field) }
    switch (field.key, record.value(of: field)) {
    case ("rating", .integer(let rating)): return .text(ratings.text(rating), Stars.style(rating))
    case ("rating", nil): return .text(ratings.text(nil), .dim)
    case ("author", nil): return .text("no author", .dim)
    case ("completed", .boolean(let flag)): return .text(flag ? "closed" : "open")
    case (_, nil): return field.defaultText.map { .text(Wording.words($0)) }
    case (_, .color(let color)):
      return terminal.depth == .none
        ? .text(color.description) : .chips([Chip(color.description, color: color)])
    case (_, .unreadable(let texts)): return .text(texts.joined(separator: ", "), .color(.red))
    case (_, let value?):
      if case .choice = field.type { return .text(Wording.words(value.text)) }
      return .text(value.text)
    }
  }

  private func references(_ field: Field) -> Content? {
    let names = library.names(in: field, of: record)
    if names.isEmpty { return field.key == "tags" ? .text("No tags", .dim) : nil }
    if field.type.target == .genre { return .chips(library.chips(in: field, of: record)) }
    return .text(names.map(\.text).joined(separator: ", "), names.allSatisfy(\.isFound) ? .plain : .color(.red))
  }

  private func relatedLine(_ related: Record) -> String {
    var notes: [String] = []
    if case .text(let page) = library.value("page", of: related) { notes.append("p. " + page) }
    if library.value("completed", of: related) == .boolean(true) { notes.append("CLOSED") }
    notes.append(related.id.short)
    let note = "  " + VisibleText.line(notes.joined(separator: "  "))
    let room = max(16, (terminal.fittingWidth ?? Int.max / 2) - 2 - DisplayWidth.of(note))
    let title = DisplayWidth.truncate(VisibleText.line(related.title.isEmpty ? "no title" : related.title), to: room)
    return "  " + title + style(.dim, note)
  }

  private func block(_ text: String, indent: Int) -> [String] {
    VisibleText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).reversed()
      .drop { $0.isEmpty }.reversed().flatMap { wrapped(String($0), indent: indent) }
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let lines = terminal.fittingWidth.map { WordWrap.lines(text, width: max(16, $0 - indent)) } ?? [text]
    return lines.map { $0.isEmpty ? "" : margin + $0 }
  }

  private func style(_ style: TextStyle, _ text: String) -> String { style.apply(to: text, depth: terminal.depth) }
}
