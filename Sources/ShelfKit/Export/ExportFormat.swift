import ShelfModel
import ShelfStore

/// A format that a library can be exported to: a row of the table.
package struct ExportFormat: Sendable {
  package let name: String
  /// What it is for, in one line.
  package let help: String
  /// The kinds whose records it can hold.
  package let kinds: [Kind]
  /// Whether it is several files, which go into a folder.
  package let isFolder: Bool
  /// Looks at a file that is there already; nil if any may be replaced.
  package let examine: (@Sendable ([UInt8]) -> OldFile)?
  /// The fields of books that have a place in it; nil for one that holds everything.
  var holds: Set<FieldHandle>?
  /// Whether it holds fields that are for oneself.
  let holdsConfidential: Bool
  /// The fields of books that it holds in another form.
  let alterations: [Alteration]
  /// Returns what else is lost, in sentences.
  var tells: @Sendable (ExportSelection) -> [String] = { _ in [] }
  /// Returns the files, by their names; one without a name for a single file.
  let write: @Sendable (ExportSelection) -> [File]

  /// A file that is there before an export.
  package struct OldFile: Sendable {
    package enum State: Sendable {
      /// An earlier export wrote it, and it has not been changed since.
      case untouched
      /// An earlier export wrote it, and someone has changed it since.
      case changed
      /// No export wrote it.
      case foreign
    }

    package let state: State
    /// What it is about, whatever it is called.
    package let subject: String?

    package init(state: State, subject: String?) {
      self.state = state
      self.subject = subject
    }
  }

  /// What becomes of a field of books that a format has a place for, but not for each of its values.
  package struct Alteration: Sendable {
    package let field: FieldHandle
    /// Its values in the format: `whole stars`.
    package let form: String
    /// Returns whether a book's value becomes another one.
    let applies: @Sendable (Record, ExportSelection) -> Bool
  }

  /// Whether it holds everything, so that what a record refers to belongs to it.
  package var isWhole: Bool { kinds == Kind.allCases }

  package struct File: Sendable {
    /// The path in the folder that is exported to.
    package let name: String
    package let bytes: [UInt8]
  }

  init(
    name: String, help: String, kinds: [Kind], isFolder: Bool, holds: Set<FieldHandle>? = nil,
    holdsConfidential: Bool = true, alterations: [Alteration] = [],
    examine: (@Sendable ([UInt8]) -> OldFile)? = nil,
    tells: @escaping @Sendable (ExportSelection) -> [String] = { _ in [] },
    write: @escaping @Sendable (ExportSelection) -> [File]
  ) {
    self.name = name
    self.help = help
    self.kinds = kinds
    self.isFolder = isFolder
    self.holds = holds
    self.holdsConfidential = holdsConfidential
    self.alterations = alterations
    self.tells = tells
    self.examine = examine
    self.write = write
  }

  package static let all: [ExportFormat] = [.json, .jsonl, .csv, .goodreads, .bibtex, .cslJSON, .markdown]

  /// Returns the format with a name.
  package static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }

  /// Returns whether a field of books has a place in it.
  package func holds(_ field: Field) -> Bool {
    if let holds { return holds.contains(FieldHandle(field)) }
    return holdsConfidential || !field.has(.confidential)
  }

  /// Returns a test of whether an export of the selection shows what a record has in a field.
  package func showing(_ selection: ExportSelection) -> (Field, Record) -> Bool {
    let ids = Set(selection.records.map(\.id))
    if isWhole { return { _, record in ids.contains(record.id) } }
    let referred = Set(selection.withReferences().selection.records.map(\.id))
    let owner = holds == nil ? selection.library.schema.field(.owner, of: .quote) : nil
    return { field, record in
      if ids.contains(record.id) { return holds(field) }
      // Notes hold the quotes of their books; other records are only named.
      if record.kind == .quote, let owner {
        return record.texts(of: owner).contains { RecordID($0).map(ids.contains) ?? false }
      }
      return field.has(.title) && referred.contains(record.id)
    }
  }

  /// What becomes of a value that does not match the type of its field.
  package enum Misfit: Sendable {
    case leftOut
    /// It is exported as it is, and an import finds the same mistake.
    case kept
    /// A list with one item becomes that item.
    case unwrapped
  }

  /// Returns what becomes of a value that does not match the type of its field.
  package func misfit(_ field: Field, of record: Record) -> Misfit {
    guard case .unreadable = record.value(of: field) else { return .unwrapped }
    return isWhole && !record.isNested(field) ? .kept : .leftOut
  }

  /// Returns what an export leaves out, or has in another form, in sentences without a period.
  package func losses(_ selection: ExportSelection) -> [String] {
    let books = kinds == [.book] ? selection.records(of: .book) : []
    var left: [String] = []
    for field in selection.library.schema.fields(of: .book) where !books.isEmpty && field.type != .id && !holds(field) {
      // What every record has says nothing of a book.
      if field.has(.origin) || field.has(.state) || field.has(.made) || field.key == "formerIds" { continue }
      let count = books.count { !$0.texts(of: field).isEmpty }
      if count > 0 { left.append("\(field.key) (\(count.grouped))") }
    }
    if holds != nil {
      let quotes = books.reduce(0) { $0 + selection.library.records(.quote, referringTo: $1).count }
      if quotes > 0 { left.append("\(Kind.quote.plural) (\(quotes.grouped))") }
    }
    let altered = alterations.compactMap { alteration -> String? in
      let count = books.count { alteration.applies($0, selection) }
      return count == 0 ? nil : "\(alteration.field.key) (\(count.grouped)): \(alteration.form)"
    }
    return (left.isEmpty ? [] : ["left out, with the number of their values: " + left.joined(separator: ", ")])
      + (altered.isEmpty
        ? [] : ["in another form, with the number of their values: " + altered.joined(separator: "; ")])
      + tells(selection)
  }

  /// Returns the files of an export.
  package func files(_ selection: ExportSelection) -> [File] { write(selection) }
}
