import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem

/// Exports records for other programs. The library is not changed.
///
/// If the format includes all kinds of records, the export first adds the records that the selected ones refer to. The
/// format turns the selection into files in memory. A single file replaces the target in one step. In a folder, each
/// file is compared with the existing one: a link, a file that no export wrote, and a file that the user has edited
/// since the last export are kept and reported. Afterwards, files of earlier exports are cleaned up: if a record's file
/// now has a new name and the old file was not edited, the old file is removed. Old files that were edited, or whose
/// records are not part of this export, are kept and reported. A format that writes a table for each kind can also
/// write a single table to a file: the table of the selection's kind, or of books. The outcome also lists what the
/// format cannot represent, and the values that do not match their fields' types.
package struct RecordExport {
  /// The destination of the files.
  package enum Target: Sendable {
    /// The bytes are returned to the front end. This is possible only for an export that consists of one file.
    case bytes
    /// The path of a file or, for a format with several files, of a folder. If the path has an extension, as in
    /// `books.csv`, and is not a folder, a format with tables writes a single table to it.
    case path(String)
  }

  /// The result of an export.
  package struct Outcome: Sendable {
    /// The contents of the file, for `Target.bytes`.
    package var bytes: [UInt8]?
    /// The number of files that were written, or already had the same contents.
    package var written = 0
    /// The numbers of records that were added because others refer to them, by kind.
    package var added: [(kind: Kind, count: Int)] = []
    /// The numbers of records that a single table cannot contain, such as those that others refer to, by kind.
    package var missing: [(kind: Kind, count: Int)] = []
    /// The kind and the number of the records in the single table that was written to a file, or nil if no table was.
    package var table: (kind: Kind?, count: Int)?
    /// The key of the field with the numbers of copies, if the only table has a single row for several copies.
    package var numbering: String?
    package var notes: [Note] = []
    /// Descriptions of the data that the format omits or changes.
    package var losses: [String] = []
    /// The findings about values that do not match their fields' types, with how each value was exported.
    package var misfits: [(finding: Finding, misfit: ExportFormat.Misfit)] = []
  }

  /// A remark about a file in the folder.
  package enum Note: Sendable {
    /// A link was kept, because the user named the folder as the target rather than the file that the link points to.
    case link(String)
    /// The file was kept, because no export wrote it, or because it has been changed since the last export.
    case kept(String, ExportFormat.OldFile.State)
    /// The record of a file is now in a file with a new name, and the old file was removed.
    case moved(String, to: String)
    /// The record was moved to a file with a new name, but the old file was kept because it had been changed.
    case movedButKept(String, to: String)
    /// The file belongs only to an earlier export and was kept.
    case earlier(String)
  }

  /// The reason why nothing is written.
  package enum Refusal: Error, Sendable {
    /// The format consists of several files, and the user did not name a folder.
    case severalFiles(ExportFormat, count: Int)
    /// The path to be replaced is not a regular file.
    case notAFile(path: String)
    /// The format has no form for the path's extension.
    case unknownEnding(ExportFormat, String, path: String)
  }

  package let format: ExportFormat
  package let library: Library
  package let records: [Record]
  package let target: Target
  /// The file name extension that selects the form of the file, without a dot, or nil for the usual form.
  private let ending: String?
  private let omitted: Set<FieldHandle>

  /// - Parameters:
  ///   - ending: the extension that selects the form, or nil for the extension of the target.
  ///   - omitted: fields that a bibliography leaves out.
  package init(
    _ format: ExportFormat, _ records: [Record], of library: Library, to target: Target, ending: String? = nil,
    omitting omitted: Set<FieldHandle> = []
  ) {
    self.omitted = omitted
    self.format = format
    self.library = library
    self.records = records
    self.target = target
    if case .path(let path) = target {
      self.ending = ending ?? ExportFormat.ending(of: path)
    } else {
      self.ending = ending
    }
  }

  /// The maximum size of an existing file to examine, in bytes.
  private static let oldFileLimit = 16 << 20

  /// Writes the files.
  ///
  /// - Throws: `Refusal`, `FileError`.
  package func run(_ files: any FileSystem) throws -> Outcome {
    var outcome = Outcome()
    let isTable = try isTable(files)
    let selection = selection(isTable: isTable, &outcome)
    guard let made = format.files(selection, ending: ending) else {
      throw Refusal.unknownEnding(format, ending ?? "", path: path ?? "")
    }
    if format.name == ExportFormat.csv.name, made.count == 1 {
      let numbers = selection.records.lazy.map { CopyNumbers($0, library.schema) }.first { $0.all.count > 1 }
      outcome.numbering = numbers?.field?.key
    }
    switch target {
    case .bytes:
      // The table of a single kind consists of one file. Notes always need a folder.
      guard made.count < 2, format.examine == nil else {
        throw Refusal.severalFiles(format, count: made.count)
      }
      outcome.bytes = made.first?.bytes ?? []
    case .path(let path):
      if format.isFolder, !isTable {
        try write(made, to: path, files, &outcome)
      } else {
        try replace(path, made.first?.bytes ?? [], files)
        outcome.written = 1
      }
    }
    outcome.losses = format.losses(selection)
    let misfits = Doctor.misfits(in: library)
    if misfits.isEmpty { return outcome }
    let isShown = format.showing(selection)
    outcome.misfits = misfits.compactMap { finding in
      guard let record = finding.record, let key = finding.field,
        let field = library.schema.field(key, of: record.kind), isShown(field, record)
      else { return nil }
      return (finding, format.misfit(field, of: record))
    }
    return outcome
  }

  /// Whether the target is a file, which holds a single table.
  private func isTable(_ files: any FileSystem) throws(FileError) -> Bool {
    guard let path, format.isOfTables, ending != nil else { return false }
    return try files.status(files.resolve(path) ?? path)?.type != .directory
  }

  private var path: String? { if case .path(let path) = target { path } else { nil } }

  /// Returns the selection of records to export. For a format with all kinds, this includes the records that others
  /// refer to, without which an import could not restore the selection completely.
  ///
  /// A single table cannot contain records of several kinds. It contains the selected books or, if there are none, the
  /// records of the first selected kind.
  private func selection(isTable: Bool, _ outcome: inout Outcome) -> ExportSelection {
    if format.holdsQuotes, !records.isEmpty, records.allSatisfy({ $0.kind == .quote }) {
      return ExportSelection(booksOf: records, of: library)
    }
    var selection = ExportSelection(records, of: library)
    selection.omitted = omitted
    guard format.isWhole else { return selection }
    let (whole, added) = selection.withReferences()
    func counts(_ records: [Record]) -> [(kind: Kind, count: Int)] {
      let counts = Dictionary(grouping: records, by: \.kind).mapValues(\.count)
      return Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
    }
    if isTable {
      let kind = selection.records.first?.kind
      let table = selection.records.filter { $0.kind == kind }
      outcome.table = (kind, table.count)
      outcome.missing = counts(whole.records.filter { $0.kind != kind })
      return ExportSelection(table, of: library)
    }
    if case .bytes = target, format.isFolder, Set(selection.records.map(\.kind)).count == 1 {
      outcome.missing = added
      return selection
    }
    outcome.added = added
    return whole
  }

  /// Writes the files of a folder.
  ///
  /// Links are kept and reported, and so are files that no export wrote or that the user has changed since the last
  /// export.
  private func write(
    _ made: [ExportFormat.File], to folder: String, _ files: any FileSystem, _ outcome: inout Outcome
  ) throws {
    _ = try files.makeDirectories(folder)
    let others = try otherFiles(than: made, in: folder, files)
    for file in made {
      let path = folder + "/" + file.name
      let status = try files.status(path)
      if status?.type == .link {
        outcome.notes.append(.link(file.name))
        continue
      }
      if let examine = format.examine, status != nil {
        let old = try files.contents(of: path, limit: RecordExport.oldFileLimit, .input)
        let state = examine(old).state
        if old != file.bytes, state != .untouched {
          outcome.notes.append(.kept(file.name, state))
          continue
        }
      }
      try replace(path, file.bytes, files)
      outcome.written += 1
    }
    // Links are reported first, then the files that were kept.
    outcome.notes = outcome.notes.filter(\.isLink) + outcome.notes.filter { !$0.isLink }
    outcome.notes += try settle(others, made, in: folder, files)
  }

  /// Returns the other files in the folder that an export in this format may have written.
  private func otherFiles(
    than made: [ExportFormat.File], in folder: String, _ files: any FileSystem
  ) throws -> [(name: String, old: ExportFormat.OldFile)] {
    guard let ending = made.first?.name.split(separator: ".").last else { return [] }
    let names = Set(made.map(\.name))
    var others: [(name: String, old: ExportFormat.OldFile)] = []
    for name in try files.entries(in: folder).compactMap(\.name) {
      guard name.hasSuffix("." + ending), !names.contains(name),
        try files.status(folder + "/" + name)?.type == .file
      else { continue }
      if let examine = format.examine {
        let limit = RecordExport.oldFileLimit
        guard let bytes = try? files.contents(of: folder + "/" + name, limit: limit, .input) else { continue }
        others.append((name, examine(bytes)))
      } else if Kind.allCases.contains(where: { name == $0.plural + ".csv" }) {
        others.append((name, ExportFormat.OldFile(state: .untouched, subject: nil)))
      }
    }
    return others.sorted { $0.name < $1.name }
  }

  /// Removes or reports the old files of records whose files have new names, and reports files that belong only to an
  /// earlier export.
  private func settle(
    _ others: [(name: String, old: ExportFormat.OldFile)], _ made: [ExportFormat.File], in folder: String,
    _ files: any FileSystem
  ) throws -> [Note] {
    var names: [String: String] = [:]
    for file in made { if let subject = format.examine?(file.bytes).subject { names[subject] = file.name } }
    var notes: [Note] = []
    for (name, old) in others {
      if let subject = old.subject, let new = names[subject] {
        if old.state == .untouched { try files.remove(folder + "/" + name) }
        notes.append(old.state == .untouched ? .moved(name, to: new) : .movedButKept(name, to: new))
      } else if old.subject != nil || format.examine == nil {
        notes.append(.earlier(name))
      }
    }
    return notes
  }

  /// Writes one file, replacing any existing file in one step. A file that already has these contents is not touched.
  private func replace(_ path: String, _ bytes: [UInt8], _ files: any FileSystem) throws {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      _ = try files.makeDirectories(String(path[..<slash]))
    }
    let resolved = files.resolve(path) ?? path
    let status = try files.status(resolved)
    if let status {
      guard status.type == .file else { throw Refusal.notAFile(path: path) }
      let limit = max(status.size, bytes.count) + 1
      if try files.contents(of: resolved, limit: limit, .input) == bytes { return }
    }
    try files.replaceFile(resolved, bytes, mode: status?.mode)
  }
}

extension RecordExport.Note {
  fileprivate var isLink: Bool { if case .link = self { true } else { false } }
}
