#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The environment of this process.
///
/// Foundation has one too, which takes a tenth of the time that `shelf --version` takes.
enum Environment {
  /// Returns the variables with their values; of two with the same name the first, as `getenv` does.
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
