/// Where the measured program and its yardsticks are.
struct Programs {
  let shelf: String
  /// This program, which is a yardstick too.
  let bench: String
  let git: String
  /// Nil if ripgrep is not installed.
  let ripgrep: String?

  /// Finds the programs; `shelf` is the path the caller gave, if any.
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
