/// A text to write, and what kind of text it is.
public struct Scalar: Hashable, Sendable {
  /// What decides whether it is quoted.
  public enum Form: Hashable, Sendable {
    /// A string: quoted if a reader of YAML 1.1 or 1.2 could take it for something else.
    case text
    /// An integer, a boolean, a date, a timestamp or a UUID: written plain, but the quotes of the scalar that it
    /// replaces stay.
    case literal
    /// Always quoted: in double quotes if it is new, in the existing quotes if it replaces a quoted scalar.
    case quoted
  }

  public var text: String
  public var form: Form
  /// The trailing comment to write after it; nil leaves what is there.
  ///
  /// A comment is one line: each run of line breaks and control characters in it becomes a space. If there is no
  /// room for a comment, as between the brackets of a one-line list, the scalar is written without it.
  public var comment: String?

  public init(_ text: String, form: Form = .text, comment: String? = nil) {
    self.text = text
    self.form = form
    self.comment = comment
  }

  /// Whether it is a plain `~`, which is no value, whatever it replaces.
  var isNull: Bool { form == .literal && text == "~" }
}
