import ShelfHistory
import ShelfModel

/// Asks git each question only once, although a library is examined again after each round of repairs.
package final class HistoryCache {
  private let repository: Repository
  private let schema: Schema
  private var facts = HistoryFacts()
  private var asked = HistoryFacts.Questions()

  package init(_ repository: Repository, schema: Schema) {
    self.repository = repository
    self.schema = schema
  }

  /// Returns all known facts, after asking the questions that have not been asked before.
  package func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    var new = HistoryFacts.Questions()
    new.lost = questions.lost.subtracting(asked.lost)
    func unasked(_ paths: [String], _ asked: [String]) -> [String] {
      let asked = Set(asked)
      return paths.filter { !asked.contains($0) }
    }
    new.copies = unasked(questions.copies, asked.copies)
    new.wantsChangedIssues = questions.wantsChangedIssues && !asked.wantsChangedIssues
    new.committed = unasked(questions.committed, asked.committed)
    new.nameless = unasked(questions.nameless, asked.nameless)
    new.wantsConflicts = questions.wantsConflicts && !asked.wantsConflicts
    new.cascadeCommits = asked.cascadeCommits == 0 ? questions.cascadeCommits : 0
    new.wantsState = questions.wantsState && !asked.wantsState
    if new.isEmpty { return facts }
    let answer = HistoryFacts(new, of: repository, schema: schema)
    facts.lost.merge(answer.lost) { $1 }
    facts.gap = facts.gap ?? answer.gap
    facts.cascades.merge(answer.cascades) { $1 }
    facts.modifiedAndDeleted.merge(answer.modifiedAndDeleted) { $1 }
    facts.added.merge(answer.added) { $1 }
    facts.committed.merge(answer.committed) { $1 }
    facts.versionsWithIDs.merge(answer.versionsWithIDs) { $1 }
    facts.tracksState = facts.tracksState || answer.tracksState
    facts.failure = facts.failure ?? answer.failure
    asked.lost.formUnion(new.lost)
    asked.copies += new.copies
    asked.wantsChangedIssues = asked.wantsChangedIssues || new.wantsChangedIssues
    asked.committed += new.committed
    asked.nameless += new.nameless
    asked.wantsConflicts = asked.wantsConflicts || new.wantsConflicts
    asked.wantsState = asked.wantsState || new.wantsState
    asked.cascadeCommits = max(asked.cascadeCommits, new.cascadeCommits)
    return facts
  }
}
