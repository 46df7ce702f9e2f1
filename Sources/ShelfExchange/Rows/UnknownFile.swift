import ShelfText

/// What a file is that no format takes, as far as it can be told, so that a person knows what to look for instead.
enum UnknownFile {
  /// Returns what is known of a file, in lower case, without a period; nil if nothing is.
  static func reason(_ file: SourceFile) -> String? {
    let probe = SourceProbe(file)
    if file.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) { return "the file is empty" }
    if probe.isDatabase { return "this database is damaged, or that of a program that is not known" }
    if file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      // The names in an archive stand before what they hold.
      let head = String(decoding: file.bytes.prefix(4096), as: UTF8.self)
      return head.rangeOfBytes("books.") != nil
        ? "this is a backup of Openreads, of which there are several kinds; Openreads exports CSV, which can be imported"
        : "this is an archive; what is in it may be imported, once it is unpacked"
    }
    if file.bytes.starts(with: [0x1F, 0x8B]) {
      return "this is an archive; of BookWyrm, the CSV export can be imported"
    }
    if probe.isJSON, probe.text.filter({ !$0.isWhitespace }) == "{}" {
      return "this is an empty answer: Open Library does not know the book"
    }
    if probe.contains("\"selector\""), probe.contains("\"uri\"") {
      return "these are annotations of Hypothesis, which are about web pages and not about books"
    }
    if probe.contains("kindle-sync:") || probe.contains("kindle-bookId:") {
      return "this is a note of the Kindle plugin of Obsidian; what it was made of, My Clippings.txt, can be imported"
    }
    return nil
  }
}
