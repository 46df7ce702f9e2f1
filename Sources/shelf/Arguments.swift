import CProcess

/// The arguments of this process.
enum Arguments {
  /// Returns the arguments without the program's name, or nil if they cannot be determined.
  static func current() -> [String]? {
    guard let values = process_arguments() else { return nil }
    var arguments: [String] = []
    var next = values
    while let value = next.pointee {
      arguments.append(String(cString: value))
      next += 1
    }
    return Array(arguments.dropFirst())
  }
}
