import ShelfModel
import ShelfQuery
import ShelfTerminal

/// The appearance of cells in a table on a terminal.
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
    // Leave the cell blank, because “not rated” on every line of a long list would be noise.
    case .rating(nil): .empty
    case .rating(let rating?): .spans(ratings.spans(quarters: rating.quarters))
    case .progress(let progress, _, let length): .spans(CellStyle.spans(progress, length))
    case .state(let flag, let mark, _, _): flag ? .styled(mark, .dim) : .empty
    case .word(let word, .none): .text(Wording.label(word))
    case .word(let word, .high): .styled("! " + word, TextStyle(bold: true, foreground: .named(.red)))
    case .word(let word, .normal): .text("  " + word)
    case .word(let word, .low): .styled("  " + word, .dim)
    case .date(let date): .styled(date.description, .dim)
    case .moment(let moment): .styled(localTime.day(of: moment).description, .dim)
    case .id(let id): .styled(id.short, .dim)
    case .chip(let name, let color): .chips([Chip(name, color: color)])
    case .references(let references) where references.isChips: .chips(references.chips)
    case .references(let references): references.isWhole ? .text(cell.text) : .styled(cell.text, .color(.red))
    // For the same reason, leave a count of 0 blank.
    case .count(let kind, let count): count == 0 ? .empty : .text(kind.counted(count))
    case .openIssues(0): .styled("no open issues", .dim)
    case .openIssues(let count): .text(Wording.count(count, "open issue"))
    case .unreadable: .styled(cell.text, .color(.red))
    case .text, .texts, .number, .decimal, .measured, .money, .duration, .position, .flag, .color, .ids, .path:
      .text(cell.text)
    }
  }
}

extension CellStyle {
  /// Returns the symbol that the column of marks shows for a record.
  package static func mark(_ isMarked: Bool) -> String { isMarked ? "●" : "○" }

  package func mark(_ isMarked: Bool) -> TableCell {
    .styled(CellStyle.mark(isMarked), isMarked ? TextStyle(bold: true, foreground: .named(.green)) : .dim)
  }

  /// Returns the creation date of a record, if known, and its id, for the end of a line about the record.
  package func origin(_ line: RecordCells.Line) -> [StyledText] {
    let day: String? =
      switch line.made {
      case .date(let date): date.description
      case .moment(let moment): localTime.day(of: moment).description
      default: nil
      }
    return [day, line.id].compactMap { $0 }.map { StyledText($0, .dim) }
  }

  /// Returns the owner of a record, such as the book of a quote, for a line about the record.
  package func text(_ owner: Cell) -> StyledText {
    switch owner {
    case .nothing(let remark?): StyledText(remark.text, remark.isProblem ? .color(.red) : .dim)
    case .references(let references): StyledText(owner.text, references.isWhole ? .bold : .color(.red))
    default: StyledText(owner.text)
    }
  }

  /// Returns a progress bar with a percentage, or just the position if no percentage can be computed.
  package static func spans(_ progress: ReadingProgress, _ length: BookLength) -> StyledText {
    guard let part = progress.part(of: length), let percent = Wording.percent(progress, of: length) else {
      return StyledText(Wording.progress(progress, of: .unknown))
    }
    let done = min(progressWidth, Int((part * Double(progressWidth)).rounded()))
    return StyledText(String(repeating: "━", count: done), .color(.cyan))
      + StyledText(String(repeating: "─", count: progressWidth - done), .dim) + StyledText(" " + percent)
  }

  /// The width of the progress bar, in terminal cells.
  private static let progressWidth = 8
}

extension Cell.References {
  package var chips: [Chip] {
    inOrder.map { item in
      // A dangling reference has an id as its label instead of a title.
      let label = item.isFound ? item.label : "? " + (RecordID(item.label)?.short ?? item.label)
      return Chip(label, color: item.color ?? .fallback)
    }
  }

  /// Whether no reference is dangling.
  package var isWhole: Bool { items.allSatisfy(\.isFound) }
}
