/// A message about an operation with several steps, such as a synchronization. Its category determines where and how a
/// front end shows it.
package enum StatusLine: Equatable, Sendable {
  /// A completed step or result.
  case done(String)
  /// The step that is in progress.
  case step(String)
  case note(String)
  case warning(String)
  /// Lines that elaborate on the previous message, or output of another program.
  case quotation([String])
}
