import ShelfModel
import ShelfStore

/// Two states of the library to compare.
package enum ChangeRange: Hashable, Sendable {
  /// The last commit and the files on disk, including untracked ones. If there is no commit, all files are new.
  case uncommitted
  /// A commit and the files on disk, including untracked ones.
  case sinceCommit(String)
  /// The last commit and the index, which contains the files for the next commit.
  case staged
  /// Two commits.
  case between(String, String)
}

extension ChangeRange {
  fileprivate var includesDisk: Bool {
    switch self {
    case .uncommitted, .sinceCommit: true
    case .staged, .between: false
    }
  }
}

/// A file of the library that differs between two states.
package struct ChangedFile: Hashable, Sendable {
  /// The path relative to the library.
  package let path: String
  package let status: Status

  package enum Status: Hashable, Sendable {
    case added, modified, deleted

    init(_ change: RawChange) {
      let isUnmerged = change.status == UInt8(ascii: "U")
      self = isUnmerged || change.old.isFile && change.new.isFile ? .modified : change.new.isFile ? .added : .deleted
    }
  }
}

extension Repository {
  /// Returns the files of the library that differ between two states, sorted by path: records, covers and the manifest.
  /// A moved file is listed as deleted at the old path and added at the new path.
  package func changes(_ range: ChangeRange) throws(GitError) -> [ChangedFile] { try allChanges(range).files }

  /// Returns the files of the library that differ between two states, and the paths, with replacement characters, of
  /// changed files that cannot be records because their names are not UTF-8.
  package func allChanges(_ range: ChangeRange) throws(GitError) -> (files: [ChangedFile], nonUTF8Paths: [String]) {
    var found: [String: ChangedFile.Status] = [:]
    var nonUTF8Paths: Set<String> = []
    for change in try rawChanges(command(range, syncedPaths)) {
      guard let path = path(change.path) else {
        if let path = nonUTF8Path(change.path) { nonUTF8Paths.insert(path) }
        continue
      }
      let status = ChangedFile.Status(change)
      // A file with a merge conflict is listed twice.
      found[path] = found[path].map { $0 == status ? status : .modified } ?? status
    }
    if range.includesDisk {
      // git lists a file as deleted if it was removed only from the index, but the file still exists.
      for bytes in try untrackedPaths(recordPaths) + untrackedPaths([prefix + CoverPath.folder], ["--exclude-standard"])
      {
        if let path = path(bytes) {
          found[path] = found[path] == nil ? .added : .modified
        } else if let path = nonUTF8Path(bytes) {
          nonUTF8Paths.insert(path)
        }
      }
    }
    let files = found.map { ChangedFile(path: $0.key, status: $0.value) }.sorted { $0.path < $1.path }
    return (files, nonUTF8Paths.sorted())
  }

  private func command(_ range: ChangeRange, _ recordPaths: [String]) throws(GitError) -> [String] {
    switch range {
    case .uncommitted: ["diff"] + Git.rawOutput + [try lastTree(), "--"] + recordPaths
    case .sinceCommit(let revision): ["diff"] + Git.rawOutput + [try commit(revision), "--"] + recordPaths
    case .staged: ["diff", "--cached"] + Git.rawOutput + ["--"] + recordPaths
    case .between(let old, let new):
      ["diff-tree", "-r"] + Git.rawOutput + [try commit(old), try commit(new), "--"] + recordPaths
    }
  }

  /// Returns the last commit, or the hash of a tree without files, which depends on the repository's hash function.
  ///
  /// `head` is the commit when the repository was opened, and there may be a newer one.
  func lastTree() throws(GitError) -> String {
    if let name = try git.answer(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]) { return name }
    guard let name = try git.answer(["hash-object", "-t", "tree", "/dev/null"]) else { throw .unknownRevision("HEAD") }
    return name
  }

  /// Returns the folder that the library was moved from, or nil if no manifest was deleted between the two states.
  func formerPrefix(_ range: ChangeRange) throws(GitError) -> String? {
    for change in try rawChanges(command(range, [])) where change.old.isFile && !change.new.isFile {
      guard let path = String(validating: change.path, as: UTF8.self),
        path == Manifest.fileName || path.hasSuffix("/" + Manifest.fileName)
      else { continue }
      return String(path.dropLast(Manifest.fileName.count))
    }
    return nil
  }

  /// Returns the untracked files in the folders of records, and the manifest if it is untracked. This includes files
  /// that git ignores, because they also belong to the library.
  func untracked() throws(GitError) -> [String] { try untrackedPaths(recordPaths).compactMap { path($0) } }

  private func untrackedPaths(_ recordPaths: [String], _ options: [String] = []) throws(GitError) -> [ArraySlice<UInt8>]
  {
    try git.read(["ls-files", "-z", "--others"] + options + ["--"] + recordPaths).split(separator: 0)
      .filter { $0.last != UInt8(ascii: "/") }
  }

  /// Returns the changes that turn the files on disk into the state of the index: the contents of each file that
  /// differs, or nil for a file that is not in the index.
  package func indexOverlay() throws(GitError) -> [String: [UInt8]?] {
    var overlay: [String: [UInt8]?] = [:]
    var names: [(path: String, name: String)] = []
    for change in try rawChanges(["diff"] + Git.rawOutput + ["--"] + recordPaths) {
      guard let path = path(change.path), change.status != UInt8(ascii: "U") else { continue }
      if change.old.isFile, let name = change.old.contents {
        names.append((path, name))
      } else {
        // The index does not contain the file's contents, for example after `git add --intent-to-add`.
        overlay[path] = .some(nil)
      }
    }
    for path in try untracked() { overlay[path] = .some(nil) }
    try forEachObject(names.map(\.name)) { position, bytes in
      if let bytes { overlay[names[position].path] = bytes }
      return true
    }
    return overlay
  }

  /// Returns the number of the library's files that differ from the last commit, or the number of all its files if
  /// there is no commit.
  package func uncommittedCount() throws(GitError) -> Int { try changes(.uncommitted).count }

  /// Returns the absolute path of the folder with git's own files.
  package func gitFolder() throws(GitError) -> String? { try git.answer(["rev-parse", "--absolute-git-dir"]) }

  /// Runs a command that compares two states, and returns the differences.
  func rawChanges(_ arguments: [String]) throws(GitError) -> [RawChange] {
    var reader = RawDiffReader()
    var changes: [RawChange] = []
    let ending = try git.run(arguments) { piece in
      reader.take(piece) { element in
        if case .change(let change) = element { changes.append(change) }
        return true
      }
    }
    try git.check(ending, arguments)
    return changes
  }
}
