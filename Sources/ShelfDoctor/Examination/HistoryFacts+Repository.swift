import ShelfHistory
import ShelfModel

extension HistoryFacts {
  /// Queries the library's repository. Facts that git cannot provide are left unset.
  package init(_ questions: Questions, of repository: Repository, schema: Schema) {
    self.init()
    attempt { facts throws(GitError) in
      if !questions.lost.isEmpty { try facts.findLost(questions.lost, in: repository, schema) }
    }
    attempt { facts throws(GitError) in
      if questions.wantsConflicts { facts.modifiedAndDeleted = try repository.modifiedAndDeleted() }
    }
    attempt { facts throws(GitError) in
      guard questions.cascadeCommits > 0 else { return }
      facts.cascades = try repository.recentCascades(
        schema: schema, limit: questions.cascadeCommits, isMerging: !facts.modifiedAndDeleted.isEmpty)
    }
    attempt { facts throws(GitError) in
      if questions.wantsState { facts.tracksState = try repository.tracks(".shelf") }
    }
    guard let head = repository.head else { return }
    attempt { facts throws(GitError) in
      if !questions.copies.isEmpty { facts.added = try repository.added(questions.copies) }
    }
    attempt { facts throws(GitError) in
      if !questions.nameless.isEmpty {
        facts.versionsWithIDs = try repository.versionsWithIDs(of: questions.nameless)
      }
    }
    attempt { facts throws(GitError) in
      var paths = questions.committed + questions.nameless
      for kind in Kind.allCases where questions.wantsChangedIssues && kind.field(.changed) != nil {
        paths += try repository.modified(kind)
      }
      if !paths.isEmpty { facts.committed = try repository.contents(of: paths, in: .commit(head)) }
    }
  }

  private mutating func findLost(
    _ ids: Set<RecordID>, in repository: Repository, _ schema: Schema
  ) throws(GitError) {
    do throws(GitError) {
      let search = try repository.lostRecords(ids, schema: schema)
      lost = search.found
      if search.found.count == ids.count, search.found.values.allSatisfy(\.isReadable) { return }
      failure = search.failure
      if search.failure != nil || !search.missing.isEmpty { gap = .isDamaged }
    } catch {
      gap = .isDamaged
      throw error
    }
    if gap == nil, try repository.isHeadMissing() { gap = .isDamaged }
    if gap == nil, try repository.isShallow() { gap = .isShallow }
  }

  /// Runs a query. Records the first failure instead of throwing it, so that the other queries still run.
  private mutating func attempt(_ ask: (inout HistoryFacts) throws(GitError) -> Void) {
    do throws(GitError) { try ask(&self) } catch { failure = failure ?? error }
  }
}
