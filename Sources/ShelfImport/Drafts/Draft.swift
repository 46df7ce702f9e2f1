import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// The text values of fields, in a draft or in an entry of an `ImportBase`.
package typealias FieldTexts = [FieldHandle: [String]]

extension FieldTexts {
  /// The text values of a field from a kind's table.
  subscript(field: Field) -> [String]? {
    get { self[FieldHandle(field)] }
    set { self[FieldHandle(field)] = newValue }
  }

  var withoutEmpty: FieldTexts { filter { !$0.value.isEmpty } }
}

/// A record as described by a source, before shelf has looked for it in the library.
///
/// The code for a format creates a draft for each row or entry and sets its fields to plain text, with names instead of
/// references. `SourceBatch.add` combines drafts that have the same key. `ImportRun` then finds the record that each
/// draft describes, or creates a new one.
///
/// For each field, a draft distinguishes three cases: `fields` has no entry if the source does not know the field, an
/// empty list if the source states that the field is empty, and text values if the field has a value. In addition, a
/// field is *incomplete* if the source may not describe it completely, for example because a column is missing or a
/// value could not be read. Without this distinction, importing a file with fewer columns would delete values from the
/// library.
package struct Draft: Sendable {
  /// A key by which a source identifies a record.
  package struct Key: Hashable, Sendable {
    package let kind: Kind
    package var text: String
    /// The file that the key is limited to, or an empty string if it applies to all files.
    ///
    /// This is a path during an import, and the checksum of a path in an `ImportBase`.
    package var file = ""

    /// Returns the key limited to one file, for use when several files have the same key.
    func of(_ file: String) -> Key { Key(kind: kind, text: text, file: file) }
  }

  package let kind: Kind
  /// The identifier of the record in its source, which stays the same from one import to the next.
  package var key: String
  /// The id for a new record that is created from this draft, or nil until it has been computed.
  package var newID: RecordID?
  /// The text values of each field that the source describes. If a field is empty in the source, its list is empty.
  ///
  /// References are names or, in a draft with `hasReferences`, ids.
  package private(set) var fields: FieldTexts = [:]
  /// The fields that the source may not describe completely: a column or a cell is missing, or cannot be read.
  ///
  /// A record that an earlier import created keeps its values in these fields, although lists may gain items.
  package private(set) var incomplete: Set<FieldHandle> = []
  /// The values of the record's `sources` field, such as `goodreads:13642`.
  package var sources: [String] = []
  /// The key of the draft that this one belongs to, such as the book of a quote.
  package var owner: Key?
  /// The file that describes the record, and the line in that file, counted from 1. The line is nil in a database.
  package var file = ""
  package var line: Int?
  /// The lines of the other rows of the file that were combined with this one.
  var otherLines: [Int] = []
  /// The column of the id in `line`, counted from 1, if a note states an id.
  var column: Int?
  /// The number of rows in the source that the draft represents, or 0 for a book that the source only mentions, such as
  /// the book of a highlight.
  package var rows = 1
  /// Whether the text of a quote is a note without a highlight, which was written by the user rather than the author.
  ///
  /// The batch adds such a note to the `bookNotes` of its book.
  var isOnlyNote = false
  /// Whether the row is a loan, which only mentions its book.
  var isLoan = false
  /// The number of the copy, in the form for comparing numbers. It is empty if a field contains the number, unless the
  /// row is a loan.
  var copyNumber = ""
  /// The numbers of the copies whose rows were combined, with that of this row.
  var copyNumbers: Set<String> = []
  /// A hash of the cells of the row, which shows that two rows are equal.
  var cells: Int?
  /// The user's notes about the book as a whole.
  var bookNotes: [BookNote] = []
  /// The fields that the library declares as lists. Like genres, their values add up.
  var declaredLists: Set<FieldHandle> = []
  /// The fields whose text consists of the remarks of several rows.
  var joinedRemarks: Set<FieldHandle> = []
  /// The date of the reading that a remark is about, if other rows of the book have no remark.
  private var remarkDays: [FieldHandle: String] = [:]
  /// The number of times that the book was read, for sources that count readings but may state the dates of only one
  /// reading.
  var readCount: Int?
  /// The fields that the user named, either with `--map` or in a column heading.
  var namedFields: Set<FieldHandle> = []
  /// Whether the source has separate columns for genres and tags, in which case none of the genres is a shelf.
  var hasOwnGenres = false
  /// Whether the tags are keywords of a bibliography, some of which may be genres of the library.
  var hasKeywords = false
  /// Whether the source is the original that other sources copy. A copy does not replace a value from the original.
  package var isPrimary = false
  /// A field whose text only gets longer over time, followed by the fields that change along with it.
  ///
  /// If the text is shorter than at the last import, it comes from an older state of the source, and none of these
  /// fields is imported.
  package var growing: [FieldHandle] = []
  /// Whether the user wants a new record for the draft, even if the library has a similar record.
  package var isNew = false
  /// Whether the draft comes from a shelf library, so that its text values are stored unchanged.
  package var isVerbatim = false
  /// Whether references are names although the draft is verbatim, as in notes and tables of quotes.
  var hasNames = false

  /// The key that the source uses, if another book has the same key and `key` was changed to distinguish them.
  var sharedKey: String?
  /// Whether the row has been reported as another edition or copy of a book in the same file.
  var isOtherEdition = false
  /// The record's id, if it comes from a shelf library.
  package var id: RecordID?
  /// The id of the book, as stated by a note that shelf exported.
  var statedID: RecordID?
  /// Whether the draft is a note that has not been edited since shelf exported it, so that it cannot contain anything
  /// new.
  var isUntouched = false
  /// All fields of a record from a shelf library. Fields that this library does not declare are stored unchanged.
  package var exportedFields: [(key: String, value: JSONValue)] = []
  /// The cells with the names of referenced records in a table that shelf exported, by the key of the field.
  var nameColumns: [String: String] = [:]
  /// Other files that also describe the record.
  package var otherFiles: [String] = []
  /// The reason for rejecting drafts that belong to this book if no source states its title.
  package var reasonWithoutTitle: String?
  /// The sort forms that the source states and that cannot be guessed, by name.
  package var sortForms: [String: String] = [:]
  /// The record that the user chose for this draft.
  package var about: RecordID?
  /// The values that the user entered for a new record. They take precedence over the source's values.
  package var given: [Assignment] = []

  package init(_ kind: Kind, key: String) {
    self.kind = kind
    self.key = key
  }

  /// Creates the draft of a book with a key that is unique in its source. If the source has no key, a key is made from
  /// the title and the first author.
  ///
  /// - Parameter rows: 0 if the source only mentions the book.
  init(book key: String, _ title: String, _ authors: [String], from source: String, line: Int? = nil, rows: Int = 1) {
    self.init(.book, key: key.isEmpty ? SourceKey.book(title, authors) : key)
    if !key.isEmpty { sources = ["\(source):\(key)"] }
    (self.line, self.rows) = (line, rows)
  }

  /// Creates the draft of a quote with a key that is unique in its source.
  ///
  /// - Parameter book: the key of the quote's book.
  init(quote key: String, of book: String, from source: String, line: Int? = nil, rows: Int = 1) {
    self.init(.quote, key: key)
    owner = Key(kind: .book, text: book)
    sources = ["\(source):\(key)"]
    (self.line, self.rows) = (line, rows)
  }

  package subscript(field: FieldHandle) -> [String] { fields[field] ?? [] }

  package func first(_ field: FieldHandle) -> String? { fields[field]?.first }

  /// The text of the field that names records of its kind, or nil if the source does not provide it.
  package var title: String? { first(FieldHandle(kind.fields[kind.titleIndex])) }

  /// Sets a field to one text value. Nil or an empty string means that the source has no value for the field.
  package mutating func set(_ field: FieldHandle, _ text: String?) {
    guard let text, !text.isEmpty else { return set(field, []) }
    set(field, [text])
  }

  /// Sets a field to text values. An empty list does not replace existing values.
  package mutating func set(_ field: FieldHandle, _ texts: [String]) {
    if texts.isEmpty, fields[field] != nil { return }
    replace(field, texts)
  }

  /// Marks the record as deliberately having no owner, such as a quote that does not come from a book.
  mutating func leaveWithoutOwner() {
    if let owner = kind.field(.owner) { exportedFields.append((owner.key, .null)) }
  }

  /// Sets a highlight and the note about it. Without a highlight, the text is the user's own (`isOnlyNote`).
  mutating func setMark(_ text: String, note: String) {
    set(.text, text.isEmpty ? note : text)
    set(.note, text.isEmpty ? nil : note)
    isOnlyNote = text.isEmpty
  }

  /// Marks each of these fields as incomplete if the draft contains it.
  package mutating func markIncomplete(_ fields: some Sequence<FieldHandle>) {
    incomplete.formUnion(fields.filter { self.fields[$0] != nil })
  }

  /// Marks all empty fields as incomplete, for sources that omit unknown values.
  package mutating func markEmptyIncomplete() { markIncomplete(fields.filter(\.value.isEmpty).map(\.key)) }

  /// Marks empty fields as incomplete if an entry has no key for them. Use this for sources whose entries contain only
  /// known values.
  ///
  /// - Parameter keys: the keys for fields that have a different name in the source.
  package mutating func leaveAbsentOpen(_ keys: [FieldHandle: [String]], has: (String) -> Bool) {
    markIncomplete(
      fields.filter { field, texts in texts.isEmpty && !(keys[field] ?? [field.key]).contains(where: has) }.map(\.key))
  }

  /// Sets a field to text values, replacing any previous values.
  package mutating func replace(_ field: FieldHandle, _ texts: [String]) { fields[field] = texts }

  /// Removes a field, as if the source did not mention it.
  mutating func remove(_ field: FieldHandle) { fields[field] = nil }

  /// Adds text values to a list, without duplicates.
  package mutating func add(_ field: FieldHandle, _ texts: [String]) {
    var all = fields[field] ?? []
    if all.isEmpty, texts.count == 1 {
      fields[field] = texts[0].isEmpty ? [] : texts
      return
    }
    // Spellings that differ in accents stay separate here. `NameTable` decides which genre or tag each spelling
    // represents, and reports this.
    let isName = field == .genres || field == .tags
    func form(_ text: String) -> [UInt8] { isName ? Folding.accented(text) : Array(Folding.fold(text).utf8) }
    var known = Set(all.map(form))
    for text in texts where !text.isEmpty && known.insert(form(text)).inserted { all.append(text) }
    fields[field] = all
  }

  /// Makes tags of the genres. If the genres are incomplete, so are the tags.
  mutating func moveGenresToTags() {
    guard let genres = fields[.genres] else { return }
    add(.tags, genres)
    if incomplete.contains(.genres) { incomplete.insert(.tags) }
    replace(.genres, [])
  }

  /// Adds a paragraph to long text, unless the text already contains it. An empty paragraph means that the source has
  /// nothing to add.
  package mutating func append(_ field: FieldHandle, paragraph: String) {
    if paragraph.isEmpty { return set(field, []) }
    let old = first(field) ?? ""
    if old.contains(paragraph) { return }
    fields[field] = [old.isEmpty ? paragraph : old + "\n\n" + paragraph]
  }

  /// Adds the data that another row contains about the same record.
  ///
  /// If both have a value for a field, lists are combined, and any other value of this draft is kept.
  ///
  /// - Returns: whether the other row added anything, and the keys of fields whose values differ.
  package mutating func absorb(_ other: Draft, lists: Set<FieldHandle>) -> (isNew: Bool, different: [String]) {
    var (isNew, different): (Bool, [String]) = (false, [])
    namedFields.formUnion(other.namedFields)
    // A field is complete if either of the rows describes it completely.
    incomplete = incomplete.filter { other.fields[$0] == nil || other.incomplete.contains($0) }
      .union(other.incomplete.filter { fields[$0] == nil })
    for (field, texts) in other.fields where !texts.isEmpty {
      let mine = fields[field] ?? []
      if mine.isEmpty {
        replace(field, texts)
        exportedFields.removeAll { $0.key == field.key }
        exportedFields += other.exportedFields.filter { $0.key == field.key }
        isNew = true
      } else if lists.contains(field) || declaredLists.contains(field) {
        add(field, texts)
        if self[field] != mine {
          isNew = true
          // The ids now come from both rows, so the names of one row no longer match them.
          nameColumns[field.key] = nil
        }
      } else if mine != texts {
        different.append(field.key)
      }
    }
    sortForms.merge(other.sortForms, uniquingKeysWith: { first, _ in first })
    if let count = other.readCount { readCount = max(readCount ?? 0, count) }
    for source in other.sources where !sources.contains(source) { sources.append(source) }
    bookNotes += other.bookNotes.filter { !bookNotes.contains($0) }
    return (isNew, different.sorted())
  }
}

extension Draft {
  /// The number of rows in the source that the draft represents, including notes about the book as a whole.
  var count: Int { rows + bookNotes.count }

  /// Whether references are ids, as in the records of a shelf library.
  var hasReferences: Bool { isVerbatim && !hasNames }

  /// The key of the draft within a batch.
  ///
  /// If a book's source has no identifier for it, or if a note states its id, the book is stored separately for each
  /// file, because only the library can show whether another file refers to the same book.
  var keyInBatch: Key {
    let isOfFile = kind == .book && id == nil && (statedID != nil || sources.isEmpty)
    return Key(kind: kind, text: key, file: isOfFile ? file : "")
  }

  /// Adds the number of another copy, and returns whether it differs from those of the other rows. Two readings of a
  /// book do not show that there are two copies.
  mutating func addCopy(_ number: String) -> Bool {
    if ![FieldHandle.dateStarted, .dateCompleted, .readings].allSatisfy({ self[$0].isEmpty }) { return false }
    if copyNumbers.isEmpty, !copyNumber.isEmpty { copyNumbers = [copyNumber] }
    return copyNumbers.insert(number).inserted
  }

  /// The fields with the user's remarks on a reading.
  static let remarks: [FieldHandle] = [.notes, .review]

  /// Appends the remarks of another row, such as those on a second reading, and returns whether there are any. The
  /// remarks on a reading begin with its date.
  mutating func takeRemarks(of other: inout Draft) -> Bool {
    var isNew = false
    for field in Draft.remarks {
      guard let old = first(field), let new = other.first(field) else {
        // When rows are combined, the draft keeps only the dates of the latest reading. The remark may be about an
        // earlier reading, so the date of its reading is stored separately.
        if remarkDays[field] == nil, first(field) ?? other.first(field) != nil {
          remarkDays[field] = first(field) == nil ? other.day : day
        }
        continue
      }
      let (mine, others) = (dated(old, field), other.dated(new, field))
      other.replace(field, [])
      if "\n\n\(mine)\n\n".contains("\n\n\(others)\n\n") { continue }
      fields[field] = [mine + "\n\n" + others]
      joinedRemarks.insert(field)
      isNew = true
    }
    return isNew
  }

  /// Returns a remark with the date of its reading, if the row has one.
  func dated(_ remark: String, _ field: FieldHandle) -> String {
    if joinedRemarks.contains(field) { return remark }
    return (remarkDays[field] ?? day).map { "\($0): \(remark)" } ?? remark
  }

  /// The date of the latest reading.
  private var day: String? {
    let last = self[.readings].last.flatMap { DateInterval($0) }.flatMap { $0.end ?? $0.start }?.description
    return first(.dateCompleted) ?? first(.dateAbandoned) ?? first(.dateStarted) ?? last
  }

  /// Returns a field's text values as a record would contain them, so that drafts and records can be compared.
  func clean(_ field: FieldHandle) -> [String] { self[field].map(CleanText.line) }
}

extension Likeness {
  /// Creates the likeness of the book that a draft describes.
  init(_ draft: Draft) {
    self.init(
      title: draft.clean(.title).first ?? "", creators: draft.clean(.author),
      number: draft.first(.isbn).flatMap { ISBN(exported: $0) })
  }
}
