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
  /// Why git cannot be asked although it should be there to be.
  package let failure: GitError?

  package convenience init(_ workspace: Workspace, _ schema: Schema) {
    self.init(Result { () throws(GitError) in try workspace.repository() }, schema)
  }

  /// - Parameter repository: the repository, or why there is none.
  package init(_ repository: Result<Repository, GitError>, _ schema: Schema) {
    self.schema = schema
    switch repository {
    case .success(let repository): (self.repository, gap, failure) = (repository, nil, nil)
    case .failure(.notInstalled): (self.repository, gap, failure) = (nil, .gitIsNotInstalled, nil)
    // There is no history that could tell anything.
    case .failure(.noRepository), .failure(.bare): (self.repository, gap, failure) = (nil, nil, nil)
    case .failure(let error): (self.repository, gap, failure) = (nil, .isDamaged, error)
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
