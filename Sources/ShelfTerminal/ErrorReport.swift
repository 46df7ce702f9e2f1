import ShelfText

/// The report of an error, a warning or a note: a line that starts with the severity, an optional excerpt of the
/// source, and an optional hint.
package struct ErrorReport: Hashable, Sendable {
  /// The severity, whose raw value is the first word of the report.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  package var severity = Severity.error
  /// The message, in lower case and without a period.
  package var message: String
  /// The file that the message is about, or nil if there is none or the excerpt names it.
  package var path: String?
  package var excerpt: SourceExcerpt?
  /// A suggestion for solving the problem.
  package var hint: String?

  package init(
    severity: Severity = Severity.error, message: String, path: String? = nil, excerpt: SourceExcerpt? = nil,
    hint: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.path = path
    self.excerpt = excerpt
    self.hint = hint
  }

  /// Returns the report, with a line feed after each line.
  ///
  /// - Parameter wraps: whether to wrap long messages and hints at the width, which is meant for people. Otherwise each
  ///   of them is a single line, which is easier for programs to parse.
  package func render(width: Int, depth: ColorDepth, wraps: Bool = false) -> String {
    let color: TextStyle.Name =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .note: .blue
      }
    func labelled(_ label: String, _ color: TextStyle.Name, _ text: String) -> String {
      let styled = TextStyle(bold: true, foreground: .named(color)).apply(to: label, depth: depth)
      let whole = "\(label) \(text)"
      // Words are never split, so that paths and commands can be copied.
      let lines = wraps ? WordWrap.lines(whole, width: width, cutsWords: false) : [whole]
      return styled + lines.joined(separator: "\n").dropFirst(label.count) + "\n"
    }
    let place = (excerpt?.place ?? path.map { VisibleText.line($0) }).map { "\($0): " } ?? ""
    var text = labelled("\(severity.rawValue):", color, place + VisibleText.line(message))
    if let excerpt { text += excerpt.render(width: width, depth: depth) }
    if let hint { text += labelled("hint:", .cyan, VisibleText.line(hint)) }
    return text
  }
}
