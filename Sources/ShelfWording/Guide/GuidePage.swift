import CGuide
import ShelfModel

/// A page of the guide: a Markdown file in `docs`, which is compiled into the program.
package struct GuidePage: Sendable {
  /// The name of the Markdown file without `.md`, such as `import`.
  package let name: String
  /// The whole page as Markdown.
  package let text: String
  /// The sections of the page: the title with the text below it, followed by each further heading with the text below
  /// it.
  package let sections: [Section]

  /// A heading, with the text up to the next heading of any level.
  package struct Section: Sendable {
    package let heading: String
    /// 1 for the title of the page, 2 for `##`, and so on.
    package let level: Int
    /// The heading and the text below it, as Markdown.
    package let text: String
  }

  /// All pages, in the order of the guide's contents.
  package static let all: [GuidePage] = {
    var pages: [GuidePage] = []
    while let page = guide_page_at(pages.count)?.pointee {
      let text = UnsafeBufferPointer(start: page.text, count: page.size)
      pages.append(GuidePage(name: String(cString: page.name), text: String(decoding: text, as: UTF8.self)))
    }
    return pages
  }()

  package static func named(_ name: String) -> GuidePage? { all.first { $0.name == name } }

  package var title: String { sections.first?.heading ?? name }

  init(name: String, text: String) {
    self.name = name
    self.text = text
    var sections: [(heading: String, level: Int, lines: [Substring])] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      if !isCode, (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") {
        sections.append((line.dropFirst(level + 1).filter { $0 != "`" }, level, [line]))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    self.sections = sections.map {
      Section(heading: $0.heading, level: $0.level, text: $0.lines.joined(separator: "\n"))
    }
  }

  /// Returns the page that explains a command: the page that mentions it most often or, if no page does, the page that
  /// mentions its first word most often. Returns nil if there is no such page.
  ///
  /// The first page introduces all commands, so it is considered only if no other page mentions the command.
  ///
  /// - Parameter path: the words of the command, without `shelf`. Commands for books, and for records of any kind, work
  ///   with and without `book`, and pages use both forms.
  package static func explaining(_ path: [String]) -> GuidePage? {
    // `shelf add` means `shelf book add`, but is only similar to `shelf issue add`. So for the latter, mentions of
    // `shelf add` count very little. They only decide between pages that mention `shelf issue add` equally often.
    let kind = Kind(singular: path.first ?? "")
    let other = kind == nil ? ["book"] + path : Array(path.dropFirst())
    let weight = kind == nil || kind == .book ? 1 : 1000
    for forms in [[(path, weight), (other, 1)], [(Array(path.prefix(1)), 1)]] {
      let counts = all.map { page in forms.reduce(0) { $0 + page.count(of: $1.0) * $1.1 } }
      if let maximum = counts.dropFirst().max(), maximum > 0 {
        return counts.dropFirst().firstIndex(of: maximum).map { all[$0] }
      }
      if counts.first ?? 0 > 0 { return all[0] }
    }
    return nil
  }

  /// Returns the number of times that the page mentions a command.
  private func count(of command: [String]) -> Int {
    if command.isEmpty { return 0 }
    return text.ranges(of: "shelf " + command.joined(separator: " ")).count { range in
      text[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
    }
  }

  /// Returns the Markdown of a section together with the sections below it.
  package func text(ofSectionAt index: Int) -> String {
    let level = sections[index].level
    let below = sections[(index + 1)...].prefix { $0.level > level }
    return ([sections[index]] + below).map(\.text).joined(separator: "\n")
  }
}
