import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// A list of books such as people type in a note or an e-mail, with one book per line: `- Dune by Frank Herbert`.
  static let list = ImportFormat(
    name: "list", title: "list of titles", summary: "lines such as - Dune by Frank Herbert, in a text or a note",
    origin: "your own note", isInFolders: false, isGeneric: true,
    recognizes: { probe in
      guard !probe.isDatabase, !probe.isJSON, probe.first != "<" else { return false }
      let items = probe.text.split(separator: "\n").compactMap { TextList.Item($0) }
      return items.count > 1 && items.count(where: { $0.author != nil }) * 5 >= items.count * 4
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let text = TextDecoding(file.bytes)
      batch.reportEncoding(text)
      let lines = String(decoding: text.bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        guard let item = TextList.Item(line) else { continue }
        batch.begin()
        var draft = Draft(.book, key: "")
        draft.line = index + 1
        draft.set(.title, item.title)
        if let author = item.author { draft.set(.author, FieldMapping.authors(author, line: index + 1, &batch)) }
        if item.isDone { draft.set(.status, "completed") }
        batch.add(GenericList.finished(draft, item.isDone ? [.title, .author, .status] : [.title, .author], options))
      }
      if batch.read == 0 { throw SourceError("no line begins with a hyphen, an asterisk or a number", in: file.path) }
    })
}

/// Lists with an item on each line.
enum TextList {
  /// The book on a line.
  struct Item {
    let title: String
    let author: String?
    /// Whether a box before the title is ticked.
    let isDone: Bool

    /// - Returns: nil for a line that is not an item of a list.
    init?(_ line: Substring) {
      var rest = line.drop { $0 == " " || $0 == "\t" }
      if let mark = rest.first, "-*+•".contains(mark) {
        rest = rest.dropFirst()
      } else {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        guard (1...4).contains(digits.count), rest.first == "." || rest.first == ")" else { return nil }
        rest = rest.dropFirst()
      }
      guard rest.first == " " || rest.first == "\t" else { return nil }
      var text = String(rest).trimmed
      let boxes = [("[x] ", true), ("[X] ", true), ("[ ] ", false)]
      let box = boxes.first { text.hasPrefix($0.0) }
      if let box { text = String(text.dropFirst(box.0.count)).trimmed }
      isDone = box?.1 ?? false
      // Markdown's emphasis or quotation marks around a title.
      let marks = "*_\"“”"
      func plain(_ text: some StringProtocol) -> String { String(text).trimmed.trimmingStart(marks).trimmingEnd(marks) }
      guard let by = text.ranges(of: " by ").last, by.lowerBound > text.startIndex else {
        title = plain(text)
        author = nil
        if title.isEmpty { return nil }
        return
      }
      title = plain(text[..<by.lowerBound])
      author = plain(text[by.upperBound...])
      if title.isEmpty || author?.isEmpty ?? true { return nil }
    }
  }
}
