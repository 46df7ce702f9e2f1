/// How the user wants a change to be made.
package struct ChangeRequest {
  /// What the change is called in the history: the command, such as `book delete dune`.
  package var command: String
  /// Whether the change is only to be shown.
  package var isPreview: Bool
  /// Whether the user is asked before the change is made.
  ///
  /// Others may change the library while the answer is awaited; otherwise it stays locked from when it is read.
  package var isAsking: Bool
  /// Whether git commits the change; nil leaves that to the manifest.
  package var commits: Bool?
  /// The message of the commit; nil for one that tells what changed.
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
