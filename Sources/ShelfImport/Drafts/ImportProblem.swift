/// What became of a row of a source that was not taken whole.
package struct ImportProblem: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// The row was not taken.
    case rejected
    /// The row was left out for a good reason, such as a mark that was deleted on the device.
    case skipped
    /// A value was left out; the rest of its row was taken.
    case value
    /// Something that a person may want to look at.
    case note
  }

  package let kind: Kind
  package let file: String
  /// The line, from 1; nil in a database.
  package let line: Int?
  package let reason: String

  package init(_ kind: Kind, _ reason: String, file: String, line: Int?) {
    self.kind = kind
    self.reason = reason
    self.file = file
    self.line = line
  }
}
