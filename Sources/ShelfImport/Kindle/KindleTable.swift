import ShelfFormats
import ShelfText

/// The notebook that the Kindle apps send as a table. Above the table are the words `Your Kindle Notes For:` and the
/// book.
///
/// The rows above the header contain the title, the authors and a link, and end with a line of hyphens. Each row below
/// the header contains the type, the location, a star and the text of a highlight or note. The row is converted to the
/// lines of a clipping, which `KindleClipping` parses.
struct KindleTable {
  /// The highlights and notes as clipping entries.
  private(set) var entries: [KindleNotebook.Entry] = []
  /// The number of entries that are marked with a star. No field can contain this mark.
  private(set) var stars = 0

  static func recognizes(_ probe: SourceProbe) -> Bool {
    guard !probe.isDatabase, !probe.isJSON, probe.contains("-----") else { return false }
    var table = CSVTable(Array(probe.head.prefix(maxHead)))
    return head(&table) != nil
  }

  private static let maxHead = 16 << 10
  private static let maxHeadRows = 12

  /// Reads the rows up to the header. Returns the title and the authors, or nil if the file has a different format.
  private static func head(_ table: inout CSVTable) -> (title: String, authors: String)? {
    var above: [String] = []
    while above.count < maxHeadRows, let row = table.next() {
      let filled = row.cells.filter { !$0.isEmpty }
      guard filled.count < 2 else { return nil }
      let text = filled.first ?? ""
      guard text.count > 10, text.allSatisfy({ $0 == "-" }) else {
        above.append(CleanText.collapse(text))
        continue
      }
      // The header is the next row that is not empty.
      while let header = table.next() {
        let names = header.cells.filter { !$0.isEmpty }
        if names.isEmpty { continue }
        guard names.count == 4, above.count > 1, !above[1].isEmpty, above[0].hasSuffix(":") || above[0].hasSuffix("：")
        else { return nil }
        let line = above.count > 2 && !above[2].contains("://") && !above[2].hasSuffix(":") ? above[2] : ""
        return (above[1], line.replacing(#/^(?:by|von|par|por|di|de|door)\s+/#.ignoresCase(), with: ""))
      }
      return nil
    }
    return nil
  }

  /// Splits a file into entries.
  init(_ bytes: [UInt8]) {
    var table = CSVTable(bytes)
    guard let (title, authors) = KindleTable.head(&table) else { return }
    while let row = table.next() {
      let cells = row.cells + Array(repeating: "", count: max(0, 4 - row.cells.count))
      if cells.allSatisfy(\.isEmpty) { continue }
      if !cells[2].isEmpty { stars += 1 }
      // The color is in parentheses.
      let kind = cells[0].prefix { $0 != "(" && $0 != "（" }.trimmed
      entries.append(
        KindleNotebook.Entry(
          texts: [authors.isEmpty ? title : "\(title) (\(authors))", "- \(kind) | \(cells[1])", "", cells[3]],
          line: row.line, range: row.range, chapter: nil, hasColor: cells[0].contains("(") || cells[0].contains("（")))
    }
  }
}
