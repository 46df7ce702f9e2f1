/// The content of one table cell; texts are made visible and put on one line when they are added to the table.
package enum TableCell: Sendable {
  case text(String)
  case styled(String, TextStyle)
  /// Chips in the order given, wrapped if the column is too narrow for one row.
  case chips([Chip])

  package static let empty = TableCell.text("")

  /// Returns the cell of a rating in quarters of a star.
  package static func rating(quarters: Int?, as stars: Stars = .stars) -> TableCell {
    .styled(stars.text(quarters: quarters), Stars.style(quarters))
  }
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
