import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The notes that Google Play Books keeps as a document in Google Drive.
  static let playBooks = ImportFormat(
    name: "play-books", title: "Google Play Books notes", summary: "highlights and notes as quotes (.docx)",
    origin: "Play Books > Settings > Save notes in Google Drive; there, download the document as .docx",
    recognizes: { probe in
      probe.first == "<" && probe.contains("<w:document")
        && (PlayBooks.areNotes(probe.file.bytes) || PlayBooks.areNotes(probe.file.companion ?? []))
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let links = file.companion.flatMap { try? XMLTree.parse(SourceFile(path: file.path, bytes: $0)) }
      let document = try XMLTree.parse(file)
      PlayBooks(links).read(document, into: &batch)
    })
}

/// Reads a document of notes.
///
/// The document starts with a table that names the book. Below each chapter heading, there is a table for each note,
/// with the highlighted text, the user's own words, the date, and a link to the page. A background color marks a
/// paragraph as highlighted text. The links contain Google's number for the book.
struct PlayBooks {
  /// The relevant files in the document, which is a ZIP archive: the text and the targets of its links.
  static let document = "word/document.xml"
  static let links = "word/_rels/document.xml.rels"

  /// Returns whether a file contains a link of the kind that Play Books adds to its notes.
  static func areNotes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { ByteSearch.contains(Array(mark.utf8), in: $0) }
  }

  private static let mark = "source=books-notes-export"

  /// The targets of links, by their ids in the document.
  private let targets: [String: String]

  init(_ links: XMLElement?) {
    targets = Dictionary(
      (links?.children ?? []).compactMap { link in
        link.attributes["Id"].flatMap { id in link.attributes["Target"].map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
  }

  func read(_ document: XMLElement, into batch: inout SourceBatch) {
    let body = document.child("body")?.children ?? []
    let tables = body.filter { $0.name == "tbl" }
    let head = tables.first.map { PlayBooks.paragraphs(in: $0) } ?? []
    guard let title = head.first?.text, !title.isEmpty else {
      batch.begin()
      return batch.reject("the document does not contain the title of the book", line: nil)
    }
    let authors = head.count > 1 ? FieldMapping.authors(head[1].text, line: nil, &batch) : []
    let number = number(in: document)
    let key = number ?? SourceKey.book(title, authors)
    var book = Draft(.book, key: key)
    book.rows = 0
    book.sources = [number.map { "google:\($0)" } ?? "play-books:\(key)"]
    book.set(.title, title)
    book.set(.author, authors)
    if head.count > 2 { book.set(.publisher, head[2].text) }
    book.markEmptyIncomplete()
    batch.add(book)
    var chapter: String?
    for element in body {
      if element.name == "p", PlayBooks.style(of: element) == "Heading2" {
        chapter = CleanText.collapse(PlayBooks.text(of: element))
      }
      for row in element.name == "tbl" ? element.all("tr") : [] {
        let cells = row.children.filter { $0.name == "tc" }
        if cells.count == 3 { take(cells, chapter, key, title, &batch) }
      }
    }
  }

  private func take(
    _ cells: [XMLElement], _ chapter: String?, _ book: String, _ title: String, _ batch: inout SourceBatch
  ) {
    batch.begin()
    var paragraphs = PlayBooks.paragraphs(in: cells[1])
    let day = paragraphs.popLast()?.text ?? ""
    let page = PlayBooks.paragraphs(in: cells[2]).map(\.text).joined(separator: " ")
    if paragraphs.isEmpty {
      return batch.skip("a bookmark, in “\(CleanText.short(title))”", line: nil)
    }
    func joined(_ isMarked: Bool) -> String {
      paragraphs.filter { $0.isMarked == isMarked }.map(\.text).joined(separator: "\n\n")
    }
    let (text, note) = (joined(true), joined(false))
    let key = SourceKey.hash(book, page, text.isEmpty ? note : text)
    var draft = Draft(quote: key, of: book, from: "play-books")
    draft.setMark(text, note: note)
    draft.set(.page, page)
    draft.set(.chapter, chapter)
    if let date = DateParser.day(day) {
      draft.set(.creationDate, date.description)
    } else {
      batch.leaveOut("date", day, "is not a date", line: nil)
    }
    if !text.isEmpty { batch.leaveOut(column: "color") }
    batch.add(draft)
  }

  // MARK: - The document

  private struct Paragraph {
    let text: String
    /// Whether the text has a background color, which marks highlighted text.
    let isMarked: Bool
  }

  /// Returns the non-empty paragraphs of an element, without the paragraphs of nested tables.
  private static func paragraphs(in element: XMLElement) -> [Paragraph] {
    element.children.flatMap { child -> [Paragraph] in
      if child.name != "p" { return child.name == "tbl" && element.name == "tc" ? [] : paragraphs(in: child) }
      let text = HTMLText.tidy(text(of: child)).trimmed
      if text.isEmpty { return [] }
      let runs = child.all("r").filter { !PlayBooks.text(of: $0).isEmpty }
      let fills = runs.compactMap { $0.child("rPr")?.child("shd")?.attributes["fill"] }
      return [Paragraph(text: text, isMarked: fills.contains { $0 != "auto" && $0.lowercased() != "ffffff" })]
    }
  }

  private static func style(of paragraph: XMLElement) -> String? {
    paragraph.child("pPr")?.child("pStyle")?.attributes["val"]
  }

  /// Returns the text of an element, with its line breaks.
  private static func text(of element: XMLElement) -> String {
    switch element.name {
    case "t": element.text
    case "br", "cr": "\n"
    case "tab": "\t"
    default: element.children.map { text(of: $0) }.joined()
    }
  }

  /// Returns Google's number for the book, which is in each link to a page, or nil if there is none.
  private func number(in document: XMLElement) -> String? {
    let links = document.all("instrText").lazy.map(\.text) + targets.sorted { $0.key < $1.key }.map(\.value)
    guard let link = links.first(where: { $0.contains(PlayBooks.mark) }) else { return nil }
    guard let value = link.split(whereSeparator: { "?&".contains($0) }).first(where: { $0.hasPrefix("id=") }) else {
      return nil
    }
    let number = String(value.dropFirst(3))
    return number.wholeMatch(of: /[A-Za-z0-9_-]{8,20}/) != nil ? number : nil
  }
}
