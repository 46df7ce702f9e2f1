import ShelfModel

/// The layout class of a column's cells. A table uses it to choose the column's width, and to decide which columns to
/// drop first if space is limited.
package enum CellShape: Equatable, Sendable {
  /// The title or name of a record. It is long if it can span several lines.
  case title(isLong: Bool)
  case id
  /// A symbol or nothing. The column needs no heading.
  case mark
  /// A word such as a priority. Narrow tables drop it later than a symbol.
  case weight
  /// The names of other records.
  case names
  /// Text that narrow tables drop later than other text.
  case prominent
  case day
  case number
  /// A short value that is never truncated, such as a word, stars or a color.
  case short
  case openIssues
  case count
  case text

  /// Returns the shape of an attribute's cells.
  ///
  /// - Parameter titleIndex: the position of the field that names the kind's records.
  package init(_ attribute: Attribute, titleIndex: Int?) {
    guard case .field(let field) = attribute else {
      self =
        switch attribute {
        case .openIssues: .openIssues
        case .seriesPosition: .number
        case .records: .count
        default: .text
        }
      return
    }
    if field.index == titleIndex {
      self = .title(isLong: field.isLong)
    } else if case .state = field.look.form {
      self = .mark
    } else if case .weights = field.look.form {
      self = .weight
    } else if field.look.form == .progress {
      self = .short
    } else if field.look.isProminent {
      self = .prominent
    } else {
      self =
        switch field.type {
        case .id: .id
        case .reference, .references: .names
        case .date, .timestamp: .day
        case .integer, .decimal, .money, .duration: .number
        case .text: .text
        // A list can have any length.
        case .textList, .intervals: .text
        default: .short
        }
    }
  }
}
