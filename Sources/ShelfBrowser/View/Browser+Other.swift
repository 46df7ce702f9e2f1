import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWording

extension Browser {
  /// The contents of the middle pane if the view has no list of records.
  var otherLines: [StyledText] {
    switch list.view {
    case .filters: filterLines
    case .problems: problemSummary
    default: overview?.lines.map(\.text) ?? []
    }
  }

  private var otherWidth: Int { max(8, (layout.inner(.list)?.columns ?? 80) - 2) }

  /// The saved filters with their queries.
  private var filterLines: [StyledText] {
    var lines: [StyledText] = []
    for filter in library.manifest.allFilters {
      let isOwn = library.manifest.filters.contains(filter)
      lines.append(StyledText(filter.name, .bold) + StyledText(isOwn ? "" : "  built in", .dim))
      let query = filter.text.isEmpty ? "everything" : VisibleText.line(filter.text)
      lines += WordWrap.lines(query, width: otherWidth - 2).map { StyledText("  " + $0, .dim) }
    }
    if let key = keys.name(of: .saveFilter) {
      lines.append(StyledText())
      let hint = "\(key) saves the current list as a filter."
      lines += WordWrap.lines(hint, width: otherWidth).map { StyledText($0, .dim) }
    }
    return lines
  }

  /// The number of problems per check.
  private var problemSummary: [StyledText] {
    var counts: [(code: String, isError: Bool, count: Int)] = []
    for finding in findings ?? [] {
      if let place = counts.firstIndex(where: { $0.code == finding.check.code }) {
        counts[place].count += 1
      } else {
        counts.append((finding.check.code, finding.severity == .error, 1))
      }
    }
    var lines = counts.map { code, isError, count in
      StyledText(Wording.number(count), .bold) + StyledText("  \(code)", .color(isError ? .red : .yellow))
    }
    if let key = keys.name(of: .problems) {
      lines.append(StyledText())
      let hint = "\(key) shows them and their repairs."
      lines += WordWrap.lines(hint, width: otherWidth).map { StyledText($0, .dim) }
    }
    return lines
  }
}
