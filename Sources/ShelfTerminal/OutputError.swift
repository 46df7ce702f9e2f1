import ShelfSystem

/// The error thrown if output cannot be written, for example because the disk is full.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package var code: Int32

  package var description: String { "cannot write the output: \(Machine.message(code))" }
}
