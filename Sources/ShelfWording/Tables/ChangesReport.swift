import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// The changes of the history, the newest first, as `undo --list` shows them.
package struct ChangesReport: TableReport {
  private let entries: [JournalEntry]
  private let holding: Set<Int>
  private let isWhole: Bool
  private let localTime: LocalTime
  private let shown: (String) -> String

  /// - Parameters:
  ///   - isWhole: whether all of the history could be read.
  ///   - shown: returns a path of the library as it is from where the reader is.
  package init(
    _ entries: [JournalEntry], isWhole: Bool, localTime: LocalTime, shown: @escaping (String) -> String
  ) {
    self.entries = entries.filter { !$0.isMemory }
    holding = Set(UndoPlan.holding(entries).map(\.sequence))
    self.isWhole = isWhole
    self.localTime = localTime
    self.shown = shown
  }

  package var emptyText: String? { entries.isEmpty ? isWhole ? "No changes yet." : "No change can be read." : nil }

  /// Writes an array of objects; times are in UTC, and paths start from the library.
  package func json(isLines: Bool) -> [UInt8] {
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for entry in entries {
      json.object { json in
        json.member("time", entry.time.description)
        json.member("command", entry.command)
        json.key("takenBack")
        json.value(!holding.contains(entry.sequence))
        json.key("files")
        json.value(entry.files.map(\.path))
      }
      if isLines { json.endLine() }
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    return json.take()
  }

  /// Writes a line for each: the time in UTC, the command, whether it is taken back, and the paths from the library on.
  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for entry in entries {
      let state = holding.contains(entry.sequence) ? "" : "taken back"
      tsv.row([entry.time.description, entry.command, state, entry.files.map(\.path).joined(separator: "; ")])
    }
    return tsv.take()
  }

  package func table(_ terminal: Terminal) -> [UInt8] {
    var table = Table(columns: [
      TableColumn(title: "Time", isFlexible: false),
      TableColumn(title: "Command", minimum: 20, preferred: 40, priority: 2),
      TableColumn(title: "Files", minimum: 12, preferred: 30, priority: 1),
    ])
    for entry in entries {
      let style: TextStyle = holding.contains(entry.sequence) ? .plain : .dim
      let state = holding.contains(entry.sequence) ? "" : " (taken back)"
      let more = entry.files.count > 1 ? " and \(Wording.number(entry.files.count - 1)) more" : ""
      table.append([
        .styled(localTime.text(of: entry.time), style), .styled(entry.command + state, style),
        .styled(shown(entry.files[0].path) + more, style),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    return bytes
  }
}
