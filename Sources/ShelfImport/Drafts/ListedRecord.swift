import ShelfModel

/// A record of the library, with the text that a list shows in each column.
package struct ListedRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  /// Returns the text in a column of a list, or nil if lists have no such column.
  package let text: @Sendable (String) -> String?

  package init(_ id: RecordID, _ kind: Kind, text: @escaping @Sendable (String) -> String?) {
    (self.id, self.kind, self.text) = (id, kind, text)
  }

  /// Returns whether text has the form of an id, or of the first digits of an id, as shown in lists on a terminal.
  package static func isID(_ text: String) -> Bool {
    RecordID(text) != nil || text.utf8.count == RecordID.shortLength && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
