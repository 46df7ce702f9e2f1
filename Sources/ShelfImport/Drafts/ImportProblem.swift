/// A problem with a row that is reported to the user, for example because the row was not imported completely.
package struct ImportProblem: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// The row was not imported.
    case rejected
    /// The row was skipped deliberately, such as a highlight that was deleted on the device.
    case skipped
    /// A value was omitted, and the rest of the row was imported.
    case value
    /// A possible problem for the user to check.
    case note
  }

  package let kind: Kind
  package let file: String
  /// The line number, counting from 1, or nil for a database.
  package let line: Int?
  /// The column number in the line, counting from 1, if the source is text and the position is known.
  package let column: Int?
  package let reason: String
  /// Whether the row was skipped because its record was deleted in the library.
  package let isDeletion: Bool
  /// Whether the row was skipped because it describes only a part of a book.
  package let isPart: Bool

  /// If the problem concerns the value of a single column, the value that was not imported, with its column and the
  /// reason.
  package let value: Value?

  package struct Value: Hashable, Sendable {
    package let column: String
    package let text: String
    package let reason: String
  }

  package init(
    _ kind: Kind, _ reason: String, file: String, line: Int?, column: Int? = nil, isDeletion: Bool = false,
    isPart: Bool = false, value: Value? = nil
  ) {
    self.value = value
    self.kind = kind
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
    self.isDeletion = isDeletion
    self.isPart = isPart
  }

  /// The location in the sources: `file:line:column`, as far as it is known.
  package var place: String { ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") }
}
