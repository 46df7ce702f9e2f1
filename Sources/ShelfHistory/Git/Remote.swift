import YAMLEdit

/// The place elsewhere that a branch is kept in step with.
package struct Remote: Sendable {
  /// The remote's name, such as "origin".
  package let name: String
  /// The branch here.
  package let branch: String
  /// The full name of the branch there, such as "refs/heads/main".
  let target: String
  /// The full name of what is remembered here of the branch there.
  let tracking: String
  /// Whether git knows already that the two belong together.
  let isUpstream: Bool

  /// What is remembered here of the branch there, as a person names it: "origin/main".
  var trackingName: String {
    tracking.hasPrefix("refs/remotes/") ? String(tracking.dropFirst("refs/remotes/".count)) : tracking
  }
}

/// Why two copies of a library were not brought in step. What is on the disk is as it was.
package enum SyncError: Error, Sendable {
  /// Nothing says where the other copy is.
  case noRemote
  /// Several remotes could be meant.
  case manyRemotes([String])
  /// No branch is checked out.
  case detached
  /// The branch follows one in this repository.
  case localUpstream(branch: String)
  /// A merge, a rebase or the like has been begun and not ended.
  case unfinished(GitOperation)
  /// Both sides changed the same in these files; the merge was taken back.
  case conflict([MergeConflict], theirs: String)
  /// What is there changes these files as well, which are changed here and not committed.
  case uncommitted(paths: [String])
  /// These files are staged, which keeps git from merging.
  case staged(paths: [String])
  /// git did not do one of the steps; what it said.
  case failed(step: Step, message: String)
  /// Others push all the time.
  case busy
  case git(GitError)

  /// A file that both sides changed so that they do not go together; its path starts from the top of the work tree.
  package struct MergeConflict: Hashable, Sendable {
    package let path: String
    package let deletion: Deletion?

    /// Where the file was deleted, and changed in the other copy.
    package enum Deletion: Sendable {
      case here, there
    }
  }

  package enum Step: String, Sendable {
    case fetch, merge, push
  }
}
