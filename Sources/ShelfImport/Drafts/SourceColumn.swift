import ShelfModel

/// A column of a program's tables, or a key of its entries, and the fields that it tells of.
struct SourceColumn: Sendable {
  /// The names of the column, which programs change over the years, then those of columns that say the same where it is
  /// empty, and need not be there where it is not.
  let parts: [[String]]
  let fields: [FieldHandle]

  var names: [String] { parts[0] }

  init(_ names: [String], else others: [String] = [], _ fields: [FieldHandle]) {
    parts = [names] + others.map { [$0] }
    self.fields = fields
  }

  init(_ names: String..., tells fields: FieldHandle...) { self.init(names, fields) }
}
