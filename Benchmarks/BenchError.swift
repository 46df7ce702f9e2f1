/// Why nothing can be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Returns the error that the system call `name` just left in `errno`.
  static func system(_ name: String, _ path: String, code: Int32 = errno) -> BenchError {
    BenchError("\(name) \(path): \(String(cString: strerror(code)))")
  }
}
