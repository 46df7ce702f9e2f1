import ShelfHistory
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfSystem
import Synchronization

/// Brings what other programs wrote into a library, in one change.
///
/// What was read of the sources is used up by the first plan, so that its memory is free when the files are written.
package final class ImportRecords: Act {
  private let sources: Mutex<[SourceBatch]>
  private let options: ImportOptions
  private let progress: @Sendable (Int, Int) -> Void

  /// - Parameters:
  ///   - batches: the sources, one for each format.
  ///   - progress: is told how many of the records of a source are done.
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
    let made = try LibraryImport(consume batches, into: plan, options, progress: progress)
    plan.files = made.changes
    plan.result = .imported(made.summary)
  }
}

/// What an import changes: the records, and what the library remembers of the import.
private struct LibraryImport {
  let summary: ImportSummary
  let changes: [FileChange]

  /// Plans what the sources bring, one after the other: each finds what those before it brought.
  init(
    _ batches: consuming [SourceBatch], into act: ActPlan, _ options: ImportOptions,
    progress: (Int, Int) -> Void
  ) throws {
    let workspace = act.workspace
    var library = act.library
    var files = WorkingCopy()
    var only: [FileChange]?
    var bases: [FileChange] = []
    var sum: ImportSummary?
    batches.reverse()
    while let batch = batches.popLast() {
      let base = try workspace.importBase(of: batch.format)
      var run = ImportRun(consume batch, into: library, base, options)
      let deleted = options.revives ? [] : LibraryImport.deleted(by: run, workspace, library)
      while true {
        var plan = EditPlan(library, now: act.edits.now)
        try run.add(to: &plan, deleted: deleted, progress: progress)
        if run.isDone, batches.isEmpty, files.isEmpty {
          // All there is.
          only = plan.changes
          break
        }
        let changes = plan.changes
        for change in changes { files.set(change.path, to: change.new, from: change.old) }
        if run.isDone, batches.isEmpty { break }
        library = library.replacing(Dictionary(uniqueKeysWithValues: changes.map { (ExactPath($0.path), $0.new) }))
        if run.isDone { break }
        run.goOn(in: library)
      }
      if let base = run.baseChange() { bases.append(base) }
      if sum == nil { sum = run.summary } else { sum?.add(run.summary) }
    }
    summary = sum ?? ImportSummary(SourceBatch(format: ""))
    changes = (only ?? files.changes) + bases
  }

  /// Returns which of the ids that an import would give records had that git saw deleted; none if there is no repository
  /// to ask.
  private static func deleted(by run: ImportRun, _ workspace: Workspace, _ library: Library) -> Set<RecordID> {
    guard let repository = try? workspace.repository() else { return [] }
    let ids = run.candidates
    guard !ids.isEmpty, let lost = try? repository.lostRecords(namedAfter: ids, schema: library.schema) else {
      return []
    }
    let takenBack = LibraryImport.takenBack(workspace)
    return Set(lost.filter { !takenBack.contains($0.value.path) }.keys)
  }

  /// Returns the files that an undo took away: that a change was taken back says nothing about the records.
  private static func takenBack(_ workspace: Workspace) -> Set<String> {
    let entries = UndoPlan.holding((try? workspace.journal.readHistory().entries) ?? [])
    let undos = entries.filter { !$0.undoes.isEmpty && !$0.isRedo }
    return Set(undos.flatMap(\.files).filter { $0.newMark == nil }.map(\.path))
  }
}

extension Workspace {
  /// Reads what the last import of a format brought.
  func importBase(of format: String) throws(FileError) -> ImportBase {
    let path = root + "/" + ImportBase.path(of: format)
    let isThere = try host.fileSystem.status(path) != nil
    return ImportBase(format, isThere ? try host.fileSystem.contents(of: path, limit: 1 << 30) : nil)
  }
}
