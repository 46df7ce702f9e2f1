import ShelfFormats
import ShelfModel

/// Reads tables that `shelf export quotes` wrote, whose values are stored unchanged.
///
/// The table has no ids, so that it can be edited as an ordinary table. A quote is recognized by its text and the book,
/// and the book by its title and authors, as in any list of quotes.
enum ShelfQuoteTable {
  static func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    try TableSource().read(file, options, into: &batch) { row, batch in
      row.knowAll()
      func cell(_ column: QuoteTable.Column) -> String { row[column.rawValue] }
      guard !cell(.text).isEmpty else {
        batch.skip("no quote", line: row.line)
        return nil
      }
      let authors = QuoteTable.items(cell(.author))
      // The key includes all authors, because different books may share a title and a first author.
      let bookKey = SourceKey.hash("book", cell(.book), authors.joined(separator: "; "))
      func key(_ parts: [String]) -> String {
        SHA1.shortHex(Array(([bookKey] + parts).joined(separator: "\u{1F}").utf8))
      }
      var quote = Draft(.quote, key: key([cell(.text)]))
      if let other = batch.draft(.quote, quote.key),
        (other.first(.page) ?? "", other.first(.location) ?? "") != (cell(.page), cell(.location))
      {
        // The same text may occur at several positions in a book.
        quote.key = key([cell(.text), cell(.page), cell(.location)])
      }
      (quote.isVerbatim, quote.hasNames) = (true, true)
      quote.set(.text, cell(.text))
      quote.set(.page, cell(.page))
      quote.set(.location, cell(.location))
      quote.set(.chapter, cell(.chapter))
      quote.set(.note, cell(.note))
      quote.set(.tags, QuoteTable.items(cell(.tags)))
      quote.set(.creationDate, valid(cell(.creationDate), line: row.line, &batch))
      if cell(.book).isEmpty {
        quote.leaveWithoutOwner()
        return quote
      }
      var book = Draft(.book, key: bookKey)
      (book.file, book.line, book.rows) = (batch.file, row.line, 0)
      book.set(.title, cell(.book))
      book.set(.author, authors)
      book.markEmptyIncomplete()
      quote.owner = Draft.Key(kind: .book, text: batch.add(book))
      return quote
    }
  }

  /// Returns a valid timestamp unchanged and converts other times. Reports any other text and returns nil.
  private static func valid(_ text: String, line: Int, _ batch: inout SourceBatch) -> String? {
    if text.isEmpty || FieldType.timestamp.read([text]) != nil { return text }
    return batch.moment(text, FieldHandle.creationDate.key, line: line)
  }
}
