import ShelfModel

/// The remote branch that a branch is kept in sync with.
package struct Remote: Sendable {
  /// The remote's name, such as "origin".
  package let name: String
  /// The local branch.
  package let branch: String
  /// The full name of the remote branch, such as "refs/heads/main".
  let target: String
  /// The full name of the remote-tracking branch.
  let tracking: String
  /// Whether the remote branch is already the upstream of the local one.
  let isUpstream: Bool

  /// The remote branch as a person names it: "main".
  package var targetName: String {
    target.hasPrefix("refs/heads/") ? String(target.dropFirst("refs/heads/".count)) : target
  }

  /// The remote-tracking branch as a person names it: "origin/main".
  var trackingName: String {
    tracking.hasPrefix("refs/remotes/") ? String(tracking.dropFirst("refs/remotes/".count)) : tracking
  }
}

/// Why a library was not synced. The files on the disk are as they were.
package enum SyncError: Error, Sendable {
  /// There is no remote.
  case noRemote
  /// There are several remotes, and none is the upstream.
  case manyRemotes([String])
  /// No branch is checked out.
  ///
  /// - Parameter loose: the number of commits that are on no branch, and are lost when another commit is checked out.
  case detached(loose: Int)
  /// The remote no longer has the branch, but has these others.
  case branchGone(Remote, others: [String])
  /// The branch and the remote one have no commit in common.
  case unrelated(theirs: String)
  /// What the other copy holds at the path of the library's manifest, from the top of the work tree, keeps this version of
  /// shelf from reading the library after a merge.
  case manifest(path: String, IncomingManifest, theirs: String)
  /// The upstream is a branch in this repository.
  case localUpstream(branch: String)
  /// A merge, a rebase or the like is in progress.
  case unfinished(GitOperation)
  /// Both sides made conflicting changes to these files; the merge was aborted.
  case conflict([MergeConflict], theirs: String)
  /// Both sides changed these files, whose names are not UTF-8, differently; the merge was aborted.
  case unnamed(paths: [String])
  /// The remote changes these files, which have uncommitted changes.
  case uncommitted(paths: [String])
  /// These files are staged, which keeps git from merging.
  case staged(paths: [String])
  /// A sync was killed, and git has left this lock behind, or still works.
  case lock(path: String)
  /// A sync was killed in the middle of a merge, and these files, from the top of the work tree, are not what it wrote;
  /// without any, that cannot be told.
  case interrupted(paths: [String])
  /// One of git's steps failed, with this message.
  case failed(step: Step, message: String)
  /// Others keep pushing.
  case busy
  case git(GitError)

  /// Why the manifest of the other copy cannot take the place of ours.
  package enum IncomingManifest: Sendable {
    case deleted
    /// It is a link, a folder, or too large.
    case notAFile
    /// The library has this format, which is newer than those that are known.
    case newer(format: Int)
    case unreadable(UnreadableFile)
  }

  /// A file with conflicting changes; its path starts at the top of the work tree.
  package struct MergeConflict: Hashable, Sendable {
    package let path: String
    package let deletion: Deletion?
    /// Whether it is a record or the manifest of the library. No rule decides about any other file.
    package let isOfLibrary: Bool
    /// The versions of a file that both sides have; nil if one of them is too large. The base is empty if both added it.
    package internal(set) var ours: [UInt8]?
    package internal(set) var base: [UInt8]?
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
