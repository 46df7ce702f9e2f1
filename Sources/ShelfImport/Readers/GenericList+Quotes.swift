import ShelfFormats
import ShelfModel
import ShelfText

/// Reads lists of quotes that belong to no particular program.
extension GenericList {
  /// Decides whether the rows of a list are quotes, by the user's choice or by the evidence.
  ///
  /// - Returns: nil if the rows could also be books, which is recorded in the batch.
  static func areQuotes(
    _ columns: QuoteColumns, _ verdict: QuoteColumns.Verdict, _ options: ImportOptions, in file: SourceFile,
    _ batch: inout SourceBatch
  ) -> Bool? {
    switch options.rowsOfFiles[file.path] ?? options.rows {
    case .books?: return false
    case .quotes?: return true
    case nil: break
    }
    if verdict == .either {
      batch.undecided.append(SourceBatch.Undecided(file: file.path, column: columns.text))
      return nil
    }
    if verdict == .quotes {
      batch.notes.append(
        "each row of \(file.path) is imported as a quote, because of its column “\(columns.text)” (use --as books if the "
          + "rows are books)")
    }
    return verdict == .quotes
  }

  /// Reads a table of quotes.
  static func readQuotes(
    _ file: SourceFile, _ header: [String], _ columns: QuoteColumns, _ options: ImportOptions,
    into batch: inout SourceBatch
  ) throws(SourceError) {
    var plain = options
    plain.maps = []
    var list = QuoteList(columns, options)
    try TableSource(names: options.maps.map(\.column)).read(file, plain, into: &batch) { row, batch in
      row.knowAll()
      return list.draft(row.all.map { ($0, [$1]) }, line: row.line, &batch) { reason, batch in
        batch.reject(reason, line: row.line, raw: row.raw)
      }
    }
    list.report(&batch)
  }
}

/// A list of quotes in an unknown format, whose rows become quotes and the books that these are from.
///
/// A book is identified by its title and author, and a quote by its book and its text, as in highlights of Readwise.
struct QuoteList {
  private let columns: QuoteColumns
  private let options: ImportOptions
  private var fields: [String: (kind: Kind, field: FieldHandle)?] = [:]
  private var counts: [String: (example: String, count: Int)] = [:]
  private var order: [String] = []

  init(_ columns: QuoteColumns, _ options: ImportOptions) {
    self.columns = columns
    self.options = options
  }

  /// Returns the quote of a row, and adds its book to the batch; nil if the row was skipped or rejected.
  ///
  /// - Parameter reject: rejects the row for a reason.
  mutating func draft(
    _ cells: [(name: String, texts: [String])], line: Int?, _ batch: inout SourceBatch,
    _ reject: (String, inout SourceBatch) -> Void
  ) -> Draft? {
    var quote = Draft(.quote, key: "")
    var book = Draft(.book, key: "")
    (quote.line, book.line, book.rows) = (line, line, 0)
    for (name, texts) in cells {
      let text = texts.joined(separator: ", ")
      guard let (kind, field) = self.field(name, text) else { continue }
      if field == .text {
        quote.set(.text, HTMLText.plain(text))
        continue
      }
      var value = FieldMapping(column: name, texts: texts, line: line)
      value.type = options.declaredType(of: field, kind)
      if kind == .quote { value.set(field, in: &quote, &batch) } else { value.set(field, in: &book, &batch) }
    }
    if quote[.text].isEmpty {
      batch.skip("no quote", line: line)
      return nil
    }
    guard let title = book.first(.title) else {
      reject("no title of a book", &batch)
      return nil
    }
    book.key = SourceKey.book(title, book[.author])
    book.markEmptyIncomplete()
    if !options.takesShelves { book.replace(.genres, []) }
    quote.key = SourceKey.hash(book.key, quote.first(.text) ?? "")
    quote.markEmptyIncomplete()
    book.file = batch.file
    // The book of another file may have the same title and author.
    quote.owner = Draft.Key(kind: .book, text: batch.add(book))
    return quote
  }

  private mutating func field(_ name: String, _ example: String) -> (kind: Kind, field: FieldHandle)? {
    let known = fields[name]
    let field = known ?? columns.field(name, options)
    if known == nil {
      fields[name] = .some(field)
      order.append(name)
    }
    let old = counts[name] ?? ("", 0)
    counts[name] = (old.example.isEmpty ? example : old.example, old.count + (example.isEmpty ? 0 : 1))
    return field
  }

  /// Reports what became of the columns.
  func report(_ batch: inout SourceBatch) {
    for name in order {
      let (example, count) = counts[name] ?? ("", 0)
      let field = fields[name].flatMap { $0?.field.key }
      batch.preview.append(SourceBatch.PreviewColumn(name: name, field: field, example: example, count: count))
      if field == nil, count > 0 { batch.leaveOut(column: name, count: count) }
    }
  }
}
