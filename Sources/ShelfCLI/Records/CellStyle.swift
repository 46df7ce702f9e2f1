import ShelfCells
import ShelfModel
import ShelfTerminal

/// How cells look in a table on a terminal.
struct CellStyle {
  var ratings = Stars.stars
  var localTime = LocalTime.utc

  func tableCell(_ cell: Cell) -> TableCell {
    switch cell {
    case .nothing(nil): .empty
    case .nothing(let remark?): .styled(remark.text, remark.isProblem ? .color(.red) : .dim)
    case .assumed(let cell): tableCell(cell)
    case .rating(let rating): .rating(quarters: rating?.quarters, as: ratings)
    case .state(let flag, let mark, _, _): flag ? .styled(mark, .dim) : .empty
    case .word(let word, .none): .text(Wording.words(word))
    case .word(let word, .high): .styled("! " + word, TextStyle(bold: true, foreground: .named(.red)))
    case .word(let word, .normal): .text("  " + word)
    case .word(let word, .low): .styled("  " + word, .dim)
    case .moment(let moment): .text(localTime.day(of: moment).description)
    case .id(let id): .styled(id.short, .dim)
    case .chip(let name, let color): .chips([Chip(name, color: color)])
    case .references(let references) where references.isChips: .chips(references.chips)
    case .references(let references): references.isWhole ? .text(cell.text) : .styled(cell.text, .color(.red))
    case .count(let kind, let count): count == 0 ? .empty : .text(kind.counted(count))
    case .openIssues(0): .styled("no open issues", .dim)
    case .openIssues(let count): .text(Wording.count(count, "open issue"))
    case .unreadable: .styled(cell.text, .color(.red))
    case .text, .texts, .number, .flag, .date, .color, .ids, .path: .text(cell.text)
    }
  }
}

extension Cell.References {
  /// The references as chips.
  var chips: [Chip] { inOrder.map { Chip($0.label, color: $0.color ?? .fallback) } }

  /// Whether there is a record for each.
  var isWhole: Bool { items.allSatisfy(\.isFound) }
}
