import ShelfSystem

/// Means that output could not be written, for example because the disk is full.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  package var code: Int32

  package var description: String { "cannot write the output: \(Machine.message(code))" }
}
