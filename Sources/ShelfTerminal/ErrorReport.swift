import ShelfText

/// The report of an error: an `error:` line, an excerpt of the source, and at most one hint.
package struct ErrorReport: Hashable, Sendable {
  /// The severity, whose raw value starts the line.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  package var severity = Severity.error
  /// The message, in lower case and without a period.
  package var message: String
  /// The file that the message is about, if there is no excerpt that names it.
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
  /// - Parameter wraps: whether to wrap long messages and hints to the width, as for people. For programs, each is one
  ///   line.
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
      // Words are not broken, so that paths and commands can be copied.
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
