/// The reason why a file as a whole cannot be read.
package struct SourceError: Error, Sendable {
  package let path: String
  /// The line, counted from 1, if it is known.
  package let line: Int?
  package let column: Int?
  /// The problem, in lowercase and without a period.
  package let reason: String

  /// Returns the error for text that is too large to be read.
  ///
  /// - Parameter size: the size of the text in bytes, if known.
  package static func tooLarge(_ path: String, size: Int? = nil) -> SourceError {
    let maximum = SourceFile.maxText >> 20
    // Devices report a size of 0.
    let has = size.flatMap { $0 > 0 ? $0 : nil }.map { "it has \(($0 + (1 << 20) - 1) >> 20) MiB, and " } ?? ""
    return SourceError("\(has)at most \(maximum) MiB can be read; split it into several files", in: path)
  }

  /// Returns the error for a database file, or a file that belongs to it, that is too large to be read.
  package static func tooLargeDatabase(_ path: String, size: Int) -> SourceError {
    SourceError(
      "it has \(size >> 20) MiB, and at most \(SourceFile.maxDatabase >> 20) MiB of a database can be read", in: path)
  }

  package init(_ reason: String, in path: String, line: Int? = nil, column: Int? = nil) {
    self.reason = reason
    self.path = path
    self.line = line
    self.column = column
  }
}
