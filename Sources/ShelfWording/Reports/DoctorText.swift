import ShelfDoctor
import ShelfModel
import ShelfTerminal
import ShelfText

/// Doctor's human-readable report: file by file, each problem with its line and remedies, followed by a summary.
package struct DoctorText {
  private let report: DoctorReport
  private let terminal: Terminal
  private let shown: (String) -> String
  private let showsAllNotes: Bool

  /// - Parameters:
  ///   - shown: returns a path in the form that the user sees.
  ///   - showsAllNotes: whether to show every note, even if a check has many.
  package init(
    _ report: DoctorReport, terminal: Terminal, shown: @escaping (String) -> String, showsAllNotes: Bool = false
  ) {
    self.report = report
    self.terminal = terminal
    self.shown = shown
    self.showsAllNotes = showsAllNotes
  }

  /// The maximum number of notes to show for one check. If there are more, they are counted instead.
  private static let maxNotes = 3

  package func write(to output: Output) {
    let counted = countedNotes
    var path: String?
    for finding in report.findings where finding.severity != .note || counted[finding.check.code] == nil {
      if let path, path != finding.path { output.line() }
      path = finding.path
      output.write(render(finding))
    }
    if path != nil { output.line() }
    for (code, findings) in counted.sorted(by: { $0.key < $1.key }) {
      let label = TextStyle(bold: true, foreground: .named(.blue)).apply(to: "note:", depth: terminal.depth)
      output.line("\(label) \(number(findings.count)) × \(findings[0].check.summary) " + dim("[\(code)]"))
      output.line("  " + dim("shelf doctor --only \(code)   shows them"))
    }
    if !counted.isEmpty { output.line() }
    for line in summary { output.line(line) }
  }

  /// The notes of checks that have too many notes to show, by check code.
  private var countedNotes: [String: [Finding]] {
    if showsAllNotes { return [:] }
    let notes = Dictionary(grouping: report.findings.filter { $0.severity == .note }) { $0.check.code }
    return notes.filter { $0.value.count > DoctorText.maxNotes }
  }

  package func render(_ finding: Finding, withRemedies: Bool = true) -> String {
    let excerpt = finding.range.map { SourceExcerpt(path: shown(finding.path), source: finding.source, range: $0) }
    let place = (excerpt?.place ?? VisibleText.line(shown(finding.path))) + ":"
    let color: TextStyle.Name =
      switch finding.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .blue
      }
    var text = wrapped(
      [
        (place, .bold), (finding.severity.rawValue + ":", TextStyle(bold: true, foreground: .named(color))),
        (VisibleText.line(finding.message), .plain), ("[\(finding.check.code)]", .dim),
      ], indent: 4)
    if let excerpt, !finding.source.isEmpty { text += excerpt.render(width: terminal.width, depth: terminal.depth) }
    return withRemedies ? text + remedies(finding) : text
  }

  /// Returns the remedies for a problem: the safe repair or, if there is none, the repairs to choose from and any
  /// advice.
  private func remedies(_ finding: Finding) -> String {
    let name = TextStyle(bold: true, foreground: .named(.cyan))
    func line(_ label: String, _ text: String, _ option: String = "") -> String {
      let option = option.isEmpty ? "" : "(\(option))"
      return wrapped([("  " + label, name), (VisibleText.line(text), .plain), (option, .dim)], indent: 7)
    }
    if let safe = finding.safeRepair { return line("fix:", safe.description, "--fix") }
    let repairs = finding.repairs(in: report.library)
    let choices = repairs.enumerated().map { position, repair in
      line(position == 0 ? "fix:" : " or:", repair.description, DoctorText.option(for: repair, of: finding))
    }
    let isAboutMore =
      switch finding.advice {
      case .reach, .deleteOrAccept, .assign: true
      default: false
      }
    guard let advice = AdviceText.text(finding), repairs.count < 2 || isAboutMore else {
      return choices.joined()
    }
    return choices.joined() + line("hint:", advice)
  }

  /// Returns styled pieces of text, separated by spaces and wrapped to the terminal.
  ///
  /// Continuation lines are indented.
  private func wrapped(_ pieces: [(text: String, style: TextStyle)], indent: Int) -> String {
    var text = ""
    var column = 0
    for (piece, style) in pieces where !piece.isEmpty {
      let start = piece.prefix { $0 == " " }
      let words = [String(start)] + piece.split(separator: " ").map(String.init)
      for (position, word) in words.enumerated() where position > 0 {
        let width = DisplayWidth.of(word)
        let isFirst = column == 0
        if !isFirst, terminal.isTerminal, column + 1 + width > terminal.width {
          text += "\n" + String(repeating: " ", count: indent)
          column = indent
        } else if !isFirst {
          text += " "
          column += 1
        } else {
          text += start
          column = start.count
        }
        text += style.apply(to: word, depth: terminal.depth)
        column += width
      }
    }
    return text + "\n"
  }

  /// Returns the option of `shelf doctor` that makes a repair.
  package static func option(for repair: Repair, of finding: Finding) -> String {
    switch repair.need {
    case .nothing: "--fix"
    case .consent: "--fix=\(finding.check.code)"
    case .choice: "--fix=\(finding.check.code):\(repair.name)"
    }
  }

  /// Returns the number of problems that satisfy a condition, including those that a finding counts without listing
  /// them.
  private func problems(where isMeant: (Finding) -> Bool) -> Int {
    report.findings.reduce(0) { isMeant($1) ? $0 + 1 + $1.more : $0 }
  }

  /// The totals, and the command to run next.
  package var summary: [String] {
    let files = number(report.fileCount) + (report.fileCount == 1 ? " record" : " records")
    let time = "in \(DoctorText.seconds(report.seconds)) s"
    if report.findings.isEmpty { return ["No problems: \(files) checked \(time)."] }
    let counts = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = report.count(severity)
      return count == 0 ? nil : "\(number(count)) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let paths = Set(report.findings.map(\.path)).count
    var lines = [
      TextStyle.bold.apply(to: Wording.list(counts), depth: terminal.depth)
        + " in \(number(paths)) \(paths == 1 ? "file" : "files"); \(files) checked \(time)."
    ]
    let unread = Set(report.findings.map(\.path)).intersection(report.library.unreadable.map(\.path)).count
    if unread > 0 {
      let subject =
        unread == 1 ? "1 file cannot be read as a record" : "\(number(unread)) files cannot be read as records"
      lines.append(
        "\(subject): there may be more problems in \(unread == 1 ? "it" : "them"), and in files that refer to "
          + "\(unread == 1 ? "it" : "them").")
    }
    let safe = problems { $0.safeRepair != nil }
    let choices = problems { $0.safeRepair == nil && $0.isRepairable }
    if safe > 0 {
      lines.append(
        "Next: shelf doctor\(report.choice) --fix   " + dim("repairs \(number(safe)) of them without losing anything"))
    } else if choices > 0 {
      lines.append("Next: shelf doctor\(report.choice) --interactive   " + dim("asks about \(number(choices)) of them"))
    }
    return lines
  }

  private func dim(_ text: String) -> String { TextStyle.dim.apply(to: text, depth: terminal.depth) }

  private func number(_ number: Int) -> String { Wording.number(number) }

  /// Returns a number of seconds with two decimal places.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
