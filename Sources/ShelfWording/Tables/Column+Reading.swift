import ShelfModel
import ShelfQuery
import ShelfText

extension Column {
  /// Parses a list of columns such as `title,rating`.
  package static func read(_ names: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> [Column] {
    var columns: [Column] = []
    for name in try self.names(in: names) { columns.append(try one(name, of: kind, schema)) }
    return columns
  }

  /// Returns the names in a list such as `title,rating`.
  static func names(in text: String) throws(CommandError) -> [String] {
    let names = text.split(separator: ",").map { String($0.trimmed) }
    if names.isEmpty { throw CommandError(.usage, "no columns were given", hint: "list them like title,rating") }
    return names
  }

  /// Returns the column with a name, or throws an error that suggests a similar name.
  private static func one(_ name: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> Column {
    if let column = named(name, of: kind, schema) { return column }
    let attributes = Attributes(of: kind, schema)
    throw .noColumn(
      name, in: "a list of \(kind.plural)", among: attributes.columnNames, all: attributes.columns.map(\.key))
  }

  /// One key of a sort order, such as `rating:desc`.
  package struct Part {
    package let text: String
    /// The attribute, or nil for a random order.
    package let attribute: Attribute?
    /// The direction, or nil if none was given.
    package let isDescending: Bool?

    /// Whether the attribute is a date or a time.
    package var isDate: Bool {
      switch attribute {
      case .field(let field): field.type == .date || field.type == .timestamp
      case .latest: true
      default: false
      }
    }

    /// Returns the key to sort records by.
    ///
    /// - Parameter newest: whether dates without an explicit direction start with the newest, or nil if no option
    ///   specifies this.
    package func key(newest: Bool?) -> RecordOrder.Key {
      RecordOrder.Key(attribute, isDescending: isDescending ?? (isDate ? newest ?? false : false))
    }
  }

  /// Parses a sort order such as `rating:desc` or `status,title`.
  package static func readOrder(_ text: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> [Part] {
    var parts: [Part] = []
    for part in try OrderPart.read(text) {
      let attribute =
        part.isRandom(among: { named($0, of: kind, schema) != nil })
        ? nil : try one(part.name, of: kind, schema).attribute
      parts.append(Part(text: part.text, attribute: attribute, isDescending: part.isDescending))
    }
    return parts
  }
}

/// One key of a sort order as it was typed, such as `rating:desc`, before its name is resolved.
struct OrderPart {
  let text: String
  let name: String
  /// The direction, or nil if none was given.
  let isDescending: Bool?

  /// Parses a sort order such as `rating:desc` or `status,title`.
  static func read(_ text: String) throws(CommandError) -> [OrderPart] {
    var parts: [OrderPart] = []
    for part in text.split(separator: ",") {
      var words = part.split(separator: ":", omittingEmptySubsequences: false).map { String($0.trimmed) }
      var direction = words.count > 1 ? words[1].lowercased() : nil
      // As in other programs, a `+` or `-` before or after the field also specifies the direction.
      if direction == nil, let name = words.first, name.count > 1 {
        let sign = "+-".contains(name.prefix(1)) ? name.first : "+-".contains(name.suffix(1)) ? name.last : nil
        words[0] = name.trimmingSigns
        direction = sign.map { $0 == "-" ? "desc" : "asc" }
      }
      guard words.count <= 2, direction.map({ directions.keys.contains($0) }) ?? true else {
        throw CommandError(.usage, "cannot sort by “\(part)”", hint: "use FIELD or FIELD:desc")
      }
      parts.append(
        OrderPart(text: String(part), name: words[0], isDescending: direction.flatMap { directions[$0] }))
    }
    if parts.isEmpty { throw CommandError(.usage, "no sort field was given", hint: "use FIELD or FIELD:desc") }
    return parts
  }

  /// Returns whether the name requests a random order. A column with the same name takes precedence.
  func isRandom(among isColumn: (String) -> Bool) -> Bool {
    FieldName.fold(name) == RecordOrder.Key.randomName && !isColumn(name)
  }

  /// The words for directions, each with whether it means descending order.
  private static let directions = ["asc": false, "ascending": false, "desc": true, "descending": true]
}

extension CommandError {
  /// Returns the error for an unknown column.
  ///
  /// - Parameters:
  ///   - names: all names of the columns, including alternative ones.
  ///   - all: the usual names of the columns.
  package static func noColumn(_ name: String, in list: String, among names: [String], all: [String]) -> CommandError {
    CommandError(
      .usage, "\(list) has no column “\(name)”",
      hint: Nearest.words(to: name, among: names).first.map { "did you mean “\($0)”?" }
        ?? "the columns are " + all.joined(separator: ", "))
  }
}

extension RecordOrder {
  /// Parses a sort order such as `rating:desc` or `status,title`.
  package init(_ text: String, of kind: Kind, _ schema: Schema) throws(CommandError) {
    self.init(try Column.readOrder(text, of: kind, schema).map { $0.key(newest: nil) })
  }
}

extension String {
  /// The text without direction signs at its start and end.
  fileprivate var trimmingSigns: String {
    String(drop { "+-".contains($0) }.reversed().drop { "+-".contains($0) }.reversed())
  }
}
