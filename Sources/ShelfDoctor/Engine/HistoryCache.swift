import ShelfHistory
import ShelfModel

/// Asks version control for each thing only once, however often a library is examined while it is being repaired.
package final class HistoryCache {
  private let repository: Repository
  private let schema: Schema
  private var facts = HistoryFacts()
  private var asked = HistoryFacts.Questions(
    lost: [], copies: [], wantsChangedIssues: false, committed: [], wantsState: false)

  package init(_ repository: Repository, schema: Schema) {
    self.repository = repository
    self.schema = schema
  }

  /// Returns what is known, after asking for what has not been asked yet.
  package func answer(_ questions: HistoryFacts.Questions) throws(GitError) -> HistoryFacts {
    let new = HistoryFacts.Questions(
      lost: questions.lost.subtracting(asked.lost), copies: questions.copies.filter { !asked.copies.contains($0) },
      wantsChangedIssues: questions.wantsChangedIssues && !asked.wantsChangedIssues,
      committed: questions.committed.filter { !asked.committed.contains($0) },
      wantsState: questions.wantsState && !asked.wantsState)
    if new.isEmpty { return facts }
    let answer = try HistoryFacts(new, of: repository, schema: schema)
    facts.lost.merge(answer.lost) { $1 }
    facts.added.merge(answer.added) { $1 }
    facts.committed.merge(answer.committed) { $1 }
    facts.tracksState = facts.tracksState || answer.tracksState
    asked.lost.formUnion(new.lost)
    asked.copies += new.copies
    asked.wantsChangedIssues = asked.wantsChangedIssues || new.wantsChangedIssues
    asked.committed += new.committed
    asked.wantsState = asked.wantsState || new.wantsState
    return facts
  }
}
