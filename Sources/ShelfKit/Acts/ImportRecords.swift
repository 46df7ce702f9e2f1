import ShelfHistory
import ShelfImport
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import Synchronization
import YAMLEdit

/// Imports files from other programs into a library, in one change.
///
/// The first plan consumes the parsed sources, so that their memory is freed before the files are written.
package final class ImportRecords: Act {
  private let sources: Mutex<[SourceBatch]>
  private let options: ImportOptions
  private let progress: @Sendable (Int, Int) -> Void

  /// - Parameters:
  ///   - batches: the sources, one for each format.
  ///   - progress: called with the number of processed records and the total number.
  package init(
    _ batches: consuming [SourceBatch], _ options: ImportOptions,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    sources = Mutex(batches)
    self.options = options
    self.progress = progress
  }

  package func plan(_ plan: inout ActPlan) throws {
    let batches = sources.withLock { batches in
      defer { batches = [] }
      return batches
    }
    var library = plan.library
    if !options.declarations.isEmpty {
      let old = try plan.manifestSource()
      let new = try options.declarations.declared(in: old)
      if new != old { plan.manifest = FileChange(path: Manifest.fileName, old: old, new: new) }
      library = try library.replacing(manifest: new)
    }
    let made = try LibraryImport(consume batches, into: library, plan, options, progress: progress)
    plan.files = made.changes
    var summary = made.summary
    summary.declared = options.declarations
    do {
      summary.names = try plan.addNames(made.names)
    } catch is EditError {
      summary.notes.append("the forms to sort names by cannot be added to names in shelf.yaml; edit it by hand")
    }
    plan.result = .imported(summary)
  }
}

/// The changes of an import: those to records, and those to the import bases.
private struct LibraryImport {
  let summary: ImportSummary
  let changes: [FileChange]
  /// The entries for the library's `names`.
  let names: [PersonNames.Entry]

  /// Plans the sources one after another, so that each source finds the records that earlier sources created.
  ///
  /// An `ImportRun` may take several rounds. After each round, its changes are applied to the library in memory, and
  /// the next round continues from that state.
  init(
    _ batches: consuming [SourceBatch], into library: Library, _ act: ActPlan, _ options: ImportOptions,
    progress: (Int, Int) -> Void
  ) throws {
    let workspace = act.workspace
    var library = library
    var files = WorkingCopy()
    var only: [FileChange]?
    var bases: [FileChange] = []
    var sum: ImportSummary?
    var defaultDays: [RecordID: String] = [:]
    var names: [PersonNames.Entry] = []
    batches.reverse()
    while let batch = batches.popLast() {
      let base = try workspace.importBase(of: batch.format)
      let format = batch.format
      var run = ImportRun(consume batch, into: library, base, options) { [defaultDays] in
        defaultDays.merging(workspace.defaultDays(except: format)) { new, _ in new }
      }
      let deleted = options.revives ? [] : LibraryImport.deleted(by: run, workspace, library)
      while true {
        var plan = EditPlan(library, now: act.edits.now)
        try run.add(to: &plan, deleted: deleted, progress: progress)
        if run.isDone, batches.isEmpty, files.isEmpty {
          // With a single round of a single source, there are no changes to combine.
          only = plan.changes
          break
        }
        let changes = plan.changes
        for change in changes { files.set(change.path, to: change.new, from: change.old) }
        if run.isDone, batches.isEmpty { break }
        library = library.replacing(Dictionary(uniqueKeysWithValues: changes.map { (ExactPath($0.path), $0.new) }))
        if run.isDone { break }
        run.beginNextRound(in: library)
      }
      if let base = run.baseChange() { bases.append(base) }
      names += run.newNames
      if !batches.isEmpty { defaultDays.merge(run.base.defaultDays) { new, _ in new } }
      if sum == nil { sum = run.summary } else { sum?.add(run.summary) }
    }
    summary = sum ?? ImportSummary(SourceBatch(format: ""))
    var choices = workspace.importChoices
    if let change = choices.remember(summary.chosenStyles, summary.chosenMaps) { bases.append(change) }
    if let mode = options.mode, mode & 0o044 != 0o044 {
      for index in bases.indices { bases[index].mode = mode & 0o644 | 0o600 }
    }
    changes = (only ?? files.changes) + bases
    self.names = names
  }

  /// Returns the candidate ids of an import that, according to git, belong to deleted records. Returns an empty set if
  /// there is no repository.
  private static func deleted(by run: ImportRun, _ workspace: Workspace, _ library: Library) -> Set<RecordID> {
    guard let repository = try? workspace.repository() else { return [] }
    let ids = run.candidates
    guard !ids.isEmpty, let lost = try? repository.lostRecords(namedAfter: ids, schema: library.schema) else {
      return []
    }
    let undone = LibraryImport.undone(workspace)
    return Set(lost.filter { !undone.contains($0.value.path) }.keys)
  }

  /// Returns the paths of files that were deleted by undoing a change. Undoing an import does not mean that its records
  /// are unwanted.
  private static func undone(_ workspace: Workspace) -> Set<String> {
    let entries = UndoPlan.inEffect((try? workspace.journal.readHistory().entries) ?? [], workspace.journal)
    let undos = entries.filter { !$0.undoes.isEmpty && !$0.isRedo }
    return Set(undos.flatMap(\.files).filter { $0.newChecksum == nil }.map(\.path))
  }
}

extension [FieldSuggestion] {
  /// Returns the contents of a manifest that declares these fields. A field that it already declares keeps its type.
  fileprivate func declared(in manifest: [UInt8]) throws -> [UInt8] {
    var edit = try SettingsEdit(manifest, path: Manifest.fileName)
    for suggestion in self where edit.document.node(at: suggestion.settingKeys.map(Step.key)) == nil {
      try edit.set(suggestion.settingKeys, to: .scalar(Scalar(suggestion.type)))
    }
    return edit.document.bytes
  }
}

extension Workspace {
  /// The library's custom fields and its import settings. Both are empty if the manifest cannot be read, which causes
  /// an error later.
  package var importSettings: (fields: [Kind: [Field]], formats: [ImportSettings]) {
    let manifest = try? Manifest.load(at: root, fileSystem: host.fileSystem, limits: Limits())
    return (manifest?.customFields ?? [:], manifest?.imports ?? [])
  }

  /// Returns the library's custom fields with those that an import declares.
  package func customFields(declaring suggestions: [FieldSuggestion]) throws -> [Kind: [Field]] {
    let source = try host.fileSystem.contents(of: root + "/" + Manifest.fileName, limit: Limits().bytes)
    return try Manifest.read(suggestions.declared(in: source), at: root).customFields
  }

  /// The user's choices in earlier imports. Empty if the file cannot be read.
  package var importChoices: ImportChoices {
    let path = root + "/" + ImportChoices.path
    return ImportChoices(try? host.fileSystem.contents(of: path, limit: ImportChoices.maxSize))
  }

  /// Returns the default dates added, by book, from imports of other formats.
  ///
  /// If a format's import base cannot be read, its default dates are treated as the user's choices.
  fileprivate func defaultDays(except format: String) -> [RecordID: String] {
    var days: [RecordID: String] = [:]
    for other in ImportFormat.all where other.name != format {
      guard let base = try? importBase(of: other.name) else { continue }
      days.merge(base.defaultDays) { first, _ in first }
    }
    return days
  }

  func importBase(of format: String) throws(FileError) -> ImportBase {
    let path = root + "/" + ImportBase.path(of: format)
    let isThere = try host.fileSystem.status(path) != nil
    return ImportBase(format, isThere ? try host.fileSystem.contents(of: path, limit: 1 << 30) : nil)
  }
}

extension Workspace {
  /// Returns a record by its id, with its values as lists show them. The library is read when the first record is
  /// requested.
  package var listedRecords: @Sendable (String) -> ListedRecord? {
    let (root, fileSystem, threads) = (root, host.fileSystem, host.threads)
    // Any error is reported when the library is read again for the import.
    let known = ListedLibrary { try? Library.load(at: root, fileSystem: fileSystem, threads: threads) }
    return { text in known.record(text) }
  }
}

/// The library that may have written a list. It is read when a file first names a record.
private final class ListedLibrary: Sendable {
  private struct Contents {
    let library: Library
    /// The records by the first digits of their ids, except digits that several ids share.
    let byDigits: [String: Record]
  }

  private let load: @Sendable () -> Library?
  private let contents = Mutex<Contents??>(nil)

  init(load: @escaping @Sendable () -> Library?) { self.load = load }

  /// Returns the record with an id, or the only record whose id begins with these digits.
  func record(_ text: String) -> ListedRecord? {
    guard ListedRecord.isID(text), let contents = read() else { return nil }
    let library = contents.library
    guard let record = RecordID(text).map({ library.record($0) }) ?? contents.byDigits[text.lowercased()] else {
      return nil
    }
    return ListedRecord(record.id, record.kind) { name in
      Attributes(of: record.kind, library.schema).column(name.trimmed).map {
        Cells(library).cell($0.attribute, record).separated
      }
    }
  }

  private func read() -> Contents? {
    contents.withLock { known in
      if let known { return known }
      let contents = load().map { library in
        let groups = Dictionary(grouping: library.records) { $0.id.short }
        return Contents(library: library, byDigits: groups.compactMapValues { $0.count == 1 ? $0[0] : nil })
      }
      known = .some(contents)
      return contents
    }
  }
}
