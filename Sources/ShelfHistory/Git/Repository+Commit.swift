import ShelfStore
import ShelfSystem

extension Repository {
  /// The reason why a commit failed. The files are unchanged.
  package enum CommitFailure: Error, Sendable {
    /// git, a hook or the signing program refused the commit with this message.
    case refused(message: String)
    /// `.gitignore` or another exclude file excludes these new files.
    case ignored(paths: [String])
    /// git does not notice changes to these files or folders.
    case unseen([UnseenPlace])
    /// git ended without an error, but the last commit has the old versions of these files, because a hook has undone
    /// the change or the commit.
    case undone(paths: [String])
    case git(GitError)
  }

  /// Commits only these files, as they are on disk. Other staged changes remain staged.
  ///
  /// The commit uses the user's identity, hooks and signing. New files are first added with `--intent-to-add`, because
  /// `git commit --only` ignores untracked files; if the commit fails, they become untracked again. Files that git
  /// would silently leave out, because they are ignored or inside another repository, cause an error before anything is
  /// done. A hook may undo the change or the commit, so the result is checked afterward.
  ///
  /// - Parameters:
  ///   - paths: the paths, relative to the library; a file that does not exist is deleted in the commit.
  ///   - message: the subject, an empty line, and the body.
  /// - Returns: the output of git and its hooks, or nil if the last commit already contains the files in this state.
  /// - Throws: `CommitFailure.unseen` if a file is in a submodule or a nested clone, or is marked `skip-worktree`.
  package func commit(
    _ paths: [String], message: String, _ fileSystem: any FileSystem
  ) throws(CommitFailure) -> String? {
    try attempt { () throws(GitError) in try checkSpecialFiles(beside: paths.map { prefix + $0 }, fileSystem) }
    let unseen = try attempt { () throws(GitError) in try unseenPlaces(among: paths, fileSystem) }
    if !unseen.isEmpty { throw .unseen(unseen) }
    let known = try attempt { () throws(GitError) in try self.known(paths) }
    let new = paths.filter { !known.contains($0) }
    let ignored = try attempt { () throws(GitError) in try self.ignored(new) }
    if !ignored.isEmpty { throw .ignored(paths: ignored) }
    let added = try attempt { () throws(GitError) in try self.announce(new) }
    let noticed = Set(added)
    let unnoticed = new.filter { !noticed.contains($0) && (try? fileSystem.status(top + prefix + $0)) != nil }
    if !unnoticed.isEmpty {
      forget(added)
      let recordPaths = try attempt { () throws(GitError) in
        try unnoticed.map { path throws(GitError) in
          try submodule(above: path) ?? UnseenPlace(path: path, reason: .marked)
        }
      }
      throw .unseen(recordPaths)
    }
    let committed = paths.filter { known.contains($0) || added.contains($0) }
    if committed.isEmpty { return nil }
    let written = committed.map { checksum(ofFile: $0, fileSystem) }
    // Without `--untracked-files=no`, git would scan all untracked files for its message if there is nothing to
    // commit.
    let words = [
      "commit", "--only", "--quiet", "--untracked-files=no", "--cleanup=whitespace", "--message=" + message,
    ]
    let ending: (status: Int32, output: [UInt8], errors: [UInt8])
    do throws(GitError) {
      ending = try git.write(words + Repository.fromInput, input: pathspecs(committed))
    } catch {
      forget(added)
      throw .git(error)
    }
    if ending.status == 0 {
      let files = zip(committed, written).map { (path: $0, written: $1) }
      let undone = try attempt { () throws(GitError) in try self.undone(files, added: noticed, fileSystem) }
      if !undone.isEmpty { throw .undone(paths: undone) }
      return String(decoding: ending.errors, as: UTF8.self).trimmed
    }
    forget(added)
    if ending.status == 1, added.isEmpty, try attempt({ () throws(GitError) in try self.isUnchanged(committed) }) {
      return nil
    }
    throw .refused(message: String(decoding: ending.output + ending.errors, as: UTF8.self).trimmed)
  }

  /// The options for reading paths from standard input, which does not limit their number.
  private static let fromInput = ["--pathspec-from-file=-", "--pathspec-file-nul"]

  /// Returns the paths as literal pathspecs. Each one is marked separately, because hooks would inherit
  /// `GIT_LITERAL_PATHSPECS`.
  private func pathspecs(_ paths: [String]) -> [UInt8] {
    paths.flatMap { Array(":(top,literal)\(prefix)\($0)".utf8) + [0] }
  }

  private func known(_ paths: [String]) throws(GitError) -> Set<String> {
    let named = paths.count > Repository.namedPaths ? syncedPaths : paths.map { prefix + $0 }
    var known = Set(try git.read(["ls-files", "-z", "--"] + named).split(separator: 0).compactMap { path($0) })
    if let head {
      let tree = try git.read(["ls-tree", "-r", "-z", "--name-only", "--full-tree", head, "--"] + named)
      known.formUnion(tree.split(separator: 0).compactMap { path($0) })
    }
    return known
  }

  /// Returns the given files that exist and are untracked.
  package func untracked(_ paths: [String]) throws(GitError) -> [String] {
    let there = Set(
      try git.read(["ls-files", "-z", "--others", "--"] + paths.map { prefix + $0 }).split(separator: 0)
        .compactMap { path($0) })
    return paths.filter(there.contains)
  }

  /// Adds any untracked files with `--intent-to-add`, so that they can be committed, and returns these files.
  private func announce(_ paths: [String]) throws(GitError) -> [String] {
    if paths.isEmpty { return [] }
    let new = try untracked(paths)
    if new.isEmpty { return [] }
    let words = ["add", "--intent-to-add"] + Repository.fromInput
    let ending = try git.write(words, input: pathspecs(new))
    try git.check(ExternalProgram.Ending(status: ending.status, errors: ending.errors), words)
    return new
  }

  /// Makes files untracked again if they were only added with `--intent-to-add`.
  private func forget(_ added: [String]) {
    if added.isEmpty { return }
    let words = ["rm", "--cached", "--quiet", "--force", "--ignore-unmatch"]
    _ = try? git.write(words + Repository.fromInput, input: pathspecs(added))
  }

  /// Returns the given files that are untracked and ignored.
  private func ignored(_ paths: [String]) throws(GitError) -> [String] {
    if paths.isEmpty { return [] }
    let words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--"] + paths.map { prefix + $0 }
    return try git.read(words).split(separator: 0).compactMap { path($0) }
  }

  private func isUnchanged(_ paths: [String]) throws(GitError) -> Bool {
    guard let head else { return false }
    let named = paths.count > Repository.namedPaths ? syncedPaths : paths.map { prefix + $0 }
    return try rawChanges(["diff"] + Git.rawOutput + [head, "--"] + named).isEmpty
  }

  /// Returns the files whose changes are missing from the checked-out commit, after git has committed them.
  ///
  /// A hook may change the files that it commits, for example to format them. Therefore the files in the commit need
  /// not be the ones that were written, but they must differ from the previous commit.
  ///
  /// - Parameters:
  ///   - files: the paths, with the checksums of the contents that were to be committed, or nil for a deleted file.
  ///   - added: the paths of new files.
  private func undone(
    _ files: [(path: String, written: String?)], added: Set<String>, _ fileSystem: any FileSystem
  ) throws(GitError) -> [String] {
    // Without an earlier commit, there is nothing to go back to.
    guard let head else { return [] }
    func differing(_ command: [String], _ states: [String]) throws(GitError) -> Set<String> {
      let named = files.count > Repository.namedPaths ? syncedPaths : files.map { prefix + $0.path }
      return Set(try rawChanges(command + Git.rawOutput + states + ["--"] + named).compactMap { path($0.path) })
    }
    let changed = try differing(["diff-tree", "-r"], [head, "HEAD"])
    let missing = files.filter { !changed.contains($0.path) }
    if missing.isEmpty { return [] }
    // A file that already had these contents in the previous commit is not part of the new one.
    let uncommitted = try differing(["diff"], [head])
    return missing.filter { file in
      added.contains(file.path) || uncommitted.contains(file.path)
        || checksum(ofFile: file.path, fileSystem) != file.written
    }.map(\.path)
  }

  private func checksum(ofFile path: String, _ fileSystem: any FileSystem) -> String? {
    (try? fileSystem.contents(of: top + prefix + path, limit: Int.max)).map(JournalEntry.checksum)
  }

  private func attempt<Result>(_ body: () throws(GitError) -> Result) throws(CommitFailure) -> Result {
    do throws(GitError) { return try body() } catch { throw .git(error) }
  }
}
