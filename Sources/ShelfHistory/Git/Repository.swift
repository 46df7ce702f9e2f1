import ShelfModel
import ShelfStore

/// The git repository that contains a library.
///
/// Everything is read by running the `git` program, because libgit2 ignores hooks, filters, signing and credential
/// helpers. Starting a process is expensive, so commands are batched. To read history, one `git log --raw` lists
/// commits with the paths and object names of their changed files (`HistoryLog`, `DeletionLog`, parsed by
/// `RawDiffReader`), and one `git cat-file --batch` then reads the contents of all those objects (`forEachObject`,
/// parsed by `BatchReader`). The contents are parsed as records and compared by record id, since git knows only paths:
/// see `LibraryHistory`, `RecordHistoryWalk` and `LostRecordSearch`.
///
/// Paths in git's output start at the top of the work tree; `prefix` converts between them and paths in the library. In
/// earlier commits the library may have been in a different folder; `moved(to:)` returns a repository with the library
/// in that folder.
package struct Repository: Sendable {
  /// The library's path from the top of the work tree, either "" or a path that ends with `/`.
  package private(set) var prefix: String
  /// The hash of the checked-out commit, or nil on a branch without commits.
  package let head: String?
  /// The absolute path of the running program, which git runs as the merge driver, or nil if unknown.
  let program: String?
  let git: Git

  /// Finds the repository of a library.
  ///
  /// - Parameters:
  ///   - libraryRoot: the absolute path of the library, without symbolic links.
  ///   - environment: the environment variables for git; variables that git defines, such as `GIT_DIR`, have their
  ///     usual meaning.
  ///   - program: the absolute path of the running program, which git runs as the merge driver, or nil if unknown.
  package init(of libraryRoot: String, environment: [String: String], program: String? = nil) throws(GitError) {
    if environment["GIT_DIR"] == nil, environment["GIT_WORK_TREE"] == nil {
      self = try Repository(around: libraryRoot, environment, program)
    } else {
      self = try Repository(named: environment, holding: libraryRoot, program)
    }
  }

  private init(_ git: Git, prefix: String, program: String?) throws(GitError) {
    self.git = try git.withoutFilters()
    self.program = program
    self.prefix = prefix
    head = try git.answer(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
  }

  /// Searches for the repository as git does, in the library's folder and its parents.
  private init(around root: String, _ environment: [String: String], _ program: String?) throws(GitError) {
    try Repository.checkOwnFiles(around: root)
    let git = Git(folder: root, environment: environment)
    let words = ["rev-parse", "--is-bare-repository", "--is-inside-work-tree", "--show-prefix"]
    let answer: String?
    do throws(GitError) { answer = try git.answer(words) } catch { throw Repository.reason(error, root) }
    let lines = (answer ?? "").split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count > 1, lines[1] == "true" else {
      throw lines.first == "true" ? .bare(path: root) : .noRepository(path: root)
    }
    let prefix = lines.count > 2 ? String(lines[2]) : ""
    let path = Array((root + "/").utf8)
    let rest = Array(prefix.utf8)
    guard path.count > rest.count, path.suffix(rest.count) == rest[...] else {
      throw .noRepository(path: root, cause: .otherFolder)
    }
    let top = String(decoding: path.dropLast(rest.count), as: UTF8.self)
    try self.init(Git(folder: top, environment: environment), prefix: prefix, program: program)
  }

  /// Uses the repository that the environment names, as it does when git runs a hook. In that case, git treats the
  /// current folder as the top of the work tree, so git must be started from there.
  private init(named environment: [String: String], holding root: String, _ program: String?) throws(GitError) {
    if let folder = environment["GIT_DIR"] { try Repository.checkOwnFiles(around: root, gitFolder: folder) }
    let git = Git(folder: nil, environment: environment)
    let top: String?
    let folder: String?
    do throws(GitError) {
      top = try git.answer(["rev-parse", "--show-toplevel"])
      folder = try git.answer(["rev-parse", "--absolute-git-dir"])
    } catch {
      let reason = Repository.reason(error, root)
      switch reason {
      // If a hook changes to another folder, a relative `GIT_DIR` no longer names a repository.
      case .bare, .noRepository: throw .noRepository(path: root, cause: .environment)
      default: throw reason
      }
    }
    guard let top, let folder, (root + "/").hasPrefix(top == "/" ? top : top + "/") else {
      throw .noRepository(path: root, cause: .environment)
    }
    var environment = environment
    environment["GIT_DIR"] = folder
    environment["GIT_WORK_TREE"] = top
    let prefix = (root + "/").dropFirst(top == "/" ? 1 : top.count + 1)
    try self.init(Git(folder: top, environment: environment), prefix: String(prefix), program: program)
  }

  /// Converts git's error message for the first command into a specific error.
  private static func reason(_ error: GitError, _ root: String) -> GitError {
    guard case .failed(_, _, let message) = error else { return error }
    if message.contains("safe.directory") { return .unsafe(path: root, message: message) }
    if message.hasPrefix("not a git repository") { return .noRepository(path: root) }
    if message.contains("must be run in a work tree") || message.hasPrefix("cannot use bare repository") {
      return .bare(path: root)
    }
    return error
  }

  /// Returns the same repository with the library in the folder where it was in earlier commits.
  ///
  /// - Parameter prefix: the path of the folder from the top of the work tree: empty, or with a slash at the end.
  func moved(to prefix: String) -> Repository {
    var repository = self
    repository.prefix = prefix
    return repository
  }

  /// Returns whether a branch is checked out, as opposed to a detached HEAD.
  package func isOnBranch() throws(GitError) -> Bool { try git.answer(["symbolic-ref", "--quiet", "HEAD"]) != nil }

  /// Returns the number of ancestors of the checked-out commit, including itself, that do not belong to any branch or
  /// tag.
  func looseCommits() throws(GitError) -> Int {
    guard let head else { return 0 }
    let words = ["rev-list", "--count", head, "--not", "--branches", "--remotes", "--tags"]
    return Int(try git.answer(words) ?? "") ?? 0
  }

  /// Returns the hash of the commit that a revision names: for example a branch, a tag, `HEAD~3` or the start of a
  /// hash.
  package func commit(_ revision: String) throws(GitError) -> String {
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
    do throws(GitError) {
      if !revision.isEmpty, let name = try git.answer(words) { return name }
    } catch .failed {
      // git reports some errors, such as an invalid date, even with `--quiet`.
    }
    throw .unknownRevision(revision)
  }

  /// Converts a path from the top of the work tree into a path relative to the library, or returns nil if it is outside
  /// the library.
  func path(_ bytes: ArraySlice<UInt8>) -> String? {
    let start = prefix.utf8
    guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
    return String(validating: bytes.dropFirst(start.count), as: UTF8.self)
  }

  /// Returns the path, relative to the library, of a file in a record folder if the file's name is not UTF-8, or nil
  /// for any other file. Invalid bytes are replaced with replacement characters.
  func nonUTF8Path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard String(validating: bytes, as: UTF8.self) == nil, bytes.starts(with: prefix.utf8) else { return nil }
    let path = bytes.dropFirst(prefix.utf8.count)
    guard Kind.allCases.contains(where: { path.starts(with: ($0.folder + "/").utf8) }) else { return nil }
    return String(decoding: path, as: UTF8.self)
  }

  /// The folders of records and the manifest, as paths from the top of the work tree.
  var recordPaths: [String] { (Kind.allCases.map(\.folder) + [Manifest.fileName]).map { prefix + $0 } }

  /// Everything that is synchronized: the folders of records, the manifest and the covers, as paths from the top of the
  /// work tree.
  var syncedPaths: [String] { recordPaths + [prefix + CoverPath.folder] }

  /// The library as a pathspec for `git log`. Listing its folders separately would make git examine every commit twice,
  /// which takes more than twice as long, and hardly any commit touches other files in the library.
  var logPathspec: [String] { prefix.isEmpty ? [] : [prefix] }
}
