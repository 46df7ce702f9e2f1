import ShelfModel

/// The remote branch that a local branch is synchronized with.
package struct Remote: Sendable {
  /// The name of the remote, such as "origin".
  package let name: String
  /// The name of the local branch.
  package let branch: String
  /// The full name of the branch on the remote, such as "refs/heads/main".
  let target: String
  /// The full name of the remote-tracking branch.
  let tracking: String
  /// Whether the remote branch is already the upstream of the local one.
  package let isUpstream: Bool

  /// The short name of the remote branch, such as "main".
  package var targetName: String {
    target.hasPrefix("refs/heads/") ? String(target.dropFirst("refs/heads/".count)) : target
  }

  /// The short name of the remote-tracking branch, such as "origin/main".
  var trackingName: String {
    tracking.hasPrefix("refs/remotes/") ? String(tracking.dropFirst("refs/remotes/".count)) : tracking
  }
}

/// The reason why a library was not synchronized. The files on disk are unchanged.
package enum SyncError: Error, Sendable {
  case noRemote
  /// There are several remotes, and none of them is the upstream.
  case manyRemotes([String])
  /// No branch is checked out.
  ///
  /// - Parameter loose: the number of commits on no branch, which are lost when another commit is checked out.
  case detached(loose: Int)
  /// The remote branch does not exist, or no longer exists, and the remote has these other branches. If
  /// `areFetched` is false, git is set to fetch only the missing branch.
  case branchMissing(Remote, others: [String], areFetched: Bool = true)
  /// The two branches have no common ancestor.
  case unrelated(theirs: String)
  /// After a merge, this version of shelf would be unable to read the library, because of the other copy's manifest.
  /// The path is relative to the top of the work tree.
  case manifest(path: String, IncomingManifest, theirs: String)
  /// The upstream is a branch in the same repository.
  case localUpstream(branch: String)
  /// A git operation such as a merge or a rebase is in progress.
  case unfinished(GitOperation)
  /// Both sides made conflicting changes to these files, so the merge was aborted.
  case conflict([MergeConflict], theirs: String)
  /// Both sides made conflicting changes to these files, whose names are not UTF-8, so the merge was aborted.
  case nonUTF8Paths(paths: [String])
  /// The merge changes these files, which have uncommitted changes.
  case uncommitted(paths: [String])
  /// These files are staged, which prevents a merge.
  case staged(paths: [String])
  /// A sync was killed, and this lock file exists, either because git left it behind or because a git process is still
  /// running.
  case lock(path: String)
  /// A sync was killed during a merge, and these files are not in a state that the sync wrote. Paths are relative to
  /// the top of the work tree. The list is empty if the state cannot be determined.
  case interrupted(paths: [String])
  /// A git command failed with this message. If `isLeft` is set, the changes of an incomplete merge could not be undone
  /// yet.
  case failed(step: Step, message: String, isLeft: Bool = false)
  /// git pushes to several addresses, but could push only to some of them, with this message about the others.
  case partlyPushed(message: String)
  /// Other copies keep pushing, so every attempt to push came too late.
  case busy
  case git(GitError)

  /// Returns whether this is git's message about a full disk or quota.
  package static func isFull(_ message: String) -> Bool {
    ["No space left on device", "Out of diskspace", "Disk quota exceeded"].contains(where: message.contains)
  }

  /// Returns whether git could not write a file, for a reason that it did not print.
  package static func isUnwritten(_ message: String) -> Bool {
    ["unable to write file ", "unable to write new index file", "couldn't write '"].contains(where: message.contains)
  }

  /// The reason why the other copy's manifest must not replace ours.
  package enum IncomingManifest: Sendable {
    case deleted
    /// The manifest is a symbolic link, a folder or a file that is too large.
    case notAFile
    /// The manifest has this format, which is newer than the formats that this version of shelf supports.
    case newer(format: Int)
    case unreadable(UnreadableFile)
  }

  /// A file with conflicting changes.
  package struct MergeConflict: Hashable, Sendable {
    package let path: String
    package let deletion: Deletion?
    /// Whether the file is a readable record or the manifest of the library. The merge policy does not apply to other
    /// files.
    package internal(set) var isOfLibrary: Bool
    /// Our version, or nil if the file is missing on either side or this version exceeds the size limit for records.
    package internal(set) var ours: [UInt8]?
    /// The common base. It is empty if both sides added the file, and nil under the same conditions as `ours`.
    package internal(set) var base: [UInt8]?
    /// Their version, or nil under the same conditions as `ours`.
    package internal(set) var theirs: [UInt8]?

    /// The side that deleted a file that the other side changed.
    package enum Deletion: Sendable {
      case here, there
    }
  }

  package enum Step: String, Sendable {
    case fetch, merge, push
  }
}
