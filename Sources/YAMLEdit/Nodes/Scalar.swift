/// Text to write as a scalar, with the rule for quoting it.
public struct Scalar: Hashable, Sendable {
  /// The rule for quoting the text.
  public enum Form: Hashable, Sendable {
    /// A string, which is quoted if a parser for YAML 1.1 or 1.2 could read it as another type.
    case text
    /// An integer, Boolean, date, timestamp or UUID, which is plain, or has the existing quotes if it replaces a quoted
    /// scalar.
    case literal
    /// Text that is always quoted: with the existing quotes if it replaces a quoted scalar, or else with those of the
    /// document's style.
    case quoted
  }

  public var text: String
  public var form: Form
  /// The trailing comment to write after the scalar, or nil to keep an existing comment.
  ///
  /// A comment is one line: each run of line breaks and control characters becomes a space. If there is no room for a
  /// comment, as between the brackets of a one-line list, the scalar is written without it.
  public var comment: String?

  public init(_ text: String, form: Form = .text, comment: String? = nil) {
    self.text = text
    self.form = form
    self.comment = comment
  }

  /// Whether the scalar is a plain `~`, which represents the absence of a value. It is written in this form regardless
  /// of the style of the value that it replaces.
  var isNull: Bool { form == .literal && text == "~" }
}
