/// What is said while something that takes several steps is done, and at the end: the words, and what sort of words they
/// are.
package enum StatusLine: Equatable, Sendable {
  /// What was done.
  case done(String)
  /// What goes on at this moment.
  case step(String)
  case note(String)
  case warning(String)
  /// Lines that belong to what was said before, or that another program said.
  case quotation([String])
}
