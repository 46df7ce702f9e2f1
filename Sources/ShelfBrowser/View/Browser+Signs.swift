import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Browser {
  /// Returns the sign in front of a record in the list, which marks a record that has a problem, is lent or borrowed,
  /// is in progress, or is queued.
  func sign(of record: Record) -> StyledText? {
    if troubled.contains(record.id) { return StyledText("!", TextStyle(bold: true, foreground: .named(.red))) }
    let schema = library.schema
    if schema.field(.holder, of: record.kind) != nil, !Loan.all(of: record, schema).isEmpty {
      return StyledText("⇄", .color(.yellow))
    }
    if let state = schema.field(.state, of: record.kind), let during = state.states?.during?.value,
      record.value(of: state)?.text == during
    {
      return StyledText("▸", .color(.cyan))
    }
    return library.queue.contains { $0.id == record.id } ? StyledText("≡", .dim) : nil
  }

  /// The words of the search, or nil if there is no search.
  private func hits(in record: Record) -> QueryHits? {
    guard !list.query.isEmpty, list.problem == nil, let source = try? QuerySource(list.query) else { return nil }
    return QueryHits([source], record.kind, library)
  }

  /// Returns lines of the page with the words of the search highlighted.
  func marked(_ lines: some Sequence<PageLine>) -> [StyledText] {
    guard let record = page.id.flatMap({ library.record($0) }), let hits = hits(in: record) else {
      return lines.map(\.text)
    }
    return lines.map { $0.text.marked(hits.ranges(in: $0, record, library)) }
  }

  /// Moves the cursor of a page that was just opened to the first match of the search, if the match would otherwise not
  /// be visible.
  mutating func showHits(_ layout: PaneLayout) {
    guard page.isFresh else { return }
    page.isFresh = false
    guard focus != .page, let record = page.id.flatMap({ library.record($0) }), let hits = hits(in: record) else {
      return
    }
    let height = layout.inner(.page)?.rows ?? 0
    let first = page.lines.firstIndex { !hits.ranges(in: $0, record, library).isEmpty }
    guard let first, first >= height else { return }
    page.move(to: first)
    page.top = max(0, min(first - 2, page.lines.count - height))
  }

  /// Sorts the list by the column whose title was clicked; a second click reverses the order.
  mutating func sort(byColumnAt position: Int) {
    guard let name = table?.name(at: position), let kind = list.kind,
      let column = Column.named(name, of: kind, library.schema)
    else { return }
    var isDescending = false
    if case .field(let field) = column.attribute {
      // The best ratings, the highest priorities and the latest dates come first.
      isDescending = field.type == .rating || field.has(.priority) || field.type == .date
    }
    sort(by: name, isDescending: isDescending)
  }
}

extension QueryHits {
  /// Returns the matches in a line of a page, as ranges of its characters.
  fileprivate func ranges(in line: PageLine, _ record: Record, _ library: Library) -> [Range<Int>] {
    guard case .field(let key)? = line.target, let field = library.schema.field(key, of: record.kind) else { return [] }
    let text = String(line.text.plain.dropFirst(line.start))
    let hit = hit(in: text, field)
    // The ranges refer to the text with each run of white space reduced to a space.
    guard hit.text == text else { return [] }
    return hit.ranges.map { $0.lowerBound + line.start..<$0.upperBound + line.start }
  }
}
