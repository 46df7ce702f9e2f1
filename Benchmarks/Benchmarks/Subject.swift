/// A command that is measured, or that others are measured against.
struct Subject {
  let name: String
  let child: Child
  /// Statuses of a run that did its work.
  let statuses: Set<Int32>

  init(_ name: String, _ child: Child, statuses: Set<Int32> = [0]) {
    self.name = name
    self.child = child
    self.statuses = statuses
  }
}
