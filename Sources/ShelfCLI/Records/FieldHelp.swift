import ShelfKit

/// Help texts made from a kind's table of fields.
enum FieldHelp {
  /// Returns a line per field that can be assigned.
  static func fields(of kind: Kind) -> String {
    let fields = kind.fields.filter { !$0.isAutomatic }
    return "Fields:\n" + lines(fields.map { ($0.key, $0) })
  }

  /// Returns a line per option of `add`.
  static func options(of kind: Kind) -> String {
    let fields = kind.fields.filter { !$0.isAutomatic && $0.key != kind.titleKey }
    return "Fields:\n" + lines(fields.map { ("--" + optionName(of: $0), $0) })
  }

  /// Returns the key of a field of long text, for examples.
  static func longKey(of kind: Kind) -> String { kind.fields.last { $0.isLong }?.key ?? kind.titleKey }

  /// Returns the option that sets a field: `dateAdded` as `date-added`, `genres`, which is given once per genre, as
  /// `genre`.
  static func optionName(of field: Field) -> String {
    field.type.target?.singular
      ?? field.key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private static func lines(_ rows: [(name: String, field: Field)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, field in
      let help = field.help.hasSuffix(".") ? String(field.help.dropLast()) : field.help
      return "  \(name)\(String(repeating: " ", count: width - name.count))  \(help): \(field.type.description)"
    }.joined(separator: "\n")
  }
}
