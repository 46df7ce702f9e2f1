import ShelfKit

/// One record as a page for a person: its fields, its long texts, and what refers to it.
struct RecordPage {
  let library: Library
  let record: Record
  let terminal: Terminal
  let ratings: Stars

  /// Returns the page, every line ended by a line feed.
  func text() -> String {
    let title = record.title.isEmpty ? "no \(record.kind.titleKey)" : record.title
    var lines = record.kind == .quote ? [] : wrapped(VisibleText.line(title), indent: 0).map { style(.bold, $0) }
    if record.kind == .quote { lines = block(title, indent: 0) }
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

  /// The short fields, their names in a column of their own.
  private func rows() -> [String] {
    var rows: [(label: String, text: String)] = []
    for field in library.schema.fields(of: record.kind)
    where !field.isLong && (field.key != record.kind.titleKey) && field.type != .id {
      if let text = shown(field) { rows.append((Wording.words(field.key), text)) }
    }
    for (key, texts) in record.unknownFields {
      rows.append(
        (VisibleText.line(key), VisibleText.line(texts.joined(separator: ", ")) + style(.dim, "  (unknown field)")))
    }
    rows.append(("ID", style(.dim, record.id.description)))
    rows.append(("file", style(.dim, VisibleText.line(record.path))))
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return rows.map { style(.dim, DisplayWidth.pad($0.label, to: width, alignment: .left)) + "  " + $0.text }
  }

  /// Returns what a page shows of a field; nil for one that the record does not have and that goes without saying.
  private func shown(_ field: Field) -> String? {
    if field.key == "rating" {
      guard case .integer(let rating)? = record.value(of: field) else {
        return record.value(of: field).map { style(.color(.red), VisibleText.line($0.text)) }
          ?? style(.dim, ratings.text(nil))
      }
      return Stars.style(rating).apply(to: ratings.text(rating), depth: terminal.depth)
    }
    if field.key == "author", !record.has(field) { return style(.dim, "no author") }
    if field.type.target == .genre, record.has(field) {
      return Chip.render(library.chips(in: field, of: record), depth: terminal.depth)
    }
    if field.type.target != nil {
      let names = library.names(in: field, of: record)
      if names.isEmpty { return field.key == "tags" ? style(.dim, "No tags") : nil }
      return names.map { style($0.isFound ? .plain : .color(.red), VisibleText.line($0.text)) }.joined(separator: ", ")
    }
    guard let value = record.value(of: field) else { return field.defaultText.map(Wording.words) }
    switch value {
    case .color(let color):
      let chip = Chip(color.description, color: RGBColor(color))
      return terminal.depth == .none ? color.description : Chip.render([chip], depth: terminal.depth)
    case .unreadable: return style(.color(.red), VisibleText.line(value.text))
    case .boolean(let flag) where field.key == "completed": return flag ? "closed" : "open"
    case .text(let text):
      if case .choice = field.type { return Wording.words(text) }
      return VisibleText.line(text)
    default: return VisibleText.line(value.text)
    }
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
