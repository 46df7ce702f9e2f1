#if canImport(Glibc)
  @_exported import Glibc
#else
  @_exported import Darwin
#endif

extension rusage {
  /// The resources that this process has used so far.
  static var own: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// The peak memory use in bytes. `ru_maxrss` is in kilobytes on Linux and in bytes on macOS.
  var peakBytes: Int {
    #if canImport(Glibc)
      ru_maxrss * 1024
    #else
      ru_maxrss
    #endif
  }
}
