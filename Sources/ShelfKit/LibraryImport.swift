import ShelfExchange
import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfSystem

/// An import into a library: plans it over the snapshot of a change, which then makes it as one transaction.
package struct LibraryImport {
  package let summary: ImportSummary
  /// The changes of records, and of what the library remembers of the import.
  package let changes: [FileChange]

  /// Plans what the sources bring, one after the other: each finds what those before it brought.
  ///
  /// - Parameters:
  ///   - batches: the sources, one for each format.
  ///   - progress: is told how many of the records of a source are done.
  package init(
    _ batches: consuming [SourceBatch], into change: LibraryChange, _ options: ImportOptions,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let workspace = change.workspace
    var library = change.library
    var files = WorkingCopy()
    var only: [FileChange]?
    var bases: [FileChange] = []
    var sum: ImportSummary?
    batches.reverse()
    while let batch = batches.popLast() {
      let base = ImportBase(
        batch.format, try LibraryImport.contents(of: ImportBase.path(of: batch.format), workspace),
        threads: options.threads)
      var run = ImportRun(batch, into: library, base, options)
      let deleted = options.revives ? [] : LibraryImport.deleted(by: run, workspace, library)
      while true {
        var plan = EditPlan(library, now: change.plan.now)
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

  private static func contents(of path: String, _ workspace: Workspace) throws(FileError) -> [UInt8]? {
    let full = workspace.root + "/" + path
    guard try workspace.host.fileSystem.status(full) != nil else { return nil }
    return try workspace.host.fileSystem.contents(of: full, limit: 1 << 30)
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
