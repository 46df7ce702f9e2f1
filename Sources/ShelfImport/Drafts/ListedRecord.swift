import ShelfModel

/// A record of the library, with the texts that lists show for it.
package struct ListedRecord: Sendable {
  package let kind: Kind
  /// Returns the text in a column of a list, or nil if lists have no such column.
  package let text: @Sendable (String) -> String?

  package init(kind: Kind, text: @escaping @Sendable (String) -> String?) { (self.kind, self.text) = (kind, text) }
}
