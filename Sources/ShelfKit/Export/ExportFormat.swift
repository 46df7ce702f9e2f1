import ShelfModel
import ShelfStore

/// A format for exporting records.
///
/// A format consists of the fields that it can represent, the fields that it cannot always represent exactly, and a
/// function that turns an `ExportSelection` into files in memory. `RecordExport` does everything else: it completes the
/// selection, writes the files, and reports the data that the format loses, which it computes from this information.
/// JSON and CSV represent entire records, which an import restores. The remaining formats are for other programs.
package struct ExportFormat: Sendable {
  package let name: String
  /// The format's purpose, in one line.
  package let help: String
  /// The kinds of records that the format can represent.
  package let kinds: [Kind]
  /// Whether an export in the format consists of several files, which are written to a folder.
  package let isFolder: Bool
  /// The usual extensions of files in this format, in lowercase and without the dot, with the preferred one first.
  package let endings: [String]
  /// The fields of books that the format can represent, or nil for all of them.
  private(set) var represents: Set<FieldHandle>?
  /// Whether an export of books contains their quotes. If so, a query for quotes can select the ones to export.
  package private(set) var holdsQuotes = false
  /// Whether the format includes confidential fields.
  private(set) var holdsConfidential = true
  /// The fields of books whose values the format cannot always represent exactly.
  private(set) var alterations: [Alteration] = []
  /// Examines an existing file, or nil if any file may be replaced.
  package private(set) var examine: (@Sendable ([UInt8]) -> OldFile)?
  /// Returns descriptions of any other losses, as sentences without a period.
  private(set) var otherLosses: @Sendable (ExportSelection) -> [String] = { _ in [] }
  /// The possible forms of the single file, which the file name extension selects. The first is the default. Empty if
  /// the format has only one form.
  package private(set) var forms: [Form] = []
  /// Returns the files with their names. The file of a single-file format has no name.
  package let write: @Sendable (ExportSelection) -> [File]

  /// An existing file that an export may replace.
  package struct OldFile: Sendable {
    package enum State: Sendable {
      /// An earlier export wrote the file, and it has not been changed since.
      case untouched
      /// An earlier export wrote the file, but it has been changed since.
      case changed
      /// No export wrote it.
      case foreign
    }

    package let state: State
    /// The id of the record that the file describes, or nil if the file does not contain one.
    package let subject: String?
  }

  /// A field of books whose values a format cannot always represent exactly.
  package struct Alteration: Sendable {
    package let field: FieldHandle
    /// The form of the values in the format, such as `whole stars`.
    package let form: String
    /// Returns whether the format changes a value of a book.
    let applies: @Sendable (Record, ExportSelection) -> Bool
  }

  /// A form of a file, which the file name extension selects.
  package struct Form: Sendable {
    /// The file name extensions, in lowercase and without a dot. The first is the usual one.
    package let endings: [String]
    let write: @Sendable (ExportSelection) -> [UInt8]

    init(_ endings: [String], _ write: @escaping @Sendable (ExportSelection) -> [UInt8]) {
      (self.endings, self.write) = (endings, write)
    }
  }

  /// Whether an export in the format consists of a table for each kind.
  package var isOfTables: Bool { isFolder && isWhole }

  /// Whether the format includes all kinds of records, so that an export also contains the records that the selected
  /// ones refer to.
  package var isWhole: Bool { kinds == Kind.allCases }

  /// Whether the format writes the citation keys of books.
  package var citesBooks: Bool { represents?.contains(CitationKeys.field) ?? false }

  package struct File: Sendable {
    /// The path within the target folder.
    package let name: String
    package let bytes: [UInt8]
  }

  package static let all: [ExportFormat] = [
    .json, .jsonl, .csv, .goodreads, .bibtex, .cslJSON, .ris, .markdown, .quotes,
  ]

  /// Returns the format with a name, regardless of case and hyphens, or nil if there is none.
  package static func named(_ name: String) -> ExportFormat? {
    func plain(_ name: String) -> String { name.lowercased().replacing("-", with: "") }
    return all.first { plain($0.name) == plain(name) }
  }

  /// Returns the format of a single file with an ending, or nil if there is none.
  package static func ofFile(endingWith ending: String) -> ExportFormat? {
    all.first { $0.endings.contains(ending.lowercased()) && (!$0.isFolder || $0.isOfTables) }
  }

  /// Returns the word after the last dot in the name of a file, as in `books.csv`, or nil if there is none.
  package static func ending(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[dot...].dropFirst()
    return ending.first?.isLetter ?? false ? String(ending) : nil
  }

  /// Returns whether the format can represent a field of a library's books.
  package func represents(_ field: Field, _ schema: Schema = Schema()) -> Bool {
    if let represents { return represents.contains(FieldHandle(field)) && !schema.isUnrelated(field, of: .book) }
    return holdsConfidential || !field.has(.confidential)
  }

  /// Returns a function that tests whether an export of the selection shows a field of a record.
  package func showing(_ selection: ExportSelection) -> (Field, Record) -> Bool {
    let ids = Set(selection.records.map(\.id))
    if kinds == [.quote] { return { field, record in ids.contains(record.id) || field.has(.title) } }
    if isWhole { return { _, record in ids.contains(record.id) } }
    let referred = Set(selection.withReferences().selection.records.map(\.id))
    let owner = represents == nil ? selection.library.schema.field(.owner, of: .quote) : nil
    return { field, record in
      if ids.contains(record.id) { return represents(field, selection.library.schema) }
      // Notes contain the quotes of their books, but only the names of all other records.
      if record.kind == .quote, let owner {
        return selection.quotes?.contains(record.id) ?? true
          && record.texts(of: owner).contains { RecordID($0).map(ids.contains) ?? false }
      }
      return field.has(.title) && referred.contains(record.id)
    }
  }

  /// The treatment of a value that does not match its field's type.
  package enum Misfit: Sendable {
    case leftOut
    /// The value is exported unchanged, so that an import reproduces the mistake.
    case kept
    /// The only item of a list is exported without the list.
    case unwrapped
  }

  /// Returns the treatment of a value that does not match its field's type.
  package func misfit(_ field: Field, of record: Record) -> Misfit {
    guard case .unreadable = record.value(of: field) else { return .unwrapped }
    return isWhole && !record.isNested(field) ? .kept : .leftOut
  }

  /// Returns descriptions of the data that an export omits or changes, as sentences without a period.
  package func losses(_ selection: ExportSelection) -> [String] {
    let books = kinds == [.book] ? selection.records(of: .book) : []
    var left: [String] = []
    for field in selection.library.schema.fields(of: .book)
    where !books.isEmpty && field.type != .id
      && (!represents(field, selection.library.schema) || selection.omitted.contains { $0.key == field.key })
    {
      // These fields describe the record or its reading status rather than the book, so their omission is not reported.
      if field.has(.origin) || field.has(.state) || field.has(.created) || field.key == "formerIds" { continue }
      let count = books.count { !$0.texts(of: field).isEmpty }
      if count > 0 { left.append("\(field.key) (\(count.grouped))") }
    }
    if represents != nil {
      let quotes = books.reduce(0) { $0 + selection.library.records(.quote, referringTo: $1).count }
      if quotes > 0 { left.append("\(Kind.quote.plural) (\(quotes.grouped))") }
    }
    let altered = alterations.compactMap { alteration -> String? in
      let count = books.count { alteration.applies($0, selection) }
      return count == 0 ? nil : "\(alteration.field.key) (\(count.grouped)): \(alteration.form)"
    }
    return (left.isEmpty ? [] : ["left out, with numbers of values: " + left.joined(separator: ", ")])
      + (altered.isEmpty
        ? [] : ["in another form, with numbers of values: " + altered.joined(separator: "; ")])
      + otherLosses(selection)
  }

  /// Returns the files of an export, in the form that the file name extension selects.
  ///
  /// - Parameter ending: the extension without a dot, or nil if the name has none.
  /// - Returns: nil if the format has no form for the extension.
  func files(_ selection: ExportSelection, ending: String?) -> [File]? {
    guard !forms.isEmpty, let ending else { return write(selection) }
    guard let form = forms.first(where: { $0.endings.contains(ending.lowercased()) }) else { return nil }
    return [File(name: "", bytes: form.write(selection))]
  }
}

extension ExportFormat {
  /// Creates a format whose single file has several forms.
  init(name: String, help: String, kinds: [Kind], forms: [Form]) {
    self.init(
      name: name, help: help, kinds: kinds, isFolder: false, endings: forms.flatMap(\.endings), forms: forms
    ) { [File(name: "", bytes: forms[0].write($0))] }
  }
}
