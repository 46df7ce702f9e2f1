import ShelfModel
import ShelfTerminal
import ShelfText

/// A page of help about something other than a command, which `shelf help NAME` shows and a manual page holds.
struct HelpTopic {
  /// What is typed, what that means, and the kind of records that it suits; nil if it suits all or none.
  struct Example {
    let query: String
    let meaning: String
    var kind: Kind?
  }

  struct Section {
    let title: String
    let examples: [Example]
    let text: String
  }

  let name: String
  /// What it is about, in a few words.
  let summary: String
  let introduction: String
  let sections: [Section]

  static let all = [
    QueryHelp.topic, RecordsHelp.topic, DatesHelp.topic, FormatsHelp.topic, ScriptsHelp.topic, SettingsHelp.topic,
    KeysHelp.topic,
  ]

  /// A line for each, for the help of the program.
  static var lines: String { all.map { "`shelf help \($0.name)`: \($0.summary)" }.joined(separator: ".\n") + "." }

  /// Returns the topic that `help NAME` asks for; nil if it asks for none.
  static func named(in arguments: [String]) -> HelpTopic? {
    guard arguments.count == 2, arguments[0] == "help" else { return nil }
    return all.first { $0.name == arguments[1] }
  }

  /// Returns the page, formatted for a width.
  func page(width: Int, depth: ColorDepth) -> String {
    let margin = 32
    var lines = HelpTopic.paragraphs(introduction, width)
    for section in sections {
      lines += ["", TextStyle.bold.apply(to: section.title, depth: depth)]
      for example in section.examples {
        let meaning = WordWrap.lines(example.meaning, width: max(20, width - margin - 2))
        var query = DisplayWidth.pad("  " + example.query, to: margin)
        if DisplayWidth.of(query) > margin {
          lines.append(query)
          query = String(repeating: " ", count: margin)
        }
        lines += meaning.enumerated().map { ($0 == 0 ? query : String(repeating: " ", count: margin)) + "  " + $1 }
      }
      if !section.text.isEmpty {
        lines += section.examples.isEmpty ? [] : [""]
        lines += HelpTopic.paragraphs(section.text, width)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func paragraphs(_ text: String, _ width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { WordWrap.lines(String($0), width: width) }
  }
}
