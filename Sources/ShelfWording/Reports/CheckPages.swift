import ShelfDoctor
import ShelfModel
import ShelfTerminal
import ShelfText

/// The output of `doctor --list-checks` and `doctor --explain`.
package struct CheckPages {
  private let terminal: Terminal

  package init(terminal: Terminal) { self.terminal = terminal }

  /// Returns all checks, as a table for a terminal or as tab-separated lines otherwise.
  package func list() -> [UInt8] {
    guard terminal.isTerminal else {
      var tsv = TSVWriter()
      for check in Check.all {
        tsv.row([check.code, check.severity.rawValue, check.summary, check.repair == nil ? "" : "yes"])
      }
      return tsv.take()
    }
    var table = Table(columns: [
      TableColumn(title: "Check", isFlexible: false), TableColumn(title: "Severity", isFlexible: false),
      TableColumn(title: "What it finds", minimum: 20, preferred: 60, priority: 2),
      TableColumn(title: "Repair", isFlexible: false),
    ])
    for check in Check.all {
      table.append([
        .text(check.code), .styled(check.severity.rawValue, style(check.severity)), .text(check.summary),
        .text(check.repair == nil ? "" : "yes"),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    return bytes
  }

  /// Returns the page about one check.
  package func page(_ check: Check) -> String {
    let width = min(terminal.width, 80)
    func heading(_ text: String) -> String { TextStyle.bold.apply(to: text, depth: terminal.depth) }
    func paragraph(_ text: String) -> String {
      WordWrap.lines(text, width: width - 2).map { "  " + $0 }.joined(separator: "\n")
    }
    let example = check.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
    var parts = [
      "\(heading(check.code))  \(style(check.severity).apply(to: check.severity.rawValue, depth: terminal.depth))",
      paragraph(check.summary.prefix(1).uppercased() + check.summary.dropFirst() + "."), "",
      paragraph(check.reason), "", "  " + heading("Example"), example.joined(separator: "\n"), "",
      "  " + heading("Repair"), paragraph(check.repair ?? "None. You have to fix this by hand."),
    ]
    if check.repair != nil { parts += ["", "  shelf doctor --only \(check.code) --fix=\(check.code) --dry-run"] }
    return parts.joined(separator: "\n")
  }

  private func style(_ severity: Severity) -> TextStyle {
    switch severity {
    case .error: .color(.red)
    case .warning: .color(.yellow)
    case .note: .color(.blue)
    }
  }
}
