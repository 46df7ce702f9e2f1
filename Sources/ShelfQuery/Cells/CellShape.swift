import ShelfModel

/// What the cells of one column have in common, by which a table gives them room.
package enum CellShape: Equatable, Sendable {
  /// What names the records; long where it may have several lines.
  case title(isLong: Bool)
  case id
  /// A mark, or nothing; needs no heading.
  case mark
  /// A word such as a priority, which a narrow table keeps longer than a mark.
  case weight
  /// The names of other records.
  case names
  /// Text that a narrow table keeps longer than other text.
  case prominent
  case day
  case number
  /// A word, some stars, a colour: short and never cut.
  case short
  /// How many open issues there are.
  case openIssues
  /// How many records of a kind there are.
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
        case .integer, .decimal, .money: .number
        case .text: .text
        // A list may be of any length.
        case .textList, .intervals: .text
        default: .short
        }
    }
  }
}
