import ShelfModel
import ShelfTerminal
import ShelfText

/// A page of help about something other than a command, which `shelf help NAME` shows and a manual page holds.
package struct HelpTopic {
  /// What is typed, what that means, and the kind of records that it suits; nil if it suits all or none.
  package struct Example {
    package let query: String
    package let meaning: String
    package var kind: Kind?

    package init(query: String, meaning: String, kind: Kind? = nil) {
      self.query = query
      self.meaning = meaning
      self.kind = kind
    }
  }

  package struct Section {
    package let title: String
    package let examples: [Example]
    package let text: String

    package init(title: String, examples: [Example], text: String) {
      self.title = title
      self.examples = examples
      self.text = text
    }
  }

  package let name: String
  /// What it is about, in a few words.
  package let summary: String
  package let introduction: String
  package let sections: [Section]

  package init(name: String, summary: String, introduction: String, sections: [Section]) {
    self.name = name
    self.summary = summary
    self.introduction = introduction
    self.sections = sections
  }

  /// Returns the page, formatted for a width.
  package func page(width: Int, depth: ColorDepth) -> String {
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
