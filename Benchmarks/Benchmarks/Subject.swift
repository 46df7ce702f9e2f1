/// A command that is measured, or a yardstick for other commands.
struct Subject {
  let name: String
  let child: Child
  /// The exit statuses of a successful run.
  let statuses: Set<Int32>

  init(_ name: String, _ child: Child, statuses: Set<Int32> = [0]) {
    self.name = name
    self.child = child
    self.statuses = statuses
  }
}
