import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText

/// The records of one kind that a search found.
package struct SearchResult {
  package let kind: Kind
  package let records: [Record]
  package var limit: Int?

  package init(kind: Kind, records: [Record], limit: Int? = nil) {
    self.kind = kind
    self.records = records
    self.limit = limit
  }

  /// The records up to the limit.
  package var shown: ArraySlice<Record> { records.prefix(limit ?? .max) }
}

/// The results of a search as a human-readable page, grouped by kind: each record with its matching text.
package struct SearchPage {
  package let library: Library
  package let sources: [QuerySource]
  package let terminal: Terminal

  package init(library: Library, sources: [QuerySource], terminal: Terminal) {
    self.library = library
    self.sources = sources
    self.terminal = terminal
  }

  /// Returns the page, with a line feed after every line.
  package func text(_ results: [SearchResult]) -> String {
    let found = results.filter { !$0.records.isEmpty }
    if found.isEmpty { return "Nothing matches.\n" }
    return found.map(section).joined(separator: "\n")
  }

  private func section(_ result: SearchResult) -> String {
    let hits = QueryHits(sources, result.kind, library)
    let cells = Cells(library)
    let shown = Array(result.shown)
    let heading = Wording.heading(result.kind.plural)
    let count =
      shown.count < result.records.count
      ? "\(Wording.number(shown.count)) of \(Wording.number(result.records.count))"
      : "\(Wording.number(result.records.count))"
    let lines = Parallel.map(shown.count, threads: library.threads) { range in
      shown[range].map { entry($0, hits, cells) }.joined()
    }
    return style(.bold, heading) + style(.dim, " (\(count))") + "\n" + lines.joined()
  }

  /// Returns the lines of a record: its title and owner, followed by its other matching text.
  private func entry(_ record: Record, _ hits: QueryHits, _ cells: Cells) -> String {
    // The first line names the owner.
    let found = hits.hits(in: record).filter { !$0.field.has(.owner) }
    let width = terminal.fittingWidth ?? 100
    var lines: [String] = []
    let title = found.first { $0.field.key == record.kind.titleKey }
    let name = VisibleText.line(record.title.isEmpty ? "no \(record.kind.titleKey)" : record.title)
    let line = cells.line(about: record)
    let shownHits = Set(found.map(\.text))
    let notes = ([line.owner?.text ?? ""] + line.notes).filter { !$0.isEmpty && !shownHits.contains($0) }
    let note = DisplayWidth.truncate(VisibleText.line(notes.joined(separator: "  ")), to: max(8, width / 3))
    let room = max(16, width - 12 - (note.isEmpty ? 0 : DisplayWidth.of(note) + 2))
    let shownTitle =
      title.map { Snippet($0).render(width: room, depth: terminal.depth) } ?? DisplayWidth.truncate(name, to: room)
    lines.append("  \(style(.dim, record.id.short))  \(shownTitle)" + (note.isEmpty ? "" : "  " + style(.dim, note)))
    for hit in found where hit.field.key != record.kind.titleKey {
      let label = Wording.label(hit.field.key) + ": "
      let room = max(16, width - 12 - DisplayWidth.of(label))
      lines.append(
        "            " + style(.dim, VisibleText.line(label)) + Snippet(hit).render(width: room, depth: terminal.depth))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func style(_ style: TextStyle, _ text: String) -> String { style.apply(to: text, depth: terminal.depth) }
}
