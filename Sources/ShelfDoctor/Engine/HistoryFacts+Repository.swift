import ShelfHistory
import ShelfModel

extension HistoryFacts {
  /// Asks the repository that a library is in.
  ///
  /// - Throws: `GitError` if git fails; answers before the failure are lost.
  package init(_ questions: Questions, of repository: Repository, schema: Schema) throws(GitError) {
    self.init()
    if !questions.lost.isEmpty { lost = try repository.lostRecords(questions.lost, schema: schema) }
    if questions.wantsState { tracksState = try repository.tracks(".shelf") }
    guard let head = repository.head else { return }
    if !questions.copies.isEmpty { added = try repository.added(questions.copies) }
    var paths = questions.committed
    for kind in Kind.allCases where questions.wantsChangedIssues && kind.field(.changed) != nil {
      paths += try repository.modified(kind)
    }
    if !paths.isEmpty { committed = try repository.contents(of: paths, in: .commit(head)) }
  }
}
