import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// What a source holds: drafts of records, and what became of each of its rows.
package struct SourceBatch: Sendable {
  package let format: String
  /// The files that were read, as they were given.
  package var files: [String] = []
  /// What tells the files from others, by their paths.
  package var marks: [String: SourceMark] = [:]
  /// The number of rows or entries read.
  package private(set) var read = 0
  package private(set) var drafts: [Draft] = []
  package private(set) var problems: [ImportProblem] = []
  /// The number of rows that were left out and that were not taken; the rest are the drafts' rows.
  package private(set) var skipped = 0
  package private(set) var rejected = 0
  /// The columns that no field has, and the number of their cells that held something.
  package private(set) var leftOut: [String: Int] = [:]
  /// The columns of a table that is not known, and what they would become.
  package var preview: [PreviewColumn] = []
  /// What is to be known of the files, such as their encoding.
  package var notes: [String] = []
  /// The rows that were not taken, in the format of the source.
  package var rejects = Rejects()
  private var places: [Draft.Key: Int] = [:]
  /// The numbers of books that share a key, by their titles, and the last of them.
  private var numbers: [Draft.Key: (last: Int, byTitle: [String: [Int]])] = [:]
  /// The columns of the row that is being read whose values do not read.
  private(set) var unread: Set<String> = []

  /// How someone said that dates are written, and how the dates of the file that is being read show it.
  var saidStyle: DateStyle?
  /// The reader's time zone.
  package var localTime = LocalTime.utc
  private var order = DateOrder()
  /// The columns of files with days that were written otherwise.
  package private(set) var dates: [DateColumn] = []
  /// The authors of files that are perhaps not those which were meant.
  private var guesses: [String: NameGuesses] = [:]
  /// The columns of files of which was said that their ratings are rounded.
  var rounded: Set<[String]> = []

  /// Looks at how the file that is being read writes dates.
  mutating func measureDates(_ bytes: [UInt8]) { order = DateOrder(bytes) }

  /// In which order the file that is being read writes dates; nil if nothing says.
  var style: DateStyle? { saidStyle ?? order.style }

  /// Remembers that a date may be another one.
  mutating func unclear(_ text: String, _ dayFirst: String, _ monthFirst: String, _ column: String, line: Int?) {
    dates[place(ofDates: column)].note(
      DateColumn.Unclear(text: text, dayFirst: dayFirst, monthFirst: monthFirst, line: line))
  }

  /// Remembers what a date was written as.
  mutating func show(_ example: DateColumn.Example, in column: String) {
    dates[place(ofDates: column)].note(example)
  }

  private mutating func place(ofDates column: String) -> Int {
    if let place = dates.lastIndex(where: { $0.column == column && $0.file == file }) { return place }
    dates.append(DateColumn(file: file, column: column))
    return dates.count - 1
  }

  /// Says once for each file which of its dates may be others.
  mutating func tellDates() {
    var told: Set<String> = []
    for column in dates {
      guard let first = column.unclear, told.insert(column.file).inserted else { continue }
      let others = dates.filter { $0.file == column.file }.reduce(-1) { $0 + $1.unclearCount }
      let more = others > 0 ? "of it and \(others) more like it the year alone is taken" : "its year alone is taken"
      let problem =
        "“\(CleanText.short(first.text))” may be \(first.dayFirst) or \(first.monthFirst); \(more) (--dates dmy or mdy"
        + " says which it is)"
      problems.append(ImportProblem(.note, problem, file: column.file, line: first.line))
    }
  }

  /// Reads the authors in a text of which nothing says how names are written there, and remembers if they may be others.
  mutating func names(_ text: String, line: Int?) -> [String] {
    var (names, isGuess) = PersonName.read(text, .any)
    names.removeAll(where: PersonName.isSite)
    if isGuess { guesses[file, default: NameGuesses()].note(text, names, line: line) }
    return names
  }

  /// Says once for each file which of its authors may be others.
  mutating func tellNames() {
    for file in files {
      guard let guesses = guesses.removeValue(forKey: file) else { continue }
      problems.append(ImportProblem(.note, guesses.reason, file: file, line: guesses.line))
    }
  }

  /// The file that is being read.
  package var file = "" {
    didSet {
      files.append(file)
      rejects.beginFile()
    }
  }

  /// A column of a table that is not known.
  package struct PreviewColumn: Sendable {
    package let name: String
    /// The field that it becomes; nil if it is left out.
    package let field: String?
    package let example: String
    package let count: Int
  }

  /// The maximum number of rows, so that an import takes less than a gigabyte of memory.
  package static let mostRows = 100_000

  package init(format: String) { self.format = format }

  /// Makes the batch of drafts that a person has chosen, each with the name of its source for a file.
  package init(_ drafts: [Draft], format: String) {
    self.init(format: format)
    for draft in drafts {
      if draft.file != file { file = draft.file }
      begin()
      add(draft)
    }
  }

  /// Refuses a source that holds more than can be imported at once.
  func checkCount() throws(SourceError) {
    if read <= SourceBatch.mostRows { return }
    throw SourceError(
      "there are more than \(SourceBatch.mostRows.grouped) rows, which is the most that is imported at once; split it "
        + "into several files", in: file)
  }

  /// Counts a row.
  package mutating func begin() {
    read += 1
    unread = []
  }

  /// Returns the draft with a key that counts in all files.
  package func draft(_ kind: Kind, _ key: String) -> Draft? {
    places[Draft.Key(kind: kind, text: key)].map { drafts[$0] }
  }

  /// Hands the drafts over, so that they are nowhere else and can be changed in place.
  mutating func takeDrafts() -> [Draft] {
    defer { (drafts, places, numbers) = ([], [:], [:]) }
    return drafts
  }

  /// Changes the draft with a key.
  package mutating func change(_ kind: Kind, _ key: String, _ change: (inout Draft) -> Void) {
    guard let place = places[Draft.Key(kind: kind, text: key)] else { return }
    change(&drafts[place])
  }

  /// Adds a draft; a second one with the same key is put together with the first.
  ///
  /// - Parameter columns: the columns of its row.
  /// - Returns: the key that it has, which is another one if its own names another book.
  @discardableResult
  mutating func add(_ draft: Draft, _ columns: FieldColumns = .common) -> String {
    var draft = draft
    if draft.file.isEmpty { draft.file = file }
    if !unread.isEmpty {
      draft.leaveOpen(columns.fields(unread: unread))
      unread = []
    }
    if draft.kind == .book, draft.rows == 1, !draft.isVerbatim, let format = draft.first(.format),
      EntryType.isOtherFormat(format)
    {
      skip("an entry of the type \(CleanText.short(format)), not a book", line: draft.line)
      return draft.key
    }
    separate(&draft)
    let key = draft.keyInBatch
    guard let place = places[key] else {
      places[key] = drafts.count
      drafts.append(draft)
      return key.text
    }
    // Two rows of one file may tell of two readings of a book.
    if draft.kind == .book, draft.file == drafts[place].file { Draft.divideReadings(&drafts[place], &draft) }
    // What others copy is the first, whichever was read first.
    if draft.isPrimary, !drafts[place].isPrimary { swap(&drafts[place], &draft) }
    let (isNew, different) = drafts[place].absorb(draft, lists: SourceBatch.lists)
    if drafts[place].file != draft.file, !drafts[place].otherFiles.contains(draft.file) {
      drafts[place].otherFiles.append(draft.file)
    }
    guard draft.rows > 0 else { return key.text }
    let other = drafts[place].file == draft.file ? "" : " of \(drafts[place].file)"
    let first = drafts[place].line.map { "that of line \($0)\(other)" } ?? "an earlier one\(other)"
    if drafts[place].rows == 0 || isNew {
      drafts[place].rows += draft.rows
      if drafts[place].line == nil { drafts[place].line = draft.line }
    } else {
      skipped += draft.rows
      problems.append(
        ImportProblem(.skipped, "the same \(draft.kind.singular) as \(first)", file: draft.file, line: draft.line))
    }
    if !different.isEmpty {
      let fields = different.joined(separator: ", ")
      problems.append(
        ImportProblem(
          .value, "\(fields): not as in \(first), which is taken", file: draft.file, line: draft.line))
    }
    return key.text
  }

  /// Gives a book another key if its own is that of another book, as when an entry of BibTeX was copied.
  private mutating func separate(_ draft: inout Draft) {
    let title = draft.title.map(Folding.fold)
    guard draft.kind == .book, draft.id == nil, draft.statedID == nil, draft.rows > 0, let title else { return }
    let own = draft.key
    func isOther(_ number: Int) -> Bool {
      var key = draft.keyInBatch
      key.text = SourceKey.numbered(own, number)
      guard let other = places[key].map({ drafts[$0] }), other.rows > 0,
        other.isPrimary == draft.isPrimary, let first = other.title
      else { return false }
      // Each bibliography is a source of its own: what its entry is about, the library as the others leave it tells.
      if draft.isOfBibliography, draft.file != other.file { return true }
      if draft.isOfBibliography, Likeness(draft).contradictsMakers(of: Likeness(other)) { return true }
      return Folding.fold(first) != title || SourceBatch.isAnother(draft, than: other)
    }
    // Those of other titles need not be looked at one by one.
    let twins = numbers[draft.keyInBatch]?.byTitle[title]?.suffix(SourceBatch.mostTwins) ?? []
    guard isOther(1) else { return }
    let last = numbers[draft.keyInBatch]?.last ?? 1
    let number = twins.first { !isOther($0) } ?? last + 1
    if number > last {
      numbers[draft.keyInBatch, default: (1, [:])].last = number
      numbers[draft.keyInBatch, default: (1, [:])].byTitle[title, default: []].append(number)
    }
    let key = SourceKey.numbered(own, number)
    draft.rename(to: key)
    draft.sharedKey = own
    if draft.sources.isEmpty || self.draft(.book, own)?.file != draft.file { return }
    note("“\(CleanText.short(own))” names another book too; it is told by its title or author", line: draft.line)
  }

  /// How many books of one title and key a row is compared with.
  private static let mostTwins = 100

  /// Returns whether two rows without a number of their own, but with one title and first author, are about two books.
  private static func isAnother(_ draft: Draft, than other: Draft) -> Bool {
    guard draft.sources.isEmpty, other.sources.isEmpty, !draft.isVerbatim else { return false }
    let (first, second) = (Likeness(draft), Likeness(other))
    if first.makers != second.makers { return true }
    if let year = draft.first(.year), let known = other.first(.year), year != known { return true }
    if let number = first.number, let known = second.number { return number != known }
    return false
  }

  /// Fields whose values are put together when two rows tell of one record.
  private static let lists: Set<FieldHandle> = [.genres, .tags, .sources, .readings, .author]

  /// Leaves a row out, for a reason.
  package mutating func skip(_ reason: String, line: Int?) {
    skipped += 1
    problems.append(ImportProblem(.skipped, reason, file: file, line: line))
  }

  /// Does not take a row.
  ///
  /// - Parameter raw: the row as it is in the source.
  package mutating func reject(_ reason: String, line: Int?, raw: some Collection<UInt8> = []) {
    rejected += 1
    problems.append(ImportProblem(.rejected, reason, file: file, line: line))
    rejects.add(raw)
  }

  /// Names a value that could not be read.
  package mutating func leaveOut(_ column: String, _ text: String, _ reason: String, line: Int?) {
    unread.insert(column)
    problems.append(
      ImportProblem(.value, "\(column): “\(CleanText.short(text))” \(reason)", file: file, line: line))
  }

  /// Names something worth a look.
  package mutating func note(_ reason: String, line: Int?) {
    problems.append(ImportProblem(.note, reason, file: file, line: line))
  }

  /// Counts a cell of a column that no field has.
  package mutating func leaveOut(column: String, count: Int = 1) { leftOut[column, default: 0] += count }

  /// Says which encoding was found, if it is not the usual one.
  mutating func tell(_ text: TextDecoding) {
    measureDates(text.bytes)
    let place = text.oddLine.map { ", of which the first is on line \($0)" } ?? ""
    if let encoding = text.encoding { notes.append("\(file) is read as \(encoding.rawValue)\(place)") }
    if text.replaced > 0 {
      notes.append(
        "\(text.replaced) \(text.replaced == 1 ? "character" : "characters") of \(file) could not be decoded")
    }
  }
}
