/// An error that makes a measurement impossible.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Returns an error for the system call `name`, by default with the current `errno`.
  static func system(_ name: String, _ path: String, code: Int32 = errno) -> BenchError {
    BenchError("\(name) \(path): \(String(cString: strerror(code)))")
  }
}
