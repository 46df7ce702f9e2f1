import ShelfKit

/// A report for people: file by file, each problem with its line and what to do about it, and a summary.
struct DoctorText {
  let report: DoctorReport
  let terminal: Terminal

  /// More notes of one kind than that are counted instead of shown; `--only` shows them all.
  private static let fewNotes = 5

  func write(to output: Output) {
    let hidden = hiddenNotes
    var shown: [String: Int] = [:]
    var path: String?
    for finding in report.findings {
      if finding.severity == .note, hidden[finding.check.code] != nil {
        shown[finding.check.code, default: 0] += 1
        if shown[finding.check.code, default: 0] > DoctorText.fewNotes { continue }
      }
      if let path, path != finding.path { output.line() }
      path = finding.path
      output.write(render(finding))
    }
    if path != nil { output.line() }
    for (code, count) in hidden.sorted(by: { $0.key < $1.key }) {
      output.line(dim("… and \(number(count)) more notes \(code): shelf doctor --only \(code) shows them"))
    }
    for line in summary { output.line(line) }
  }

  /// Returns how many notes of a kind are not shown.
  private var hiddenNotes: [String: Int] {
    let notes = Dictionary(grouping: report.findings.filter { $0.severity == .note }) { $0.check.code }
    if notes.count == 1, report.findings.allSatisfy({ $0.severity == .note }) { return [:] }
    return notes.mapValues { $0.count - DoctorText.fewNotes }.filter { $0.value > 0 }
  }

  /// Returns the lines about one problem.
  func render(_ finding: Finding, withRemedies: Bool = true) -> String {
    let excerpt = finding.range.map { SourceExcerpt(path: finding.path, source: finding.source, range: $0) }
    let place = excerpt?.place ?? VisibleText.line(finding.path)
    let color: TextStyle.Name =
      switch finding.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .blue
      }
    let label = TextStyle(bold: true, foreground: .named(color)).apply(
      to: "\(finding.severity.rawValue):", depth: terminal.depth)
    var text = TextStyle.bold.apply(to: place, depth: terminal.depth) + ": \(label) "
    text += VisibleText.line(finding.message) + " " + dim("[\(finding.check.code)]") + "\n"
    if let excerpt, !finding.source.isEmpty { text += excerpt.render(width: terminal.width, depth: terminal.depth) }
    if !withRemedies { return text }
    for line in remedies(finding) { text += "  " + line + "\n" }
    return text
  }

  /// Returns what can be done: the safe repair, or else each choice, or else advice.
  private func remedies(_ finding: Finding) -> [String] {
    let name = TextStyle(bold: true, foreground: .named(.cyan))
    func label(_ text: String) -> String { name.apply(to: text, depth: terminal.depth) }
    if let safe = finding.safeRepair {
      return [label("fix:") + " " + VisibleText.line(safe.description) + dim("  --fix")]
    }
    var lines = finding.repairs.enumerated().map { position, repair in
      label(position == 0 ? "fix:" : " or:") + " " + VisibleText.line(repair.description)
        + dim("  " + DoctorText.option(for: repair, of: finding))
    }
    if let advice = finding.advice, finding.repairs.count < 2 {
      lines.append(label("hint:") + " " + VisibleText.line(advice))
    }
    return lines
  }

  /// Returns the option that makes a repair.
  static func option(for repair: Repair, of finding: Finding) -> String {
    switch repair.need {
    case .nothing: "--fix"
    case .consent: "--fix=\(finding.check.code)"
    case .choice: "--fix=\(finding.check.code):\(repair.name)"
    }
  }

  /// Returns the counts, and the one command to run next.
  private var summary: [String] {
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
    let safe = report.findings.count { $0.safeRepair != nil }
    let choices = report.findings.count { $0.safeRepair == nil && !$0.repairs.isEmpty }
    if safe > 0 {
      lines.append("Next: shelf doctor --fix   " + dim("repairs \(number(safe)) of them without losing anything"))
    } else if choices > 0 {
      lines.append("Next: shelf doctor --interactive   " + dim("asks about \(number(choices)) of them"))
    }
    return lines
  }

  private func dim(_ text: String) -> String { TextStyle.dim.apply(to: text, depth: terminal.depth) }

  private func number(_ number: Int) -> String { Wording.number(number) }

  /// Returns seconds with two digits after the point.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
