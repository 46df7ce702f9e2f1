import ShelfText

/// The table that `shelf export quotes` writes and that can be imported again.
package enum QuoteTable {
  /// The names of the columns.
  package enum Column: String, CaseIterable, Sendable {
    case text, book, author, page, location, chapter, tags, note, creationDate
  }

  package static let header = Column.allCases.map(\.rawValue)

  /// Returns whether a table has exactly these columns, in any order.
  package static func isOwn(_ columns: [String]) -> Bool {
    columns.count == header.count && Set(columns) == Set(header)
  }

  private static let separator = "; "

  /// Returns the cell for a list: the items separated by semicolons, or JSON if an item could be mistaken for several
  /// items.
  package static func cell(_ items: [String]) -> String {
    let isPlain = items.allSatisfy { item in
      !item.isEmpty && !item.contains(";") && !item.hasPrefix("[") && item.trimmed == item
    }
    return isPlain ? items.joined(separator: separator) : ShelfCell.of(JSONValue.array(items.map(JSONValue.item)))
  }

  /// Returns the items of the list in a cell.
  package static func items(_ cell: String) -> [String] {
    if cell.hasPrefix("["), case .array(let items) = ShelfCell.value(of: cell) { return items.compactMap(\.value.text) }
    return cell.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
  }
}

extension JSONValue {
  fileprivate static func item(_ text: String) -> Item { Item(value: .text(text), line: 0, range: 0..<0) }
}
