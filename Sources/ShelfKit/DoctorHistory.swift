import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfStore

/// What version control told, for as long as its last commit is the same.
package final class DoctorHistory {
  private let repository: Repository?
  private let schema: Schema
  private let gap: HistoryFacts.Gap?
  private var cache: HistoryCache?
  private var head: String?
  package private(set) var facts: HistoryFacts

  package init(_ workspace: Workspace, _ schema: Schema) {
    self.schema = schema
    do throws(GitError) {
      repository = try workspace.repository()
      gap = nil
    } catch {
      repository = nil
      switch error {
      case .notInstalled: gap = .gitIsNotInstalled
      case .noRepository, .bare: gap = nil
      default: gap = .isDamaged
      }
    }
    facts = HistoryFacts(gap: gap)
    renew()
  }

  /// Forgets what was told if there is another commit since.
  package func renew() {
    guard let repository else { return }
    let new = try? repository.commit("HEAD")
    if cache == nil || new != head { cache = HistoryCache(repository, schema: schema) }
    head = new
  }

  /// Answers what doctor asks.
  package func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    facts = cache?.answer(questions) ?? HistoryFacts(gap: gap)
    return facts
  }
}
