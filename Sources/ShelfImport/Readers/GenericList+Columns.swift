import ShelfFormats
import ShelfModel
import ShelfText

extension GenericList {
  /// Decides which field each column of a table, or key of a tree, is mapped to.
  ///
  /// A column is mapped to the field that its name suggests, unless the user mapped it explicitly. Some decisions
  /// depend on several columns, or on all values of a column, so they are made before any row is read: `know`
  /// recognizes the tables of programs whose column names have a special meaning, `combineColumns` looks at all columns
  /// together, `measure` collects statistics about the values, and `settle` decides about columns whose meaning depends
  /// on these.
  struct Columns {
    private(set) var fields: [String: FieldHandle] = [:]
    private var counts: [String: (example: String, count: Int)] = [:]
    private var order: [String] = []
    private(set) var maps: [String: FieldHandle]
    let options: ImportOptions
    /// The fields of columns whose names have a special meaning in a known program's table. The value is nil for a
    /// column without a field.
    private var special: [String: FieldHandle?] = [:]
    /// The distributions of the values in rating columns.
    private var ratings: [String: Ratings] = [:]
    /// Whether the table is a catalogue that Calibre exported.
    private(set) var isCatalogue = false
    /// Whether names have the form `Last, First` and are separated by semicolons.
    private(set) var hasTurnedNames = false
    /// Whether columns have French names, so that `note` is a rating if it contains only numbers.
    private var isFrench = false
    private var areNotesRatings = true
    /// Statistics about the values of each column.
    private(set) var samples: [String: ColumnSample] = [:]
    /// The number of rows with each title.
    private(set) var titles: [String: Int] = [:]
    /// The column with the position in the series.
    private(set) var numberColumn: String?
    /// Remarks for the user about the assumed meanings of columns whose names are ambiguous.
    private var assumptions: [String] = []
    /// The columns with the given names and the family names of authors, if no column contains full names.
    private(set) var nameParts: (given: String, family: String)?
    var hasNameParts: Bool { nameParts != nil }
    /// Whether the rows are loans of books rather than books.
    private(set) var isRegister = false
    /// The reason why the rows are books although the columns are those of a list of loans.
    private var reasonForBooks: String?

    init(_ options: ImportOptions) {
      self.options = options
      maps = Dictionary(options.allMaps.map { (ColumnName.fold($0.column), $0.field) }, uniquingKeysWith: { $1 })
    }

    /// Returns the field of a column, or nil if the column is omitted.
    ///
    /// A guess is ignored if the user mapped another column to the same field.
    mutating func field(_ column: String, _ example: String) -> FieldHandle? {
      if counts[column] == nil {
        order.append(column)
        let said = maps[ColumnName.fold(column)] ?? options.declaredField(named: column, of: .book)
        let guess = (special[column] ?? guess(column)).flatMap { isMapped($0, besides: column) ? nil : $0 }
        // A loan only mentions its book, so other columns do not describe the book.
        fields[column] = isRegister ? maps[ColumnName.fold(column)] ?? LoanRegister.field(guess) : said ?? guess
      }
      if !example.isEmpty {
        counts[column] = (counts[column]?.example ?? example, (counts[column]?.count ?? 0) + 1)
      } else if counts[column] == nil {
        counts[column] = ("", 0)
      }
      return fields[column]
    }

    /// Returns whether the user mapped another column to a field. A column of classes only completes the borrowers.
    private func isMapped(_ field: FieldHandle, besides column: String) -> Bool {
      maps.contains {
        $0.value == field && (field != .lentTo || LoanRegister.isClass($0.key) == LoanRegister.isClass(column))
      }
    }

    /// Returns the columns that together contain the values of a field: those that the user mapped to a text field, the
    /// borrowers and their classes in a list of loans, and amounts and their currencies. Classes and currencies come
    /// last.
    mutating func joined(_ names: [String]) -> [FieldHandle: [String]] {
      var amounts: [FieldHandle: [String]] = [:]
      for name in names where maps[ColumnName.fold(name)] == nil {
        let currencies = ColumnName.fold(name + ShelfColumn.currencySuffix)
        guard let field = options.declaredField(named: name, of: .book),
          options.declaredType(of: field, .book) == .money,
          let other = names.first(where: { ColumnName.fold($0) == currencies }), isFree(other)
        else { continue }
        special[other] = field
        amounts[field] = [name, other]
      }
      if isRegister, hasBorrower(names) {
        for name in names where LoanRegister.isClass(name) { special[name] = .lentTo }
      }
      let texts = names.compactMap { name -> (FieldHandle, String)? in
        let mapped = maps[ColumnName.fold(name)]
        let field = mapped ?? (isRegister && special[name] ?? guess(name) == .lentTo ? .lentTo : nil)
        guard let field, mapped != nil || !isMapped(field, besides: name),
          let known = options.schema.field(field.key, of: .book), known.type == .text, !known.isLong, !known.has(.title)
        else { return nil }
        return (field, name)
      }
      let joined = Dictionary(grouping: texts) { $0.0 }.filter { $0.value.count > 1 }.mapValues { pairs in
        let names = pairs.map(\.1)
        return names.filter { !LoanRegister.isClass($0) } + names.filter(LoanRegister.isClass)
      }
      return joined.merging(amounts) { $1 }
    }

    private func guess(_ column: String) -> FieldHandle? {
      isFrench && areNotesRatings && ColumnName.fold(column) == "note" ? .rating : ColumnName.guess(column)
    }

    /// Recognizes the tables of programs by their headers. Some of their column names mean something else in other
    /// tables.
    mutating func know(_ header: [String]) {
      let names = Set(header)
      if names.isSuperset(of: ["Key", "Item Type", "Publication Year"]) {
        // In Zotero's tables, dates refer to publication, not to reading.
        special = [
          "Num Pages": .pages, "Pages": nil, "Date": .year, "Manual Tags": .genres, "Automatic Tags": .genres,
          "Publication Year": .year,
          "Place": .place, "Edition": .edition,
          "Extra": .notes, "Abstract Note": .synopsis, "Publication Title": nil, "Key": nil,
        ]
        numberColumn = "Series Number"
        hasTurnedNames = true
      } else if GenericList.isCatalogue(header) {
        // In Calibre's catalogue, ratings are out of five; only in the database are they out of ten.
        special = [
          "comments": .synopsis, "timestamp": .dateAdded, "languages": .language, "formats": .format,
          "series_index": nil, "uuid": nil, "identifiers": nil, "author_sort": nil, "title_sort": nil, "id": nil,
        ]
        isCatalogue = true
        numberColumn = "series_index"
      }
    }

    /// Interprets all columns together.
    ///
    /// In a table with a title column, a `name` column contains the authors if no other column does and its values look
    /// like `Last, First`. Otherwise the column is ignored. The position in a series may have a separate column.
    mutating func combineColumns(_ names: [String], _ example: (String) -> String) {
      func has(_ field: FieldHandle, but name: String = "") -> Bool {
        names.contains { $0 != name && (maps[ColumnName.fold($0)] ?? ColumnName.guess($0)) == field }
      }
      let isHeader = options.rows == .loans || LoanRegister.isHeader(names, maps)
      if !isHeader, let name = names.first(where: { ColumnName.fold($0) == "name" }), special[name] == nil,
        maps["name"] == nil, names.contains(where: { ColumnName.fold($0) == "title" })
      {
        special[name] = .some(!has(.author) && example(name).contains(", ") ? .author : nil)
      }
      isRegister = isHeader && options.rows != .books
      for (name, field) in LoanRegister.fields(of: names.filter(isFree), maps, isHeader: isHeader) {
        special[name] = field
      }
      let parts = names.filter { maps[ColumnName.fold($0)] == nil }
      if !has(.author), let given = parts.first(where: { ColumnName.isGivenName($0) == true }),
        let family = parts.first(where: { ColumnName.isGivenName($0) == false })
      {
        nameParts = (given, family)
      }
      isFrench = names.contains { ["titre", "auteur", "auteurs"].contains(ColumnName.fold($0)) } && !has(.rating)
    }

    /// Returns what has to be known about the rows of a table to decide whether they are loans. Returns nil if the
    /// columns show that they are books.
    func registerRows(_ names: [String]) -> LoanRegister.Rows? {
      if !isRegister || options.rows == .loans { return nil }
      let fields = names.compactMap { name in likelyField(name).map { (name, $0) } }
      return LoanRegister.Rows(Dictionary(fields, uniquingKeysWith: { first, _ in first }), copyColumns(names))
    }

    /// Decides whether the rows of a table are loans, once all rows are measured.
    mutating func settle(_ rows: LoanRegister.Rows?) {
      guard let reason = rows?.reasonForBooks else { return }
      isRegister = false
      reasonForBooks = reason
    }

    /// Returns the field of a column, before any row has been read.
    func likelyField(_ name: String) -> FieldHandle? {
      maps[ColumnName.fold(name)] ?? options.declaredField(named: name, of: .book) ?? special[name] ?? guess(name)
    }

    /// Decides about the columns whose meaning depends on their values, once all values are measured.
    mutating func settle(_ names: [String]) {
      func has(_ field: FieldHandle) -> Bool {
        names.contains { (maps[ColumnName.fold($0)] ?? ColumnName.guess($0)) == field }
      }
      for name in names where isFree(name) {
        let sample = samples[name] ?? ColumnSample()
        if ColumnName.asksWhetherRead(name), sample.hasYears, !has(.readings) { special[name] = FieldHandle.readings }
        if ColumnName.isShelf(name), !sample.areStates { special[name] = .some(place(names)) }
        if ColumnName.isPlace(name), !sample.isEmpty {
          settlePlace(name, sample, names, isOfEdition: [.publisher, .edition, .editionDate].contains(where: has))
        }
      }
      if numberColumn == nil { numberColumn = seriesNumber(names) }
      if isRegister, let name = copyColumn(names) { special[name] = .lentCopy }
    }

    /// Decides whether a column contains places of publication or the locations of the books, and records the
    /// assumption.
    ///
    /// If most values name boxes, shelves or rooms, the column contains locations. Otherwise, it contains places of
    /// publication. If another column describes the edition, this is certain enough to need no remark.
    private mutating func settlePlace(
      _ name: String, _ sample: ColumnSample, _ names: [String], isOfEdition: Bool
    ) {
      if sample.areStorage {
        let location = place(names)
        special[name] = .some(location)
        guard location != nil, let example = sample.storageExample else { return }
        assumptions.append(
          "“\(name)” is imported as the location of the books, because of values such as “\(CleanText.short(example))” "
            + "(use --map \(name)=place if it is the place of publication)")
      } else if !isOfEdition {
        let location = FieldHandle.location
        let isDeclared = options.declaredType(of: location, .book) != nil
        let how =
          isDeclared
          ? "use --map \(name)=\(location)"
          : "shelf library set fields.book.\(location).type=text, then --map \(name)=\(location)"
        assumptions.append(
          "“\(name)” is imported as the place of publication (if it is where the books stand: \(how))")
      }
    }

    /// Returns whether the field of a column depends only on the column's name and values, so that neither the user,
    /// the library nor a known program's table determines the field.
    private func isFree(_ name: String) -> Bool {
      maps[ColumnName.fold(name)] == nil && special[name] == nil
        && options.declaredField(named: name, of: .book) == nil
    }

    /// Returns the `location` field, which a library may declare for where the books are kept. Returns nil if the
    /// library does not declare it, or if another column is mapped to it.
    private func place(_ names: [String]) -> FieldHandle? {
      let location = FieldHandle.location
      guard options.declaredType(of: location, .book) != nil,
        !names.contains(where: {
          maps[ColumnName.fold($0)] == location || options.declaredField(named: $0, of: .book) == location
        })
      else { return nil }
      return location
    }

    /// Returns the column with the position in the series, if another column contains the series.
    private mutating func seriesNumber(_ names: [String]) -> String? {
      let hasSeries = names.contains { isFree($0) && ColumnName.guess($0) == .series }
      // With `--map Vol=series`, a column of numbers completes the column of series instead of replacing it.
      let mapped = names.first { maps[ColumnName.fold($0)] == .series }
      if let mapped {
        let isNumber = ColumnName.isSeriesNumber(mapped) || samples[mapped]?.areNumbers ?? false
        if hasSeries, isNumber {
          maps[ColumnName.fold(mapped)] = nil
          return mapped
        }
      } else if !hasSeries {
        return nil
      }
      for wanted in ColumnName.seriesNumbers {
        let found = names.first { name in
          ColumnName.fold(name) == wanted && isFree(name)
            && (wanted != "#" || !(samples[name]?.countsRows ?? false))
        }
        if let found { return found }
      }
      return nil
    }

    /// Returns which of two columns to omit if both are mapped to the title, the author, the year of first publication,
    /// or a declared field with a single value.
    ///
    /// The column with the clearer name is kept or, if both names are as clear, the first one. Returns nil if no other
    /// column is mapped to the field yet.
    ///
    /// - Parameter best: the best columns so far, by their fields.
    func columnToDrop(_ column: String, _ field: FieldHandle, _ text: String, _ best: inout [FieldHandle: String])
      -> String?
    {
      let isSingle = options.declaredType(of: field, .book).map { !$0.isList } ?? false
      guard isSingle || [.title, .author, .year].contains(field), !text.isEmpty else { return nil }
      guard let known = best[field], known != column else {
        best[field] = column
        return nil
      }
      if rank(known) <= rank(column) { return column }
      best[field] = column
      return known
    }

    /// Returns a rank for how clearly a column's name identifies its field. A lower rank is clearer.
    func rank(_ column: String) -> Int {
      maps[ColumnName.fold(column)] == nil ? ColumnName.rank(column) : -1
    }

    /// Records a value before rows are read, for the decisions that depend on all rows.
    mutating func measure(_ column: String, _ text: String) {
      if !(samples[column]?.isFull ?? false) { samples[column, default: ColumnSample()].add(text.trimmed) }
      let name = ColumnName.fold(column)
      if (maps[name] ?? ColumnName.guess(column)) == .title { titles[text.trimmed, default: 0] += 1 }
      let isNote = name == "note" && maps[name] == nil
      guard isNote || (maps[name] ?? ColumnName.guess(column)) == .rating else { return }
      if isNote, text.contains(where: { !$0.isNumber && !" .,/".contains($0) }) { areNotesRatings = false }
      guard let number = Double(text.trimmed.replacing(",", with: ".")), number > 0, number.isFinite else { return }
      ratings[column, default: Ratings(isNote: isNote)].add(number)
    }

    /// Returns the highest rating in the scale of a rating column, which represents five stars.
    func scale(_ column: String) -> Double { ratings[column]?.scale ?? 5 }

    /// Reports the scales of ratings, the field of each column, and the columns that were not imported.
    ///
    /// - Parameter numberColumn: the column that numbers the copies of a book.
    func reportUnread(_ batch: inout SourceBatch, numberColumn copies: String? = nil) {
      let scales = ratings.mapValues(\.scale).filter { $0.value > 5 && fields[$0.key] == .rating }
      for (column, scale) in scales.sorted(by: { $0.key < $1.key }) {
        batch.notes.append("“\(column)” of \(batch.file) is read as ratings out of \(Int(scale))")
      }
      batch.notes += assumptions
      if isRegister {
        batch.notes.append(
          "each row of \(batch.file) is imported as a loan of the book with its title (use --as books if the rows are "
            + "books)")
      } else if let reasonForBooks {
        batch.notes.append("each row of \(batch.file) is imported as a book, because \(reasonForBooks)")
      }
      for column in order {
        let (example, count) = counts[column] ?? ("", 0)
        let others: [String: FieldHandle] =
          isCatalogue
          ? ["uuid": .sources, "identifiers": .sources]
          : hasTurnedNames ? ["Key": .sources, "Publication Title": .notes] : [:]
        let field =
          fields[column] ?? (isNamePart(column) ? .author : column == numberColumn ? .series : others[column])
        batch.preview.append(SourceBatch.PreviewColumn(name: column, field: field?.key, example: example, count: count))
        if fields[column] == nil, count > 0, !isRead(column) {
          batch.leaveOut(column: column, count: count)
          let sample = samples[column] ?? ColumnSample()
          if isRegister || fields.values.contains(.lentTo) && CopyNumber.isOfBorrower(column) { continue }
          if hasTurnedNames, Columns.ofZotero.contains(column) { continue }
          if ColumnName.isPlace(column) {
            batch.suggest(.book, "text", for: column, as: FieldHandle.location.key)
          } else if !sample.countsRows || column == copies && batch.combinedRows > 0 {
            let isNumber = CopyNumber.isName(column) || column == copies
            batch.suggest(.book, isNumber ? "text" : sample.type(of: column), for: column)
          }
        }
      }
    }

    /// The columns of Zotero's tables that are about its own entries and files.
    private static let ofZotero: Set<String> = [
      "Item Type", "Date Modified", "Access Date", "File Attachments", "Link Attachments", "Library Catalog",
    ]

    /// Returns whether any entry has the column with this name.
    func has(_ column: String) -> Bool { order.contains { ColumnName.fold($0) == ColumnName.fold(column) } }

    /// Returns whether any entry has a column that is mapped to a field.
    func says(_ field: FieldHandle) -> Bool { fields.values.contains(field) }

    /// Returns whether a column is used although it has no field.
    private func isRead(_ column: String) -> Bool {
      column == numberColumn || isNamePart(column) || hasTurnedNames && ["Key", "Publication Title"].contains(column)
        || isCatalogue && ["uuid", "identifiers", "author_sort", "title_sort", "id"].contains(column)
    }

    private func isNamePart(_ column: String) -> Bool {
      nameParts.map { column == $0.given || column == $0.family } ?? false
    }

    /// Returns whether any column contains information about a book other than its title.
    func isBook(_ names: [String]) -> Bool {
      names.contains {
        $0 == NoteKey.id
          || [.author, .isbn, .rating, .status].contains(maps[ColumnName.fold($0)] ?? ColumnName.guess($0))
      }
    }

    func isMappedTitle(_ names: Set<String>) -> Bool { names.contains { maps[$0] == .title } }

    /// Returns whether any column names the people who have the books.
    func hasBorrower(_ names: [String]) -> Bool { names.contains { likelyField($0) == .lentTo } }

    func hasTitle(_ names: [String]) -> Bool {
      names.contains { (maps[ColumnName.fold($0)] ?? ColumnName.guess($0)) == .title }
    }
  }
}
