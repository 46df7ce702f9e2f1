import ShelfModel
import ShelfQuery

/// A column of a list: an attribute of its records, and the name that `--columns`, `--json` and `--sort` use for it.
package struct Column: Sendable {
  package var key: String
  package var attribute: Attribute

  package init(key: String, attribute: Attribute) {
    self.key = key
    self.attribute = attribute
  }

  /// Returns all columns that a list of the kind can have.
  package static func all(of kind: Kind, _ schema: Schema) -> [Column] {
    Attributes(of: kind, schema).columns.map { Column(key: $0.key, attribute: $0.attribute) }
  }

  /// Returns the column with a name, or nil if there is none.
  package static func named(_ name: String, of kind: Kind, _ schema: Schema) -> Column? {
    Attributes(of: kind, schema).column(name).map { Column(key: $0.key, attribute: $0.attribute) }
  }
}
