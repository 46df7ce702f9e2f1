import ShelfModel

/// A column of a program's table, or a key of its entries, with the fields that depend on this column or key.
struct SourceColumn: Sendable {
  /// The names of the column, which may differ between versions of the program, followed by the columns to fall back on
  /// if it is empty.
  ///
  /// A fallback column need not exist if the preceding column has a value.
  let parts: [[String]]
  let fields: [FieldHandle]

  var names: [String] { parts[0] }

  init(_ names: [String], else others: [String] = [], _ fields: [FieldHandle]) {
    parts = [names] + others.map { [$0] }
    self.fields = fields
  }

  init(_ names: String..., tells fields: FieldHandle...) { self.init(names, fields) }
}
