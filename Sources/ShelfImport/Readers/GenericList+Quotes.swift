import ShelfFormats
import ShelfModel
import ShelfText

/// Reads lists of quotes that do not belong to a particular program.
extension GenericList {
  /// Decides whether the rows of a list are quotes. The user's choice takes precedence over the evidence.
  ///
  /// - Returns: nil if the rows could also be books, which is recorded in the batch.
  static func areQuotes(
    _ columns: QuoteColumns, _ verdict: QuoteColumns.Verdict, _ options: ImportOptions, in file: SourceFile,
    _ batch: inout SourceBatch
  ) -> Bool? {
    switch options.rows(of: file.path) {
    case .books?, .loans?: return false
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

  /// Returns the entries of a tree that is a list of quotes and may not name their books. Returns nil for any other
  /// tree.
  ///
  /// Each entry must contain the text of a quote and name its author.
  static func quotesWithoutTitles(_ value: JSONValue, _ options: ImportOptions) -> (QuoteColumns, [BookTree.Book])? {
    let lists = [value] + value.members.map(\.value)
    guard let list = lists.first(where: { !$0.items.isEmpty }), value.isArray || value.members.count < 10 else {
      return nil
    }
    let names = list.items.prefix(maxSample).flatMap { $0.value.members.filter { $0.value.text != nil }.map(\.key) }
    var distinct: Set<String> = []
    guard var columns = QuoteColumns(names.filter { distinct.insert($0).inserted }, options), columns.isAttribution,
      list.items.allSatisfy({ $0.value[columns.text]?.text?.isEmpty == false })
    else { return nil }
    for item in list.items {
      columns.measure(title: item.value[columns.title]?.text ?? "", text: item.value[columns.text]?.text ?? "")
    }
    guard columns.verdict() == .quotes || options.rows == .quotes else { return nil }
    return (columns, list.items.map { BookTree.Book(value: $0.value, line: $0.line, year: nil) })
  }

  private static let maxSample = 100

  static func readQuotes(
    _ file: SourceFile, _ columns: QuoteColumns, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    var plain = options
    plain.maps = []
    var list = QuoteDrafts(columns, options)
    try TableSource(names: options.maps.map(\.column)).read(file, plain, into: &batch) { row, batch in
      row.knowAll()
      return list.draft(row.all.map { ($0, [$1]) }, line: row.line, &batch) { reason, batch in
        batch.reject(reason, line: row.line, raw: row.raw)
      }
    }
    list.report(&batch)
  }
}

/// A list of quotes in an unknown format. Each row becomes a quote and, if it names a book, that book.
///
/// A book is identified by its title and author, and a quote by its book and its text, as in Readwise's highlights.
struct QuoteDrafts {
  private let columns: QuoteColumns
  private let options: ImportOptions
  private var fields: [String: (kind: Kind, field: FieldHandle)?] = [:]
  private var counts: [String: (example: String, count: Int)] = [:]
  /// Statistics about the values of columns without a field.
  private var samples: [String: ColumnSample] = [:]
  private var order: [String] = []

  init(_ columns: QuoteColumns, _ options: ImportOptions) {
    self.columns = columns
    self.options = options
  }

  /// Returns the quote of a row, and adds its book to the batch. Returns nil if the row was skipped or rejected.
  ///
  /// - Parameter reject: a function that rejects the row for a reason.
  mutating func draft(
    _ cells: [(name: String, texts: [String])], line: Int?, _ batch: inout SourceBatch,
    _ reject: (String, inout SourceBatch) -> Void
  ) -> Draft? {
    var quote = Draft(.quote, key: "")
    var book = Draft(.book, key: "")
    (quote.line, book.line, book.rows) = (line, line, 0)
    var attribution: Attribution?
    for (name, texts) in cells {
      let text = texts.joined(separator: ", ")
      if columns.isAttribution, name == columns.title {
        _ = self.field(name, text)
        attribution = Attribution(HTMLText.plain(text))
        continue
      }
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
    if columns.isAttribution, book[.title].isEmpty {
      book.set(.title, attribution?.title)
      if let author = attribution?.author, book[.author].isEmpty {
        book.set(.author, FieldMapping.authors(author, line: line, &batch))
      }
      if book[.title].isEmpty { return withoutBook(quote, attribution?.author ?? "") }
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
    // A book in another file may have the same title and author, so the batch determines the book's key.
    quote.owner = Draft.Key(kind: .book, text: batch.add(book))
    return quote
  }

  /// Returns the quote without a book. Its note names the person who said it.
  private func withoutBook(_ quote: Draft, _ author: String) -> Draft {
    var quote = quote
    if !author.isEmpty { quote.append(.note, paragraph: "— \(author)") }
    quote.key = SourceKey.hash(author, quote.first(.text) ?? "")
    quote.markEmptyIncomplete()
    quote.leaveWithoutOwner()
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
    if field == nil { samples[name, default: ColumnSample()].add(example.trimmed) }
    return field
  }

  /// Reports the field of each column, and the columns that were not imported.
  func report(_ batch: inout SourceBatch) {
    for name in order {
      let (example, count) = counts[name] ?? ("", 0)
      let field = fields[name].flatMap { $0?.field.key }
      batch.preview.append(SourceBatch.PreviewColumn(name: name, field: field, example: example, count: count))
      if field == nil, count > 0 {
        batch.leaveOut(column: name, count: count)
        let sample = samples[name] ?? ColumnSample()
        if !sample.countsRows { batch.suggest(.quote, sample.type(of: name), for: name) }
      }
      if field == FieldHandle.creationDate.key { suggestDate(name, &batch) }
    }
  }

  /// Reports how to import a column that contains only years or months, which cannot be stored as timestamps.
  private func suggestDate(_ name: String, _ batch: inout SourceBatch) {
    let isCoarse = batch.problems.contains { problem in
      problem.kind == .value && problem.file == batch.file && problem.reason.hasPrefix("\(name): ")
        && problem.reason.hasSuffix("needs")
    }
    guard isCoarse, let key = FieldSuggestion.key(for: name) else { return }
    batch.notes.append(
      "“\(name)” has dates without a day, which \(FieldHandle.creationDate) cannot store; a date field can: "
        + "shelf library set fields.quote.\(key).type=date")
  }
}

/// The author and the book of a quote, as written after its text: `— Jane Austen, *Emma*`.
struct Attribution {
  private(set) var author = ""
  private(set) var title = ""

  /// Divides `Author, Title`, `Author, *Title*`, `Author (Title)` and `Title by Author`. Anything else is an author.
  init(_ text: String) {
    let marks = "*_\"“”„«»‘’"
    func plain(_ text: some StringProtocol) -> String {
      String(text).trimmed.trimmingStart(marks).trimmingEnd(marks).trimmed
    }
    let text = CleanText.collapse(text).trimmingStart("—–-~ ").trimmed
    if text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex {
      (author, title) = (plain(text[..<open]), plain(text[text.index(after: open)...].dropLast()))
    } else if let comma = text.firstIndex(of: ",") {
      (author, title) = (plain(text[..<comma]), plain(text[text.index(after: comma)...]))
    } else if let by = text.ranges(of: " by ").last {
      (author, title) = (plain(text[by.upperBound...]), plain(text[..<by.lowerBound]))
    } else if let dash = text.firstMatch(of: #/\s[—–\-]\s/#) {
      (author, title) = (plain(text[..<dash.range.lowerBound]), plain(text[dash.range.upperBound...]))
    } else if let first = text.first, marks.contains(first) {
      title = plain(text)
    } else {
      author = text
    }
  }
}
