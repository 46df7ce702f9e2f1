import ShelfModel
import ShelfQuery
import ShelfText

/// A column of a list: an attribute of its records, by the name that `--columns`, `--json` and `--sort` know it by.
struct Column {
  var key: String
  var attribute: Attribute

  /// Returns every column that records of a kind can have.
  static func all(of kind: Kind, _ schema: Schema) -> [Column] {
    Attributes(of: kind, schema).columns.map { Column(key: $0.key, attribute: $0.attribute) }
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
    if let field = schema.field(shortName: name, of: kind) { return Column(key: field.key, attribute: .field(field)) }
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
      keys.append(RecordOrder.Key(column.attribute, isDescending: direction == "desc"))
    }
    if keys.isEmpty { throw CommandError(.usage, "no order is named", hint: "write a field, or a field and :desc") }
    return RecordOrder(keys)
  }
}
