import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem

/// Writes records for other programs. It changes no library.
package struct RecordExport {
  /// Where the files go.
  package enum Target: Sendable {
    /// To the front end, which gets the bytes: only for a format that makes one file.
    case bytes
    /// To this file or, for a format of several files, to this folder.
    case path(String)
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// The file's bytes, for `Target.bytes`.
    package var bytes: [UInt8]?
    /// How many files were written, or were the same already.
    package var written = 0
    /// Records that were added since others refer to them, by kind.
    package var added: [(kind: Kind, count: Int)] = []
    /// Records that others refer to, which a single table cannot hold, by kind.
    package var missing: [(kind: Kind, count: Int)] = []
    package var notes: [Note] = []
    /// What the format has no place for, or rounds.
    package var losses: [String] = []
    /// The problems with values that do not match the types of their fields, and what became of the values.
    package var misfits: [(finding: Finding, misfit: ExportFormat.Misfit)] = []
  }

  /// What is told of a file in the folder.
  package enum Note: Sendable {
    /// A link is left as it is: only the folder was asked for, and not what it leads to.
    case link(String)
    /// The file was not written by an export, or was changed since, and is left as it is.
    case kept(String, ExportFormat.OldFile.State)
    /// The subject of a file is in another one now, and the old one was removed.
    case moved(String, to: String)
    /// The same, but the old one was changed since, and is left.
    case movedButKept(String, to: String)
    /// The file is of an earlier export alone, and is left as it is.
    case earlier(String)
  }

  /// Why nothing is written.
  package enum Refusal: Error, Sendable {
    /// The format makes several files, and no folder was named.
    case severalFiles(ExportFormat, count: Int)
    /// What is to be replaced is not a file.
    case notAFile(path: String)
  }

  package let format: ExportFormat
  package let library: Library
  package let records: [Record]
  package let target: Target

  package init(_ format: ExportFormat, _ records: [Record], of library: Library, to target: Target) {
    self.format = format
    self.library = library
    self.records = records
    self.target = target
  }

  /// The largest file that is compared with what an export wrote.
  private static let oldFileLimit = 16 << 20

  /// Writes the files.
  ///
  /// - Throws: `Refusal`, `FileError`.
  package func run(_ files: any FileSystem) throws -> Outcome {
    var outcome = Outcome()
    let selection = selection(&outcome)
    let made = format.files(selection)
    switch target {
    case .bytes:
      // A table of one kind is a file like any other; notes are not.
      guard made.count < 2, format.examine == nil else {
        throw Refusal.severalFiles(format, count: made.count)
      }
      outcome.bytes = made.first?.bytes ?? []
    case .path(let path):
      if format.isFolder {
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

  /// Adds what the records refer to, without which they could not be imported whole.
  private func selection(_ outcome: inout Outcome) -> ExportSelection {
    let selection = ExportSelection(records, of: library)
    guard format.isWhole else { return selection }
    let (whole, added) = selection.withReferences()
    if added.isEmpty { return selection }
    let counts = added.map { (kind: $0.kind, count: $0.count) }
    // A table of one kind has no place for others.
    if case .bytes = target, format.isFolder, Set(selection.records.map(\.kind)).count == 1 {
      outcome.missing = counts
      return selection
    }
    outcome.added = counts
    return whole
  }

  /// Writes the files of a folder.
  ///
  /// Files that the format may not replace, since the user changed them after the last export, stay and are named; and
  /// so do links.
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
    // Links first, then what was kept.
    outcome.notes = outcome.notes.filter(\.isLink) + outcome.notes.filter { !$0.isLink }
    outcome.notes += try settle(others, made, in: folder, files)
  }

  /// Returns what is in the folder beside the files that are written, as far as the format could have written it.
  private func otherFiles(
    than made: [ExportFormat.File], in folder: String, _ files: any FileSystem
  ) throws -> [(name: String, old: ExportFormat.OldFile)] {
    guard let ending = made.first?.name.split(separator: ".").last else { return [] }
    let names = Set(made.map(\.name))
    let descriptor = try files.open(folder, in: nil, .directory)
    defer { files.close(descriptor) }
    var others: [(name: String, old: ExportFormat.OldFile)] = []
    for entry in try files.entries(descriptor, path: folder) {
      guard let name = entry.name, name.hasSuffix("." + ending), !names.contains(name),
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

  /// Takes away old files of what is now called otherwise, and names those that are of an earlier export alone.
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

  /// Writes one file, which replaces another one in one step; one that holds the same stays untouched.
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
