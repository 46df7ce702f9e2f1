import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal

extension Report where Row == JournalEntry {
  /// Returns the report of `undo --list`: the changes in the history, newest first.
  ///
  /// Output for programs has times in UTC and paths relative to the library.
  ///
  /// - Parameters:
  ///   - inEffect: the changes that are in effect.
  ///   - isWhole: whether the whole history could be read.
  ///   - shown: returns a path in the library in the form that the user sees.
  package static func changes(
    _ entries: [JournalEntry], inEffect: [JournalEntry], isWhole: Bool, localTime: LocalTime,
    shown: @escaping (String) -> String
  ) -> Report {
    let inEffect = Set(inEffect.map(\.sequence))
    func isInEffect(_ entry: JournalEntry) -> Bool { inEffect.contains(entry.sequence) }
    func style(_ entry: JournalEntry) -> TextStyle { isInEffect(entry) ? .plain : .dim }
    var report = Report(
      "the history", rows: entries.filter { !$0.isMemory },
      columns: [
        ReportColumn(
          "time", TableColumn(title: "Time", isFlexible: false), { .moment($0.time) },
          look: { .styled(localTime.text(of: $0.time), style($0)) }),
        ReportColumn(
          "command", TableColumn(title: "Command", minimum: 20, preferred: 40, priority: 2), { .text($0.command) },
          look: { .styled($0.command + (isInEffect($0) ? "" : " (undone)"), style($0)) }),
        ReportColumn("takenBack", TableColumn(title: "Undone")) { .flag(!isInEffect($0)) },
        ReportColumn("state", TableColumn(title: "State")) { .text(isInEffect($0) ? "" : "taken back") },
        ReportColumn(
          "files", TableColumn(title: "Files", minimum: 12, preferred: 30, priority: 1),
          { .texts($0.files.map(\.path)) },
          look: { entry in
            let more = entry.files.count > 1 ? " and \(Wording.number(entry.files.count - 1)) more" : ""
            return .styled(shown(entry.files[0].path) + more, style(entry))
          }),
      ])
    report.tableKeys = ["time", "command", "files"]
    report.dataKeys = ["time", "command", "state", "files"]
    report.jsonKeys = ["time", "command", "takenBack", "files"]
    report.whenEmpty = isWhole ? "No changes yet." : "No changes can be read."
    return report
  }
}
