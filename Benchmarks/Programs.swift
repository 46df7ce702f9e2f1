/// The paths of the measured program and of its yardsticks.
struct Programs {
  let shelf: String
  /// The path of this executable, which is also run as the yardstick for reading.
  let bench: String
  let git: String
  /// ripgrep, or nil if it is not installed.
  let ripgrep: String?

  /// Finds the programs. `shelf` is the path that the user passed, if any.
  init(shelf: String?) throws {
    let bench = try Self.own()
    let path = shelf ?? "\(bench[..<bench.lastIndex(of: "/")!])/shelf"
    guard Files.isProgram(path) else {
      throw BenchError("there is no program at \(path); build it, or pass it with --shelf")
    }
    guard let git = Self.find("git") else { throw BenchError("git is not in PATH") }
    self.shelf = try Files.absolute(path)
    self.bench = bench
    self.git = git
    ripgrep = Self.find("rg")
  }

  private static func own() throws -> String {
    let invoked = CommandLine.arguments[0]
    return try Files.absolute(invoked.contains("/") ? invoked : find(invoked) ?? invoked)
  }

  private static func find(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: Files.isProgram)
  }
}
