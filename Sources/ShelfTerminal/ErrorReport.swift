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
  ///
  /// - Parameter wraps: whether messages and hints that are wider than the width go on in the next line, as on a terminal;
  ///   for programs each is one line.
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
      // A path or a word of a command that is broken could not be copied.
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
