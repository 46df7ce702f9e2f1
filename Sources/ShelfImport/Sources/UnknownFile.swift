import ShelfFormats
import ShelfText

/// Descriptions of files that no format recognizes, so that users know what to look for instead.
enum UnknownFile {
  /// Returns a description of a file, in lower case and without a period; nil if nothing is known about it.
  static func reason(_ file: SourceFile) -> String? {
    let probe = SourceProbe(file)
    if file.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) { return "the file is empty" }
    if probe.isDatabase { return "this database is damaged, or that of a program that is not known" }
    if let format = UnreadFormat.of(probe) { return format.reason }
    if let reason = QuoteColumns.reason(probe.firstRow, ImportOptions()) { return reason }
    if file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      // The names of an archive's files precede their contents.
      let head = String(decoding: file.bytes.prefix(4096), as: UTF8.self)
      if head.containsBytes("word/") || isDocument(file) {
        return "this is a text document; notes of Google Play Books can be imported, of which this has none"
      }
      if head.containsBytes("xl/") || head.containsBytes("opendocument.spreadsheet") || isSheet(file) {
        return "this is a spreadsheet; saved as CSV, it can be imported"
      }
      return head.rangeOfBytes("books.") != nil
        ? "this backup of Openreads is damaged, or older than version 4; restored there, Openreads exports CSV, which can"
          + " be imported"
        : "this is an archive; what is in it may be imported, once it is unpacked"
    }
    if file.bytes.starts(with: [0x1F, 0x8B]) {
      return
        "this archive is damaged, or is not one of a BookWyrm account; what is in it may be imported, once it is unpacked"
    }
    if file.bytes.starts(with: Array("%PDF".utf8)) { return "this is a PDF" }
    if probe.isJSON, probe.text.filter({ !$0.isWhitespace }) == "{}" {
      return "this is an empty answer: Open Library does not know the book"
    }
    if probe.contains("books#volumes") { return "this answer of Google Books holds no book" }
    if probe.isJSON, probe.contains("@@@@@") {
      return "this is of a backup of Openreads and does not read; Openreads exports CSV, which can be imported"
    }
    if let items = probe.tree?.items, !items.isEmpty, items.allSatisfy({ $0.value.text != nil }) {
      return "this is a list of texts; the format json takes them as titles"
    }
    if probe.has("Work Id", "Edition Id", "Bookshelf") {
      return "this is the reading log of Open Library, which has numbers but no titles; what it says of a book by its"
        + " ISBN, or by its number, comes as JSON from openlibrary.org, and can be imported"
    }
    if probe.contains("\"inReplyToBook\"") {
      return
        "this is a single message of BookWyrm, which does not say what the book is called; the archive of the account"
        + " does, and can be imported"
    }
    if probe.contains("\"selector\"") || probe.contains("\"references\""), probe.contains("\"uri\"") {
      return "these are annotations of Hypothesis, which are about web pages and not about books"
    }
    if probe.contains("kindle-sync:") || probe.contains("kindle-bookId:") {
      return
        "this is a note of the Kindle plugin of Obsidian without a highlight; what it was made of, My Clippings.txt, can be"
        + " imported"
    }
    return isPage(probe) ? "this is a web page" : nil
  }

  /// Returns whether a file is a web page.
  static func isPage(_ probe: SourceProbe) -> Bool {
    probe.first == "<" && probe.text.prefix(4096).lowercased().contains("<html")
  }

  private static func isSheet(_ file: SourceFile) -> Bool {
    String(decoding: file.bytes.suffix(4096), as: UTF8.self).containsBytes("xl/workbook.xml")
  }

  /// Returns whether an archive is a Word document; its file names are repeated at the end.
  private static func isDocument(_ file: SourceFile) -> Bool {
    String(decoding: file.bytes.suffix(4096), as: UTF8.self).containsBytes("word/document.xml")
  }
}
