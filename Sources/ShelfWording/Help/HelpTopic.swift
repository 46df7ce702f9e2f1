import ShelfModel
import ShelfTerminal
import ShelfText

/// A topic of `shelf help` that is not a command, such as queries, dates or exit statuses.
///
/// A topic is data: an introduction, sections of examples with explanations, and a closing text. Two renderers share
/// it: `page` lays it out for a terminal, and `ManualPage` writes it as man(7) source, so `shelf help query` and `man
/// shelf-query` always agree. Topics about things that are declared elsewhere, such as formats, settings and keys,
/// generate their examples from those declarations. `HelpTopic.all` lists the topics, and `HelpTopic.named` handles
/// `shelf help NAME` before the argument parser sees the words.
package struct HelpTopic {
  /// Text to type, and its meaning.
  package struct Example {
    package let query: String
    package let meaning: String
    /// The kind of records that the query applies to, or nil if it applies to every kind or is not a query.
    ///
    /// A test runs each query on a list of this kind.
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
  /// A summary in a few words, for the list of topics.
  package let summary: String
  package let introduction: String
  package let sections: [Section]

  package init(name: String, summary: String, introduction: String, sections: [Section]) {
    self.name = name
    self.summary = summary
    self.introduction = introduction
    self.sections = sections
  }

  /// Returns the topic as text for a terminal.
  ///
  /// The examples are in a column on the left. An example that is too wide for the column gets a separate line.
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
