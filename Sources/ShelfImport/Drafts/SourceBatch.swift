import ShelfFormats
import ShelfModel
import ShelfText
import YAMLEdit

/// Everything that was read from the files of one format: drafts of records, and the outcome for each row.
///
/// The code for a format calls `begin` for each row and then `add`, `skip` or `reject`, so that the import can account
/// for every row. `add` combines drafts with the same key: two rows of an export may describe the same book, and the
/// batch reports differences between them. If two different books have the same key, as happens when a BibTeX entry is
/// copied, the second one gets a new key.
///
/// While values are converted, the batch collects information for the final report: values that could not be read,
/// dates and names that can be read in two ways, and columns without a field. Rejected rows are kept unchanged, so that
/// the user can correct and import them.
package struct SourceBatch: Sendable {
  package let format: String
  /// The paths of the files that were read, as the user gave them.
  package var files: [String] = []
  /// The checksums that identify the files, by their paths.
  package var checksums: [String: SourceChecksums] = [:]
  /// The number of rows or entries that were read.
  package private(set) var read = 0
  package private(set) var drafts: [Draft] = []
  package internal(set) var problems: [ImportProblem] = []
  /// The number of skipped rows, and the number of rejected rows. The drafts represent the remaining rows.
  package private(set) var skipped = 0
  package private(set) var rejected = 0
  /// The columns that have no field, and the number of nonempty cells in each of them.
  package private(set) var leftOut: [String: Int] = [:]
  /// Fields that the library could declare for columns without a field, in the order of the columns.
  package private(set) var suggestions: [FieldSuggestion] = []
  /// The columns of a table in an unknown format, and the fields that they would be mapped to.
  package var preview: [PreviewColumn] = []
  /// The files whose rows could be books or quotes; nothing was read from them.
  package var undecided: [Undecided] = []
  /// Remarks about whole files, such as their encoding.
  package var notes: [String] = []
  /// The rejected rows, in the format of the source.
  package var rejects = Rejects()
  var places: [Draft.Key: Int] = [:]
  /// For each key that several books share, the numbers that distinguish these books: the most recently assigned
  /// number, and the numbers by title.
  var numbers: [Draft.Key: (last: Int, byTitle: [String: [Int]])] = [:]
  /// The number of rows that are other editions or copies of a book in the same file.
  var otherEditions = 0
  /// The number of rows of the current file that are other copies of a book in an earlier row of the file, although the
  /// numbers of the copies have no field.
  private(set) var combinedRows = 0
  /// The columns of the current row whose values could not be read.
  var unread: Set<String> = []

  /// The order of day and month that the user specified, or nil to infer it from the file.
  var saidStyle: DateStyle?
  /// The fields of entries that the user mapped with `--map` and that have a value in at least one entry.
  var usedMaps: Set<String> = []
  /// Whether the format is for bibliographies, in which a year is often a copyright year or a range for several
  /// volumes.
  var isBibliography = false
  /// Whether shelves, tags and subjects become tags of books instead of genres.
  private(set) var takesShelvesAsTags = false
  /// Whether keywords become tags only by default, so that those that are genres of the library stay genres.
  private var hasKeywords = false
  /// The user's time zone.
  package var localTime = LocalTime.utc
  private var order = DateOrder()
  /// The order of day and month that the user chose at an earlier import of the format. It is used for files whose
  /// dates do not show their order.
  var rememberedStyle: DateStyle?
  /// The order that the user chose, if it mattered for any date.
  package private(set) var chosenStyle: DateStyle?
  /// The first date that was read in the remembered order.
  private var dateInRememberedOrder: String?
  /// The fields of columns that the user assigned with `--map`, by the columns of the table.
  var chosenMaps: [String: ImportChoices.Maps] = [:]
  /// The columns with dates that were not written in the stored format, and the dates that shelf read.
  package private(set) var dates: [DateColumn] = []
  /// The author names that can be read in two ways, by file.
  private var guesses: [String: NameGuesses] = [:]
  /// The notes of books, by the ids that they state.
  var notesByID: [RecordID: Draft] = [:]
  /// The files and columns whose rounded ratings have been reported.
  var rounded: Set<[String]> = []

  /// Determines what shelves, tags and subjects become in the current file. By default, the keywords of a bibliography
  /// become tags.
  mutating func takeShelves(_ options: ImportOptions, asKeywords areKeywords: Bool) {
    hasKeywords = areKeywords && options.shelves == nil
    takesShelvesAsTags = hasKeywords || options.shelves == .tags
  }

  /// Determines the order of day and month in the dates of the current file.
  mutating func measureDates(_ bytes: [UInt8]) { order = DateOrder(bytes) }

  /// The order of day and month in the current file: as the user specified it, as the file shows it, or as the user
  /// chose it at an earlier import. Nil if it is unknown.
  var style: DateStyle? { saidStyle ?? order.style ?? rememberedStyle }

  /// If the text is an ambiguous date, records the order that the user chose for it, now or at an earlier import.
  mutating func noteOrder(of text: String) {
    if saidStyle != nil, chosenStyle == nil, saidStyle != .ymd, DateParser.both(text) != nil { chosenStyle = saidStyle }
    if saidStyle == nil, order.style == nil, rememberedStyle != nil, dateInRememberedOrder == nil,
      DateParser.both(text) != nil
    {
      dateInRememberedOrder = text
    }
  }

  /// Records a date that can be read in two ways.
  mutating func unclear(_ text: String, _ dayFirst: String, _ monthFirst: String, _ column: String, line: Int?) {
    dates[place(ofDates: column)].note(
      DateColumn.Unclear(text: text, dayFirst: dayFirst, monthFirst: monthFirst, line: line))
  }

  /// Records how a date was written and read.
  mutating func show(_ example: DateColumn.Example, in column: String) {
    dates[place(ofDates: column)].note(example)
  }

  private mutating func place(ofDates column: String) -> Int {
    if let place = dates.lastIndex(where: { $0.column == column && $0.file == file }) { return place }
    dates.append(DateColumn(file: file, column: column))
    return dates.count - 1
  }

  /// Reports the dates in each file that can be read in two ways.
  mutating func reportAmbiguousDates() {
    if let date = dateInRememberedOrder, let style = rememberedStyle {
      notes.append(
        "dates such as “\(CleanText.short(date))” are read \(style == .mdy ? "month" : "day") first, as you chose before "
          + "(use --dates to change this)")
    }
    var reportedFiles: Set<String> = []
    for column in dates {
      guard let first = column.unclear, reportedFiles.insert(column.file).inserted else { continue }
      let others = dates.filter { $0.file == column.file }.reduce(-1) { $0 + $1.unclearCount }
      let more = others > 0 ? "for it and \(others) more like it, only the year is used" : "only its year is used"
      let problem =
        "“\(CleanText.short(first.text))” may be \(first.dayFirst) or \(first.monthFirst); \(more) (use --dates dmy or mdy"
        + " to choose)"
      problems.append(ImportProblem(.note, problem, file: column.file, line: first.line))
    }
  }

  /// The information from the names in the current row, kept until the row's book is added.
  var statements = NameStatements()
  /// The years, titles and fuller forms that were removed from names.
  var removed: [String] = []

  /// Records text whose authors can be read in two ways.
  mutating func noteGuess(_ text: String, _ names: [String], line: Int?) {
    guesses[file, default: NameGuesses()].note(text, names, line: line)
  }

  /// Reports the authors in each file that can be read in two ways.
  mutating func reportAmbiguousNames() {
    for file in files {
      guard let guesses = guesses.removeValue(forKey: file) else { continue }
      problems.append(ImportProblem(.note, guesses.reason, file: file, line: guesses.line))
    }
  }

  /// The path of the current file. Setting this property starts the next file.
  package var file = "" {
    didSet {
      files.append(file)
      rejects.beginFile()
      combinedRows = 0
    }
  }

  /// A file whose rows could be books or quotes.
  package struct Undecided: Sendable {
    package let file: String
    /// The column that may contain quotes.
    package let column: String
  }

  /// A column of a table in an unknown format.
  package struct PreviewColumn: Sendable {
    package let name: String
    /// The key of the field that the column is mapped to, or nil if there is none.
    package let field: String?
    package let example: String
    package let count: Int
  }

  /// The maximum number of rows, which keeps the memory use of an import below a gigabyte.
  package static let maxRows = 100_000

  package init(format: String) { self.format = format }

  /// Creates a batch of drafts that the user chose. The names of their sources take the place of file paths.
  package init(_ drafts: [Draft], format: String) {
    self.init(format: format)
    for draft in drafts {
      if draft.file != file { file = draft.file }
      begin()
      add(draft)
    }
  }

  /// Throws an error if there are more rows than can be imported at once.
  func checkCount() throws(SourceError) {
    if read <= SourceBatch.maxRows { return }
    throw SourceError(
      "there are more than \(SourceBatch.maxRows.grouped) rows, the limit for one import; split it "
        + "into several files", in: file)
  }

  /// Starts the next row, and counts it.
  package mutating func begin() {
    read += 1
    unread = []
    statements = NameStatements()
  }

  /// Returns the draft with the given key, which is not limited to a file, or nil if there is none.
  package func draft(_ kind: Kind, _ key: String) -> Draft? {
    places[Draft.Key(kind: kind, text: key)].map { drafts[$0] }
  }

  /// Moves the drafts out of the batch, so that the caller has the only copy and can change it in place.
  mutating func takeDrafts() -> [Draft] {
    defer { (drafts, places, numbers) = ([], [:], [:]) }
    return drafts
  }

  /// Changes the draft with the given key, which is not limited to a file, if there is one.
  package mutating func change(_ kind: Kind, _ key: String, _ change: (inout Draft) -> Void) {
    guard let place = places[Draft.Key(kind: kind, text: key)] else { return }
    change(&drafts[place])
  }

  /// Adds a draft, or combines it with an earlier draft that has the same key.
  ///
  /// - Parameter columns: the columns that determine the draft's fields.
  /// - Returns: the key of the draft, which is a new one if a different book already has the same key.
  @discardableResult
  mutating func add(_ draft: Draft, _ columns: FieldColumns = .common) -> String {
    var draft = draft
    if draft.file.isEmpty { draft.file = file }
    if draft.kind == .book { completeNames(of: &draft) }
    if !unread.isEmpty {
      draft.markIncomplete(columns.fields(unread: unread))
      unread = []
    }
    if draft.kind == .book, draft.rows == 1, !draft.isVerbatim, let format = draft.first(.format),
      EntryType.isOtherFormat(format)
    {
      skip("an entry of the type \(CleanText.short(format)), not a book", line: draft.line)
      return draft.key
    }
    if takesShelvesAsTags, draft.kind == .book, !draft.isVerbatim, !draft.hasOwnGenres {
      draft.moveGenresToTags()
    }
    if hasKeywords, draft.kind == .book, !draft.isVerbatim { draft.hasKeywords = true }
    if draft.isOnlyNote, add(noteOf: draft) { return draft.key }
    separate(&draft)
    let key = draft.keyInBatch
    guard let place = places[key] else {
      places[key] = drafts.count
      drafts.append(draft)
      return key.text
    }
    let isCombined = draft.isKnownByTitle && draft.rows > 0 && !draft.isLoan && draft.file == drafts[place].file
    let isRepeated = isCombined && draft.cells != nil && draft.cells == drafts[place].cells
    let isCopy = isCombined && !draft.copyNumber.isEmpty && drafts[place].addCopy(draft.copyNumber)
    if isCopy { combinedRows += draft.rows }
    let addsRemarks = isCombined && drafts[place].takeRemarks(of: &draft)
    // Two rows of a file may describe two readings of a book.
    if draft.kind == .book, draft.file == drafts[place].file { Draft.divideReadings(&drafts[place], &draft) }
    let hasLoan = draft.isLoan && drafts[place].takeLoans(of: &draft)
    // The original takes precedence, even if it was read second.
    if draft.isPrimary, !drafts[place].isPrimary { swap(&drafts[place], &draft) }
    let (isNew, different) = drafts[place].absorb(draft, lists: SourceBatch.lists)
    if drafts[place].file != draft.file, !drafts[place].otherFiles.contains(draft.file) {
      drafts[place].otherFiles.append(draft.file)
    }
    guard draft.rows > 0 else { return key.text }
    let other = drafts[place].file == draft.file ? "" : " of \(drafts[place].file)"
    let first = drafts[place].line.map { "the one in line \($0)\(other)" } ?? "an earlier one\(other)"
    let same = "the same \(isRepeated ? "row" : draft.kind.singular) as \(first)"
    let title = isCombined ? draft.title.map { ", “\(CleanText.short($0))”" } ?? "" : ""
    if drafts[place].rows == 0 || isNew || hasLoan || isCopy || addsRemarks {
      if drafts[place].line == nil {
        drafts[place].line = draft.line
      } else if let line = draft.line, drafts[place].rows > 0, drafts[place].file == draft.file {
        drafts[place].otherLines.append(line)
      }
      drafts[place].rows += draft.rows
      let effect = isCopy ? "counted as another copy" : "their values are combined"
      if isCombined { note("\(same)\(title); \(effect)", line: draft.line) }
    } else {
      skipped += draft.rows
      problems.append(ImportProblem(.skipped, same + title, file: draft.file, line: draft.line))
    }
    if !different.isEmpty {
      let fields = different.joined(separator: ", ")
      problems.append(
        ImportProblem(
          .value, "\(fields): different from \(first), which is used", file: draft.file, line: draft.line))
    }
    return key.text
  }

  /// Sets the number of copies of each book in the current file whose rows have different numbers of copies.
  mutating func countCopies() {
    for place in drafts.indices where drafts[place].file == file && drafts[place].copyNumbers.count > 1 {
      drafts[place].replace(.copies, [String(drafts[place].copyNumbers.count)])
    }
  }

  /// Fields whose values are combined when two rows describe the same record.
  private static let lists: Set<FieldHandle> = [.genres, .tags, .sources, .readings, .loans, .author]

  /// Skips a row that does not describe a record to import, without treating it as a mistake.
  ///
  /// - Parameter isPart: whether the row describes a part of a book.
  package mutating func skip(_ reason: String, isPart: Bool = false, line: Int?) {
    skipped += 1
    problems.append(ImportProblem(.skipped, reason, file: file, line: line, isPart: isPart))
  }

  /// Rejects a row.
  ///
  /// - Parameter raw: the row as it appears in the source.
  package mutating func reject(
    _ reason: String, line: Int?, column: Int? = nil, raw: some Collection<UInt8> = []
  ) {
    rejected += 1
    problems.append(ImportProblem(.rejected, reason, file: file, line: line, column: column))
    rejects.add(raw)
  }

  /// Reports a value that could not be read.
  package mutating func leaveOut(_ column: String, _ text: String, _ reason: String, line: Int?) {
    unread.insert(column)
    problems.append(
      ImportProblem(
        .value, "\(column): “\(CleanText.short(text))” \(reason)", file: file, line: line,
        value: ImportProblem.Value(column: column, text: text, reason: reason)))
  }

  /// Reports a value that is not valid for its field in a note, and the position of the value.
  mutating func leaveOut(_ field: String, _ reason: String, at place: Place) {
    problems.append(
      ImportProblem(.value, "\(field): \(reason)", file: file, line: place.line, column: place.column))
  }

  /// Reports a possible problem for the user to check.
  package mutating func note(_ reason: String, line: Int?) {
    problems.append(ImportProblem(.note, reason, file: file, line: line))
  }

  /// Reports something about the whole import, unless it has been reported.
  mutating func noteOnce(_ reason: String) { if !notes.contains(reason) { notes.append(reason) } }

  /// Counts the cells of a column that has no field.
  package mutating func leaveOut(column: String, count: Int = 1) { leftOut[column, default: 0] += count }

  /// Suggests a field for a column that has none.
  mutating func suggest(_ kind: Kind, _ type: String, for column: String, as key: String? = nil) {
    guard let suggestion = FieldSuggestion(kind, type, for: column, as: key) else { return }
    if suggestions.contains(where: { $0.kind == kind && $0.key == suggestion.key }) { return }
    suggestions.append(suggestion)
  }

  /// Returns the decoded text of a file, and reports its encoding.
  mutating func text(of file: SourceFile, hasMARC8: Bool = false) -> TextDecoding {
    let text = TextDecoding(file.bytes, hasMARC8: hasMARC8)
    reportEncoding(text)
    return text
  }

  /// Returns the lines of a text file, and reports its encoding.
  mutating func lines(of file: SourceFile) -> [String] {
    String(decoding: text(of: file).bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Reports an unusual encoding and characters that could not be decoded, and determines how the text writes dates.
  mutating func reportEncoding(_ text: TextDecoding) {
    measureDates(text.bytes)
    let place = text.oddLine.map { ", the first in line \($0)" } ?? ""
    if let encoding = text.encoding { notes.append("\(file) is read as \(encoding.rawValue)\(place)") }
    if text.undecodable > 0 {
      notes.append(
        "\(text.undecodable) \(text.undecodable == 1 ? "character" : "characters") of \(file) could not be decoded")
    }
  }
}
