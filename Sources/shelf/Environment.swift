#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The environment of this process.
///
/// Obtaining it through Foundation would take a tenth of the total time of `shelf --version`.
enum Environment {
  /// Returns the environment variables. If a name occurs twice, the first value is used, as in `getenv`.
  static func current() -> [String: String] {
    var variables = [String: String](minimumCapacity: 64)
    var next = environ
    while let entry = next.pointee {
      if let equals = strchr(entry, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: entry, count: equals - entry)
        let key = String(decoding: name, as: UTF8.self)
        if variables[key] == nil { variables[key] = String(cString: equals + 1) }
      }
      next += 1
    }
    return variables
  }
}
