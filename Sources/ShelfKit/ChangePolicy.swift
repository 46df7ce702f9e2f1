/// The options of a change: preview, confirmation and commit.
package struct ChangePolicy {
  /// The name of the change in the history: the command, such as `book delete dune`.
  package var command: String
  /// Whether to show the change without making it.
  package var isPreview: Bool
  /// Whether the user has to confirm the change.
  ///
  /// If so, the library is locked only when the change is written, and other programs may change it while the user
  /// decides. Otherwise, it is already locked when it is read.
  package var isAsking: Bool
  /// Whether to commit the change, or nil if the manifest decides.
  package var commits: Bool?
  /// The message of the commit, or nil for a generated message.
  package var message: String?

  package init(
    command: String, isPreview: Bool = false, isAsking: Bool = false, commits: Bool? = nil, message: String? = nil
  ) {
    self.command = command
    self.isPreview = isPreview
    self.isAsking = isAsking
    self.commits = commits
    self.message = message
  }
}
