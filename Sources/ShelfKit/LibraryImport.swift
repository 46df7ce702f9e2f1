import ShelfExchange
import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfSystem

/// An import into a library: plans it over the snapshot of a change, which then makes it as one transaction.
package struct LibraryImport {
  package let summary: ImportSummary
  /// The change of the file with what this import brought, which is made together with the records'.
  private let baseChange: FileChange?

  /// Adds the edits of a source to the plan of a change.
  ///
  /// - Parameter progress: is told how many of the records are done.
  package init(
    _ batch: consuming SourceBatch, into change: inout LibraryChange, _ options: ImportOptions,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let workspace = change.workspace
    let base = ImportBase(batch.format, try LibraryImport.contents(of: ImportBase.path(of: batch.format), workspace))
    var run = ImportRun(batch, into: change.library, base, options)
    let deleted = options.revives ? [] : LibraryImport.deleted(run.candidates, workspace, change.library)
    run.add(to: &change.plan, deleted: deleted, progress: progress)
    summary = run.summary
    baseChange = run.baseChange
  }

  /// Returns all changes of files: those of the plan, and of what the library remembers of the import.
  package func changes(_ plan: EditPlan) -> [FileChange] { plan.changes + [baseChange].compactMap { $0 } }

  private static func contents(of path: String, _ workspace: Workspace) throws(FileError) -> [UInt8]? {
    let full = workspace.root + "/" + path
    guard try workspace.host.fileSystem.status(full) != nil else { return nil }
    return try workspace.host.fileSystem.contents(of: full, limit: 1 << 30)
  }

  /// Returns which of these ids records had that git saw deleted; none if there is no repository to ask.
  private static func deleted(_ ids: Set<RecordID>, _ workspace: Workspace, _ library: Library) -> Set<RecordID> {
    guard !ids.isEmpty, let repository = try? workspace.repository(),
      let lost = try? repository.lostRecords(namedAfter: ids, schema: library.schema)
    else { return [] }
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
