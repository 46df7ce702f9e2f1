/// A message of an operation with several steps, such as a synchronization: the words, and their category, which
/// decides where and how a front end shows them.
package enum StatusLine: Equatable, Sendable {
  /// A completed step or result.
  case done(String)
  /// The step that is running now.
  case step(String)
  case note(String)
  case warning(String)
  /// Lines that elaborate on the message before, or output of another program.
  case quotation([String])
}
