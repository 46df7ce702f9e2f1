import ShelfModel
import ShelfQuery
import ShelfTerminal

/// How cells look in a table on a terminal.
package struct CellStyle {
  package var ratings: RatingLook
  package var localTime: LocalTime

  package init(ratings: RatingLook = RatingLook(), localTime: LocalTime = .utc) {
    self.ratings = ratings
    self.localTime = localTime
  }

  package func tableCell(_ cell: Cell) -> TableCell {
    switch cell {
    case .nothing(nil): .empty
    case .nothing(let remark?): .styled(remark.text, remark.isProblem ? .color(.red) : .dim)
    case .assumed(let cell): tableCell(cell)
    // Nothing is said of forty unrated books.
    case .rating(nil): .empty
    case .rating(let rating?): .spans(ratings.spans(quarters: rating.quarters))
    case .progress(let progress, _, let pages): .spans(CellStyle.spans(progress, pages))
    case .state(let flag, let mark, _, _): flag ? .styled(mark, .dim) : .empty
    case .word(let word, .none): .text(Wording.words(word))
    case .word(let word, .high): .styled("! " + word, TextStyle(bold: true, foreground: .named(.red)))
    case .word(let word, .normal): .text("  " + word)
    case .word(let word, .low): .styled("  " + word, .dim)
    case .date(let date): .styled(date.description, .dim)
    case .moment(let moment): .styled(localTime.day(of: moment).description, .dim)
    case .id(let id): .styled(id.short, .dim)
    case .chip(let name, let color): .chips([Chip(name, color: color)])
    case .references(let references) where references.isChips: .chips(references.chips)
    case .references(let references): references.isWhole ? .text(cell.text) : .styled(cell.text, .color(.red))
    // Nor of what fifty books do not have.
    case .count(let kind, let count): count == 0 ? .empty : .text(kind.counted(count))
    case .openIssues(0): .styled("no open issues", .dim)
    case .openIssues(let count): .text(Wording.count(count, "open issue"))
    case .unreadable: .styled(cell.text, .color(.red))
    case .text, .texts, .number, .decimal, .money, .position, .flag, .color, .ids, .path: .text(cell.text)
    }
  }
}

extension CellStyle {
  /// Returns the mark of a record that is among those that others are not.
  package static func mark(_ isMarked: Bool) -> String { isMarked ? "●" : "○" }

  package func mark(_ isMarked: Bool) -> TableCell {
    .styled(CellStyle.mark(isMarked), isMarked ? TextStyle(bold: true, foreground: .named(.green)) : .dim)
  }

  /// Returns when a record was written down, and its id, on a line about it.
  package func origin(_ line: RecordCells.Line) -> [StyledText] {
    let day: String? =
      switch line.made {
      case .date(let date): date.description
      case .moment(let moment): localTime.day(of: moment).description
      default: nil
      }
    return [day, line.id].compactMap { $0 }.map { StyledText($0, .dim) }
  }

  /// Returns the record that one belongs to, on a line about it.
  package func text(_ owner: Cell) -> StyledText {
    switch owner {
    case .nothing(let remark?): StyledText(remark.text, remark.isProblem ? .color(.red) : .dim)
    case .references(let references): StyledText(owner.text, references.isWhole ? .bold : .color(.red))
    default: StyledText(owner.text)
    }
  }

  /// Returns a bar of how much has been read, and the percentage; a page if the number of pages is unknown.
  package static func spans(_ progress: ReadingProgress, _ pages: Int?) -> StyledText {
    guard let part = progress.part(of: pages), let percent = Wording.percent(progress, of: pages) else {
      return StyledText(Wording.progress(progress, of: nil))
    }
    let done = min(progressWidth, Int((part * Double(progressWidth)).rounded()))
    return StyledText(String(repeating: "━", count: done), .color(.cyan))
      + StyledText(String(repeating: "─", count: progressWidth - done), .dim) + StyledText(" " + percent)
  }

  private static let progressWidth = 8
}

extension Cell.References {
  /// The references as chips.
  package var chips: [Chip] {
    inOrder.map { item in
      // Of a record that is gone, nothing but the id is known.
      let label = item.isFound ? item.label : "? " + (RecordID(item.label)?.short ?? item.label)
      return Chip(label, color: item.color ?? .fallback)
    }
  }

  /// Whether there is a record for each.
  package var isWhole: Bool { items.allSatisfy(\.isFound) }
}
