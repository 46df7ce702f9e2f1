import ShelfText

/// The report of something that went wrong: one `error:` line, the place in its source, and at most one hint.
package struct ErrorReport: Hashable, Sendable {
  /// What begins the line.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  package var severity = Severity.error
  /// What is wrong, in lower case, without a period.
  package var message: String
  /// The file the message is about, if there is no excerpt that names it.
  package var path: String?
  package var excerpt: SourceExcerpt?
  /// What to do about it.
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

  /// Returns the lines, each ended by a line feed.
  package func render(width: Int, depth: ColorDepth) -> String {
    let color: TextStyle.Name =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .note: .blue
      }
    let label = TextStyle(bold: true, foreground: .named(color)).apply(to: "\(severity.rawValue):", depth: depth)
    let place = (excerpt?.place ?? path.map { VisibleText.line($0) }).map { "\($0): " } ?? ""
    var text = "\(label) \(place)\(VisibleText.line(message))\n"
    if let excerpt { text += excerpt.render(width: width, depth: depth) }
    if let hint {
      text += TextStyle(bold: true, foreground: .named(.cyan)).apply(to: "hint:", depth: depth)
      text += " \(VisibleText.line(hint))\n"
    }
    return text
  }
}
