import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// A column of a list: a field of the kind, or something worked out from the library.
struct Column {
  enum Source {
    case field(Field)
    case path
    /// The number of records of this kind that refer to the record.
    case count(Kind)
    /// The number of open issues that refer to the record.
    case openIssues
  }

  /// The name by which `--columns`, `--json` and `--sort` know it.
  var key: String
  var source: Source

  /// Returns every column that records of a kind can have.
  static func all(of kind: Kind, _ schema: Schema) -> [Column] {
    var columns = schema.fields(of: kind).map { Column(key: $0.key, source: .field($0)) }
    columns.append(Column(key: "path", source: .path))
    for source in Kind.allCases where schema.fields(referringTo: kind).contains(where: { $0.kind == source }) {
      columns.append(Column(key: source.plural, source: .count(source)))
      if source == .issue { columns.append(Column(key: "openIssues", source: .openIssues)) }
    }
    return columns
  }

  /// Reads a list of names such as `title,rating`.
  static func read(_ names: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> [Column] {
    var columns: [Column] = []
    for name in names.split(separator: ",") { columns.append(try one(String(name.trimmed), of: kind, schema)) }
    if columns.isEmpty { throw CommandError(.usage, "no column is named", hint: "write them like title,rating") }
    return columns
  }

  /// Reads one name.
  private static func one(_ name: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> Column {
    let all = all(of: kind, schema)
    if let column = all.first(where: { $0.key == name }) { return column }
    if let field = schema.field(shortName: name, of: kind) { return Column(key: field.key, source: .field(field)) }
    let nearest = Nearest.words(to: name, among: all.map(\.key))
    throw CommandError(
      .usage, "a list of \(kind.plural) has no column “\(name)”",
      hint: nearest.first.map { "did you mean “\($0)”?" } ?? "the columns are " + all.map(\.key).joined(separator: ", ")
    )
  }

  /// Reads an order such as `rating:desc` or `status,title`.
  static func readOrder(_ text: String, of kind: Kind, _ schema: Schema) throws(CommandError) -> RecordOrder {
    var keys: [RecordOrder.Key] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: ":", omittingEmptySubsequences: false).map { String($0.trimmed) }
      let direction = words.count > 1 ? words[1] : "asc"
      guard words.count <= 2, ["asc", "desc"].contains(direction) else {
        throw CommandError(.usage, "“\(part)” is no order", hint: "write a field, or a field and :desc")
      }
      let column = try one(words[0], of: kind, schema)
      keys.append(RecordOrder.Key(column.orderSource, isDescending: direction == "desc"))
    }
    if keys.isEmpty { throw CommandError(.usage, "no order is named", hint: "write a field, or a field and :desc") }
    return RecordOrder(keys)
  }

  private var orderSource: RecordOrder.Source {
    switch source {
    case .field(let field): .field(field)
    case .path: .path
    case .count(let kind): .count(kind)
    case .openIssues: .openIssues
    }
  }

  /// Returns the plain text of a record's cell, as pipes and files get it.
  func text(of record: Record, in library: Library) -> String {
    switch source {
    case .path: record.path
    case .count(let kind): String(library.count(of: kind, referringTo: record))
    case .openIssues: String(library.openIssues(of: record))
    case .field(let field):
      if field.type.target != nil {
        library.names(in: field, of: record).map(\.text).joined(separator: ", ")
      } else {
        record.value(of: field)?.text ?? field.defaultText ?? ""
      }
    }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: SubSequence {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
