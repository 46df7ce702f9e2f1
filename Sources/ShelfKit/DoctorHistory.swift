import ShelfDoctor
import ShelfHistory
import ShelfModel

/// Answers doctor's questions about the history from git, and caches the answers until there is a new commit.
package final class DoctorHistory {
  private let repository: Repository?
  private let schema: Schema
  private let gap: HistoryFacts.Gap?
  private var cache: HistoryCache?
  private var head: String?
  package private(set) var facts: HistoryFacts
  /// The error if there is a repository but git cannot read it, or nil if there is none.
  package let failure: GitError?

  package convenience init(_ workspace: Workspace, _ schema: Schema) {
    self.init(Result { () throws(GitError) in try workspace.repository() }, schema)
  }

  /// - Parameter repository: the repository, or the reason why there is none.
  package init(_ repository: Result<Repository, GitError>, _ schema: Schema) {
    self.schema = schema
    switch repository {
    case .success(let repository): (self.repository, gap, failure) = (repository, nil, nil)
    case .failure(.notInstalled): (self.repository, gap, failure) = (nil, .gitIsNotInstalled, nil)
    // Without a repository, there is no history, which is not a problem.
    case .failure(.noRepository), .failure(.bare): (self.repository, gap, failure) = (nil, nil, nil)
    case .failure(let error): (self.repository, gap, failure) = (nil, .isDamaged, error)
    }
    facts = HistoryFacts(gap: gap)
    renew()
  }

  /// Discards the cached answers if there is a new commit.
  package func renew() {
    guard let repository else { return }
    let new = try? repository.commit("HEAD")
    if cache == nil || new != head { cache = HistoryCache(repository, schema: schema) }
    head = new
  }

  package func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    facts = cache?.answer(questions) ?? HistoryFacts(gap: gap)
    return facts
  }
}
