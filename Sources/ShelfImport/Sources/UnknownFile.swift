import ShelfFormats
import ShelfText

/// Descriptions of files that no format recognizes, so that users know which file to look for instead.
enum UnknownFile {
  /// Returns a description of a file that starts in lowercase and has no period, or nil if nothing is known about the
  /// file.
  static func reason(_ file: SourceFile) -> String? {
    let probe = SourceProbe(file)
    if file.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) { return "the file is empty" }
    if probe.isDatabase { return "this database is damaged or from an unsupported program" }
    if let format = UnreadFormat.of(probe) { return format.reason }
    if file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      // In an archive, the name of each file precedes its contents.
      let head = String(decoding: file.bytes.prefix(4096), as: UTF8.self)
      if head.containsBytes("word/") || isDocument(file) {
        return "this is a text document without notes from Google Play Books, which could be imported"
      }
      if head.containsBytes("xl/") || head.containsBytes("opendocument.spreadsheet") || isSheet(file) {
        return "this is a spreadsheet; save it as CSV to import it"
      }
      return head.rangeOfBytes("books.") != nil
        ? "this Openreads backup is damaged or older than version 4; restore it in Openreads and export CSV, which can"
          + " be imported"
        : "this is an archive; unpack it, and import the files in it"
    }
    if file.bytes.starts(with: [0x1F, 0x8B]) {
      return
        "this archive is damaged or not from a BookWyrm account; unpack it, and import the files in it"
    }
    if file.bytes.starts(with: Array("%PDF".utf8)) { return "this is a PDF" }
    if probe.isJSON, probe.text.filter({ !$0.isWhitespace }) == "{}" {
      return "this response is empty: Open Library does not have the book"
    }
    if probe.contains("books#volumes") { return "this response from Google Books contains no book" }
    if probe.isJSON, probe.contains("@@@@@") {
      return "this part of an Openreads backup cannot be read; export CSV in Openreads, which can be imported"
    }
    if let items = probe.tree?.items, !items.isEmpty, items.allSatisfy({ $0.value.text != nil }) {
      return "this is a list of texts; use the format json to import them as titles"
    }
    if probe.has("Work Id", "Edition Id", "Bookshelf") {
      return
        "this is the reading log of Open Library, which has numbers but no titles. openlibrary.org provides a book as JSON by"
        + " its ISBN or number, and this JSON can be imported"
    }
    if probe.contains("\"inReplyToBook\"") {
      return
        "this is a single BookWyrm message without the title of the book; the archive of the account"
        + " contains it and can be imported"
    }
    if probe.contains("\"selector\"") || probe.contains("\"references\""), probe.contains("\"uri\"") {
      return "these are Hypothesis annotations of web pages, not books"
    }
    if probe.contains("kindle-sync:") || probe.contains("kindle-bookId:") {
      return
        "this is a note from Obsidian's Kindle plugin without a highlight; its source, My Clippings.txt, can be"
        + " imported"
    }
    if isPage(probe) { return "this is a web page" }
    let lines = probe.text.split(separator: "\n", omittingEmptySubsequences: false)
    return TextList.isDiary(lines) ? TextList.whyNoDiary : nil
  }

  static func isPage(_ probe: SourceProbe) -> Bool {
    probe.first == "<" && probe.text.prefix(4096).lowercased().contains("<html")
  }

  private static func isSheet(_ file: SourceFile) -> Bool {
    String(decoding: file.bytes.suffix(4096), as: UTF8.self).containsBytes("xl/workbook.xml")
  }

  /// Returns whether an archive is a Word document, judging by the list of file names at its end.
  private static func isDocument(_ file: SourceFile) -> Bool {
    String(decoding: file.bytes.suffix(4096), as: UTF8.self).containsBytes("word/document.xml")
  }
}
