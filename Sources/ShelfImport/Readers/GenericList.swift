import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Reads lists and tables that do not belong to a particular program.
///
/// Each column of a table, or key of an entry, is mapped to the field that its name suggests, or that the user chose
/// with `--map`. `Columns` makes these decisions. A table is read twice, because the scale of its ratings depends on
/// all rows. In JSON and YAML, `BookTree` first finds the books.
///
/// At the end, `finished` fills in values that people omit from their lists. For example, a book with an end date has
/// been completed, and the editor replaces a missing author. There are no identifiers, so the key is a hash of the
/// title and the first author. Fields without a column are incomplete, because the list contains nothing about them.
enum GenericList {
  /// Returns whether a table has the columns of the catalogue that Calibre exports.
  static func isCatalogue(_ header: [String]) -> Bool {
    ["author_sort", "title_sort", "timestamp"].allSatisfy(header.contains)
  }

  /// Returns whether the first row of a table is the header of a list of books, of quotes from books, or of loans.
  static func isPlain(_ probe: SourceProbe) -> Bool {
    let maps = Dictionary(probe.maps.map { (ColumnName.fold($0.column), $0.field) }, uniquingKeysWith: { $1 })
    func has(_ field: FieldHandle) -> Bool {
      probe.firstRow.contains { (maps[ColumnName.fold($0)] ?? ColumnName.guess($0)) == field }
    }
    func isTitle(_ name: String) -> Bool {
      ["title", "booktitle", "titel", "titre", "titulo"].contains(Folding.letters(name))
    }
    // A single column is a list of titles if its name indicates this, and several columns may be a reading diary.
    let isTitles =
      probe.firstRow.count == 1 && isTitle(probe.firstRow[0])
      || probe.firstRow.contains(where: isTitle) && [.dateStarted, .dateCompleted, .readings].contains(where: has)
    // A column of ISBNs is clear evidence, as is a column whose name mentions books.
    let namesBooks = probe.firstRow.contains {
      ["booktitle", "bookname", "buchtitel", "titredulivre"].contains(Folding.letters($0))
    }
    if has(.isbn) || has(.title) && namesBooks { return true }
    var options = ImportOptions()
    options.maps = probe.maps
    if let columns = QuoteColumns(probe.firstRow, options), columns.isOfBooks { return true }
    if LoanRegister.isHeader(probe.firstRow, maps) { return true }
    let namesAuthors = probe.firstRow.contains { ColumnName.isGivenName($0, isNamed: true) != nil }
    return has(.title)
      && ([.author, .pages, .publisher].contains(where: has) || isTitles || namesAuthors
        || probe.firstRow.contains { maps[ColumnName.fold($0)] == .title })
  }

  /// Reads a table of books or quotes. Throws an error if no column is recognized as the title.
  static func readTable(
    _ file: SourceFile, _ header: [String], _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    let text = TextDecoding(file.bytes)
    let options = withMaps(options, header, &batch)
    let names = options.maps.map(\.column)
    let start = TableStart(text.bytes, names: names)
    for (column, _) in options.maps where !header.contains(where: { ColumnName.fold($0) == ColumnName.fold(column) }) {
      throw SourceError(
        "there is no column “\(column)”; the columns are \(header.filter { !$0.isEmpty }.joined(separator: ", "))",
        in: file.path)
    }
    if var quotes = QuoteColumns(header, options) {
      let places = [quotes.title, quotes.text].map { name in header.firstIndex(of: name) ?? 0 }
      var table = start.table(text.bytes)
      _ = table.next()
      while let row = table.next() {
        let cells = places.map { row.cells.indices.contains($0) ? row.cells[$0].trimmed : "" }
        quotes.measure(title: cells[0], text: cells[1])
      }
      guard let areQuotes = areQuotes(quotes, quotes.verdict(), options, in: file, &batch) else { return }
      if areQuotes { return try readQuotes(file, quotes, options, into: &batch) }
    } else if options.rows(of: file.path) == .quotes {
      throw SourceError(
        "no columns are recognized as the quote and the title of its book; use `--map COLUMN=text --map COLUMN=title`. "
          + "The columns are \(header.joined(separator: ", "))", in: file.path, line: 1)
    }
    var columns = Columns(options)
    columns.know(header)
    if columns.hasTurnedNames { batch.takeShelves(options, asKeywords: true) }
    columns.combineColumns(header) { _ in "" }
    guard columns.hasTitle(header) else {
      throw SourceError(
        "no column is recognized as the title; use `--map COLUMN=title`. The columns are \(header.joined(separator: ", "))",
        in: file.path, line: 1)
    }
    if options.rows == .loans, !columns.hasBorrower(header) {
      throw SourceError(
        "no column is recognized as the borrower; use `--map COLUMN=lentTo`. The columns are \(header.joined(separator: ", "))",
        in: file.path, line: 1)
    }
    var plain = options
    plain.maps = []
    var table = start.table(text.bytes)
    _ = table.next()
    var copies = columns.copyColumns(header)
    var register = columns.registerRows(header)
    let positions = Dictionary(zip(header, 0...), uniquingKeysWith: { first, _ in first })
    while let row = table.next() {
      if isTotal(row.cells) || divider(row.cells) != nil || row.cells.allSatisfy(\.isEmpty) { continue }
      for (name, cell) in zip(header, row.cells) { columns.measure(name, cell) }
      func cell(_ name: String) -> String {
        positions[name].flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil } ?? ""
      }
      copies.add(cell)
      register?.add(cell)
    }
    columns.settle(register)
    columns.settle(header)
    let joined = columns.joined(header)
    let numberColumn = copies.numbers().first
    try TableSource(names: names).read(file, plain, into: &batch) { row, batch in
      if isTotal(row.cells) {
        batch.skip("a row with totals, not a book", line: row.line)
        return nil
      }
      if let text = divider(row.cells) {
        batch.skip("a divider, not a book, “\(CleanText.short(text))”", line: row.line)
        return nil
      }
      if let reason = reasonToSkip({ row[$0] }) {
        batch.skip(reason, line: row.line)
        return nil
      }
      var draft = Draft(.book, key: "")
      draft.line = row.line
      var determinedFields: Set<FieldHandle> = []
      var best: [FieldHandle: String] = [:]
      row.knowAll()
      for (name, text) in row.all {
        guard let field = columns.field(name, text) else { continue }
        determinedFields.insert(field)
        let group = joined[field] ?? []
        if group.contains(name), name != group.first { continue }
        if let columnToDrop = columns.columnToDrop(name, field, text, &best) {
          batch.leaveOut(column: columnToDrop)
          if columnToDrop == name { continue }
        }
        if field == .author, let people = columns.authors(HTMLText.decodingEntities(text), line: row.line, &batch) {
          FieldMapping.set(field, people: people, in: &draft, column: name)
          continue
        }
        if field == .contributors, columns.hasTurnedNames {
          let role = ContributorRole(called: name)?.rawValue ?? ""
          let people = batch.contributors(HTMLText.decodingEntities(text), .turned, role: role, line: row.line)
          draft.add(field, people.map(\.description))
          continue
        }
        let classes = field == .lentTo ? group.filter(LoanRegister.isClass).map { row[$0].trimmed } : []
        let parts = group.map { row[$0].trimmed }.prefix(group.count - classes.count).filter { !$0.isEmpty }
        let type = options.declaredType(of: field, .book)
        // A currency without an amount is no value.
        if type == .money, let amount = group.first, row[amount].trimmed.isEmpty { continue }
        let value = group.isEmpty ? text : parts.joined(separator: " ")
        let texts = [columns.hasTurnedNames ? value.replacing("</p>; <p", with: "</p><p") : value]
        var cell = FieldMapping(column: name, texts: texts, line: row.line, scale: columns.scale(name))
        cell.type = type
        cell.set(field, in: &draft, &batch)
        for name in classes where !name.isEmpty { draft.addClass(name, hasPerson: !value.isEmpty) }
      }
      determinedFields.subtract(batch.unread.compactMap { columns.fields[$0] })
      if columns.hasNameParts { determinedFields.insert(.author) }
      // The latest reading is stored in separate fields.
      if determinedFields.contains(.readings) { determinedFields.formUnion([.dateStarted, .dateCompleted]) }
      if isTotal(draft) || draft[.title].isEmpty && isTotal(row.cells, alone: true) {
        batch.skip("a row with totals, not a book", line: row.line)
        return nil
      }
      columns.identify(&draft, options, &batch) { row[$0] }
      // In Zotero's tables, tags may state the status, and a line of the notes the citation key.
      if columns.hasTurnedNames {
        determinedFields.formUnion([FieldHandle.status, .citationKey].filter { !draft[$0].isEmpty })
      }
      draft.isLoan = columns.isRegister
      if columns.isRegister, let number = draft.first(.lentCopy), CopyNumber.isNumber(number) {
        draft.copyNumber = CopyNumbers.key(number)
      }
      if let numberColumn, !columns.isRegister, !columns.says(.copies) {
        // A number without a field of its own only shows that the row is another copy.
        if columns.fields[numberColumn] == nil { draft.copyNumber = CopyNumbers.key(row[numberColumn]) }
        draft.replace(.copies, [])
        determinedFields.insert(.copies)
      }
      draft.cells = row.cells.map(\.trimmed).hashValue
      if let person = draft.endedLoanWithoutDays {
        batch.note(
          "a loan that has ended, but without any day, was left out, “\(CleanText.short(person))”", line: row.line)
      }
      draft = finished(draft, determinedFields, options, &batch)
      // Loans with different numbers may belong to different books with the same title, so they are not combined.
      if draft.isLoan, !draft.copyNumber.isEmpty { draft.key += "/\(draft.copyNumber)" }
      return draft
    }
    columns.reportNumbers(numberColumn, &batch)
    columns.reportUnread(&batch, numberColumn: numberColumn)
    batch.countCopies()
  }

  /// Returns the options with the fields that the user assigned to the same columns at an earlier import, unless the
  /// user assigns any now.
  private static func withMaps(
    _ options: ImportOptions, _ header: [String], _ batch: inout SourceBatch
  ) -> ImportOptions {
    let columns = ImportChoices.columns(header)
    let declared = options.allMaps.dropFirst(options.maps.count).filter { header.contains($0.column) }
    let maps = options.maps.isEmpty ? options.rememberedMaps[columns] ?? [] : options.maps
    if !options.maps.isEmpty || !declared.isEmpty { batch.chosenMaps[columns] = maps + declared }
    guard options.maps.isEmpty, !maps.isEmpty else { return options }
    var options = options
    options.maps = maps.filter { _, field in
      FieldMapping.others.contains(field.key)
        || Kind.allCases.contains { options.schema.field(field.key, of: $0) != nil }
    }
    if options.maps.isEmpty { return options }
    let shown = options.maps.map { "“\($0.column)” as \($0.field.key)" }.joined(separator: ", ")
    batch.notes.append("\(shown), as at an earlier import of these columns (use --map to change this)")
    return options
  }

  /// Returns the reason for skipping a row that was deleted in its program or is not a book, or nil for any other row.
  static func reasonToSkip(_ cell: (String) -> String) -> String? {
    if FieldMapping.flag(cell("deleted")) == true { return "it was deleted there" }
    // papis keeps papers, and parts of books with separate titles, in the same files as books.
    let papis = cell("papis_id").isEmpty && cell("ref").isEmpty ? "" : cell("type")
    let type = [cell("item_type"), cell("Item Type"), papis].first { !$0.isEmpty } ?? ""
    if !type.isEmpty, !bookTypes.contains(type.lowercased().filter(\.isLetter)) {
      return "an entry of the type \(type), not a book"
    }
    let isPart =
      partTypes.contains(type.lowercased().filter(\.isLetter)) || type == "inbook" && !cell("booktitle").isEmpty
    if isPart, !(cell("Title") + cell("title")).isEmpty { return "an entry of the type \(type), not a book" }
    return EntryType.other(cell).map { "an entry of the type \($0), not a book" }
  }

  /// Returns whether a row adds up the rows above it, as people do in spreadsheets: its first filled cell says so, and
  /// only numbers follow.
  ///
  /// - Parameter isAlone: whether a row without numbers is one, too.
  static func isTotal(_ cells: [String], alone isAlone: Bool = false) -> Bool {
    var filled = cells.lazy.map(\.trimmed).filter { !$0.isEmpty }.makeIterator()
    guard let first = filled.next(), first.utf8.count < 40 else { return false }
    var words = Folding.words(first).filter { Int($0) == nil }[...]
    guard let head = words.popFirst(), totals.contains(head) || averages.contains(head) || head == "grand",
      words.allSatisfy({ totals.contains($0) || besideTotals.contains($0) })
    else { return false }
    // The number may also follow in the same cell: `Total books: 4`.
    var numbers = first.contains(":") && first.contains(where: \.isNumber) ? 1 : 0
    while let cell = filled.next() {
      guard Money(typed: cell) != nil || Money(typed: cell.trimmingEnd("%")) != nil else { return false }
      numbers += 1
    }
    return numbers > 0 || isAlone
  }

  /// Returns the text of a row that divides a table into sections, such as `--- NEW BOX ---` or `==== 1975 ====`, or
  /// nil for any other row. Such a row has a single cell, which starts with a line of signs, or only signs.
  static func divider(_ cells: [String]) -> String? {
    let filled = cells.lazy.map(\.trimmed).filter { !$0.isEmpty }
    guard let first = filled.first else { return nil }
    if filled.allSatisfy({ $0.utf8.count > 1 && !$0.contains { $0.isLetter || $0.isNumber } }) { return first }
    guard filled.count == 1, let sign = first.first, "-=*_#~+–—•".contains(sign) else { return nil }
    let rest = first.drop { $0 == sign }
    let count = first.count - rest.count
    return count > 2 || count == 2 && rest.hasPrefix(" ") ? first : nil
  }

  /// Words for other results below the columns of a spreadsheet. Without a number beside it, such a word is a title.
  private static let averages: Set<String> = [
    "average", "avg", "mean", "durchschnitt", "mittelwert", "moyenne", "promedio", "media", "count", "anzahl",
  ]

  /// The words that may follow a word for a total.
  private static let besideTotals: Set<String> = [
    "books", "bucher", "buecher", "titles", "titel", "copies", "exemplare", "value", "wert", "price", "preis", "cost",
    "pages", "seiten", "amount", "betrag", "eur", "euro", "usd", "of", "all", "livres", "libros", "in", "der",
  ]

  /// Returns whether a row without an author and an ISBN is titled like a total.
  private static func isTotal(_ draft: Draft) -> Bool {
    draft[.author].isEmpty && draft[.isbn].isEmpty && totals.contains(Folding.letters(draft.first(.title) ?? ""))
  }

  private static let totals: Set<String> = [
    "total", "totals", "sum", "grandtotal", "subtotal", "summe", "gesamt", "gesamtsumme", "insgesamt", "zwischensumme",
    "somme", "totale", "suma", "razem", "totaal",
  ]

  private static let partTypes: Set<String> = ["booksection", "incollection"]

  private static let bookTypes: Set<String> = [
    "book", "books", "booksection", "manuscript", "thesis", "report", "ebook", "booklet", "inbook", "incollection",
    "collection", "proceedings", "manual", "phdthesis", "mastersthesis", "techreport", "unpublished", "mvbook", "misc",
  ]

  /// Returns the draft with its key, and with the values that can be derived from other values, such as the status from
  /// the dates.
  ///
  /// - Parameter determinedFields: the fields to which columns or keys are mapped.
  static func finished(
    _ draft: Draft, _ determinedFields: Set<FieldHandle>, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    var draft = draft
    let title = draft.first(.title) ?? ""
    if draft[.status].isEmpty, !draft[.dateCompleted].isEmpty {
      let remark = [.notes, .review].compactMap { draft.first($0) }.first(where: ReadingStatus.saysAbandoned)
      draft.replace(.status, [remark == nil ? "completed" : "abandoned"])
      if let remark {
        batch.note("abandoned, not finished, because of the remark “\(CleanText.short(remark))”", line: draft.line)
      }
    }
    if draft[.status].isEmpty, !draft[.dateStarted].isEmpty { draft.replace(.status, ["inProgress"]) }
    if let ended = draft.first(.dateCompleted), let status = draft.first(.status), status != "completed" {
      draft.replace(.dateCompleted, [])
      draft.setReading(ReadingStatus(rawValue: status), started: draft.first(.dateStarted), ended: ended)
    }
    let earlier = draft[.readings].compactMap { DateInterval($0) }
    if earlier.count > 1 {
      // The latest reading comes last, regardless of the order in the list.
      let sorted = earlier.sorted { a, b in
        guard let first = a.end ?? a.start, let second = b.end ?? b.start else { return false }
        return first < second
      }
      draft.replace(.readings, sorted.map(\.description))
    }
    if draft.first(.status) == "completed", draft[.dateCompleted].isEmpty, draft[.dateStarted].isEmpty,
      let last = draft[.readings].last.flatMap({ DateInterval($0) })
    {
      draft.replace(.readings, draft[.readings].dropLast())
      draft.set(.dateStarted, last.start?.description)
      draft.set(.dateCompleted, last.end?.description)
    }
    if let last = draft[.readings].last.flatMap({ DateInterval($0) }), draft[.dateStarted].isEmpty {
      // A reading that is in progress, or was abandoned, is not an earlier reading.
      let isOpen = draft.first(.status) == "inProgress" && last.end == nil
      if isOpen || draft.first(.status) == "abandoned" {
        draft.replace(.readings, draft[.readings].dropLast())
        draft.set(.dateStarted, last.start?.description)
        if let end = last.end { draft.set(.dateAbandoned, end.description) }
      }
    }
    draft.arrangeLoans()
    // The editor of a book without an author is used as its author.
    if draft[.author].isEmpty {
      var people = People()
      people.add(draft[.contributors].map { Contributor($0) })
      people.nameByEditors()
      draft.set(.author, people.authors)
    }
    if draft[.series].isEmpty {
      let (plain, series) = SeriesName.split(title: title)
      if !series.isEmpty {
        draft.replace(.title, [plain])
        draft.set(.series, series)
      }
    }
    if !options.takesShelves { draft.replace(.genres, []) }
    if draft.key.isEmpty { draft.key = SourceKey.book(title, draft[.author]) }
    draft.markIncomplete(draft.fields.map(\.key).filter { !determinedFields.contains($0) })
    return draft
  }
}
