#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Says that output could not be written, for example because the disk is full.
struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  var code: Int32

  var description: String { "cannot write the output: \(String(cString: strerror(code)))" }
}
