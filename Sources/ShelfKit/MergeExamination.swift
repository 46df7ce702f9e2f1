import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfStore

/// Examines commits with doctor to find problems that a merge has caused or received from the other side.
///
/// The merge of two correct copies may contain errors, for example if a genre is deleted in one copy and used in the
/// other. For each commit, shelf takes the current library in memory, replaces the files that differ with their
/// versions in that commit, and has doctor examine the result. Findings are compared by their identity, so that older
/// problems are ignored.
package final class MergeExamination {
  private let workspace: Workspace
  private let repository: Repository
  /// The current library and its doctor. The library is read on first use.
  private var present: (library: Library, doctor: Doctor)?
  private var known: [String: [Finding]] = [:]

  /// - Parameter repository: the repository, with the merge checked out.
  package init(_ workspace: Workspace, _ repository: Repository) {
    self.workspace = workspace
    self.repository = repository
  }

  /// Returns the errors in a commit that were introduced by merges: none of the merged commits has them.
  ///
  /// - Parameter pushed: the last commit that the remote already has, or nil if it has none. Merges up to this commit
  ///   are ignored.
  package func errorsOfMerges(in commit: String, since pushed: String?) throws -> [Finding] {
    let parents = try repository.parentsOfMerges(from: pushed, to: commit)
    if parents.isEmpty { return [] }
    let errors = try findings(in: commit).filter { $0.severity == .error }
    if errors.isEmpty { return [] }
    let old = Set(try parents.flatMap { try findings(in: $0) }.map(\.identity))
    return errors.filter { !old.contains($0.identity) }
  }

  /// Returns the errors and warnings in a commit that do not occur in an earlier commit.
  package func problems(in commit: String, since old: String) throws -> [Finding] {
    let found = try findings(in: commit).filter { $0.severity != .note }
    if found.isEmpty { return [] }
    let before = Set(try findings(in: old).map(\.identity))
    return found.filter { !before.contains($0.identity) }
  }

  private func findings(in commit: String) throws -> [Finding] {
    if let findings = known[commit] { return findings }
    let paths = try repository.changes(.sinceCommit(commit)).map(\.path)
    let contents = try repository.contents(of: paths, in: .commit(commit))
    let (library, doctor) = try readPresent()
    let state = library.replacing(Dictionary(uniqueKeysWithValues: paths.map { ($0, contents[$0]) }))
    let findings = doctor.findings(in: state, strays: [])
    known[commit] = findings
    return findings
  }

  private func readPresent() throws(LibraryError) -> (library: Library, doctor: Doctor) {
    if let present { return present }
    let library = try workspace.read()
    let cache = HistoryCache(repository, schema: library.schema)
    let host = workspace.host
    let doctor = Doctor(settings: library.manifest.doctor, today: host.today(), now: host.now(), newID: host.newID) {
      cache.answer($0)
    }
    present = (library, doctor)
    return (library, doctor)
  }
}
