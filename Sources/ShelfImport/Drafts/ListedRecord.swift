import ShelfModel

/// A record of the library, with the texts that lists show for it.
package struct ListedRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  /// Returns the text in a column of a list, or nil if lists have no such column.
  package let text: @Sendable (String) -> String?

  package init(_ id: RecordID, _ kind: Kind, text: @escaping @Sendable (String) -> String?) {
    (self.id, self.kind, self.text) = (id, kind, text)
  }

  /// Returns whether a text has the form of an id, or of the first digits of one, as lists on a terminal show them.
  package static func isID(_ text: String) -> Bool {
    RecordID(text) != nil || text.utf8.count == RecordID.shortLength && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
