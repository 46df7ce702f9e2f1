import ShelfModel
import ShelfQuery

/// A column of a list: an attribute of its records, by the name that `--columns`, `--json` and `--sort` know it by.
package struct Column: Sendable {
  package var key: String
  package var attribute: Attribute

  package init(key: String, attribute: Attribute) {
    self.key = key
    self.attribute = attribute
  }

  /// Returns every column that records of a kind can have.
  package static func all(of kind: Kind, _ schema: Schema) -> [Column] {
    Attributes(of: kind, schema).columns.map { Column(key: $0.key, attribute: $0.attribute) }
  }

  /// Returns the column of a name; nil if there is none.
  package static func named(_ name: String, of kind: Kind, _ schema: Schema) -> Column? {
    Attributes(of: kind, schema).column(name).map { Column(key: $0.key, attribute: $0.attribute) }
  }
}
