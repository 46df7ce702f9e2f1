#if canImport(Glibc)
  @_exported import Glibc
#else
  @_exported import Darwin
#endif

extension rusage {
  /// What this process has used up to now.
  static var own: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// The most memory held at once; the kernels count it in kilobytes on Linux and in bytes on macOS.
  var peakBytes: Int {
    #if canImport(Glibc)
      ru_maxrss * 1024
    #else
      ru_maxrss
    #endif
  }
}
