#if os(Linux)
  import CLinux
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Facts about the computer and the process, and services such as sleeping. The model and the library receive the facts
/// and services that they need as parameters, so that tests can replace them.
package enum Machine {
  /// Seconds since 1970, in UTC.
  package static var secondsSince1970: Int { time(nil) }

  /// The number of processors online.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The operating system, its version and the processor architecture, such as “Linux 6.1.0 x86_64” (uname(2)).
  package static var system: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return [text(names.sysname), text(names.release), text(names.machine)].joined(separator: " ")
  }

  /// The absolute path of the running program, or nil if the system does not report it, or the file no longer exists.
  package static var program: String? {
    #if os(Linux)
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #else
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else { return nil }
    #endif
    defer { free(path) }
    return String(validatingCString: path)
  }

  /// Returns unused memory to the system (malloc_trim(3)). If there are several threads, the allocator would otherwise
  /// keep much of this memory in separate arenas.
  package static func giveMemoryBack() {
    #if canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }

  /// Suspends this thread.
  package static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// Returns the offset of the computer's time zone from UTC at a given time, in seconds. The offset is positive east
  /// of Greenwich.
  package static func localOffset(secondsSince1970: Int) -> Int {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Int(parts.tm_gmtoff)
  }

  /// Returns the system's message for an error number.
  package static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
