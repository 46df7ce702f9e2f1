/// What stands in one cell of a table; texts are made visible and put on one line when the table takes them.
package enum TableCell: Sendable {
  case text(String)
  case styled(String, TextStyle)
  /// Chips in the order given, wrapped where the column is too narrow for one row.
  case chips([Chip])

  package static let empty = TableCell.text("")

  /// Returns a rating's cell.
  package static func rating(_ rating: Int?, as stars: Stars = .stars) -> TableCell {
    .styled(stars.text(rating), Stars.style(rating))
  }
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
