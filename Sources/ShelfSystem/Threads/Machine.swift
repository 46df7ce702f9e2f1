#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a front end asks the machine for; nothing below the front ends asks.
package enum Machine {
  /// Seconds since 1970, in UTC.
  package static var secondsSince1970: Int { time(nil) }

  /// The number of processors online.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Returns the day that a moment falls on in the machine's time zone.
  package static func localDay(secondsSince1970: Int) -> (year: Int, month: Int, day: Int) {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// Returns the system's own words for an error number.
  package static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
