import ShelfTerminal
import ShelfText
import ShelfWording

/// A report of the settings in the file. The human-readable format ends with a table of all possible settings.
package struct SettingsReport: TableReport {
  private let settings: [(name: String, texts: [String])]
  private let path: String
  private let known: [(name: String, help: String)]

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - known: the names and meanings of all settings.
  package init(
    _ settings: [(name: String, texts: [String])], path: String, known: [(name: String, help: String)]
  ) {
    (self.settings, self.path, self.known) = (settings, path, known)
  }

  package var emptyText: String? { nil }

  package var heading: String? { nil }

  package var table: Table {
    var table = Table(columns: [
      TableColumn(title: "Set", minimum: 15, priority: 2, isFlexible: false),
      TableColumn(title: VisibleText.line(path), minimum: 16, priority: 1),
    ])
    for (name, texts) in settings { table.append([.text(name), .text(texts.joined(separator: ","))]) }
    return table
  }

  package func page(_ terminal: Terminal) -> [UInt8] {
    let width = terminal.fittingWidth
    var page: [UInt8] = []
    if !settings.isEmpty {
      table.render(into: &page, width: width, depth: terminal.depth)
      page.append(0x0A)
    }
    var table = Table(columns: [
      TableColumn(title: "Setting", minimum: 15, priority: 2, isFlexible: false),
      TableColumn(title: "What it is", minimum: 16, priority: 1),
    ])
    for setting in known { table.append([.text(setting.name), .text(setting.help)]) }
    table.render(into: &page, width: width, depth: terminal.depth)
    return page
  }

  package var values: (names: [String], rows: [[String]]) {
    (["name", "value"], settings.map { [$0.name, $0.texts.joined(separator: ",")] })
  }

  /// Returns a single object rather than an array, because the settings belong together.
  package func json(isLines: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (name, texts) in settings {
        let isList = Setting.named(name.split(separator: ".").map(String.init))?.isList ?? false
        if isList { json.member(name, texts) } else { json.member(name, texts.first ?? "") }
      }
    }
    json.endLine()
    return json.take()
  }
}
