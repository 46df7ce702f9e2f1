/// The content of one table cell; texts are made visible and put on one line when they are added to the table.
package enum TableCell: Sendable {
  case text(String)
  case styled(String, TextStyle)
  /// Pieces in styles of their own, one after the other.
  case spans([TextSpan])
  /// A text that leads to an address.
  case link(String, TextStyle, to: String)
  /// Chips in the order given; those for which there is no room are counted.
  case chips([Chip])

  package static let empty = TableCell.text("")
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
