/// Why a file cannot be read as its format at all.
package struct SourceError: Error, Sendable {
  package let path: String
  /// The line, from 1, if it is known.
  package let line: Int?
  package let column: Int?
  /// What is wrong, in lower case, without a period.
  package let reason: String

  /// A text that is not even read.
  ///
  /// - Parameter size: its bytes, if they are known.
  package static func tooLarge(_ path: String, size: Int? = nil) -> SourceError {
    let most = SourceFile.mostText >> 20
    // A device has no size.
    let has = size.flatMap { $0 > 0 ? $0 : nil }.map { "it has \(($0 + (1 << 20) - 1) >> 20) MiB, and " } ?? ""
    return SourceError("\(has)at most \(most) MiB are read; split it into several files", in: path)
  }

  /// A database, or what lies beside one, that is not even read.
  package static func tooLargeDatabase(_ path: String, size: Int) -> SourceError {
    SourceError(
      "it has \(size >> 20) MiB, and at most \(SourceFile.mostDatabase >> 20) MiB of a database are read", in: path)
  }

  package init(_ reason: String, in path: String, line: Int? = nil, column: Int? = nil) {
    self.reason = reason
    self.path = path
    self.line = line
    self.column = column
  }
}
