import ArgumentParser

/// Measures `shelf` on generated libraries. Most figures are compared with a yardstick, which runs alternately with the
/// measured command.
@main
struct ShelfBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf-bench",
    abstract: "Measures shelf on generated libraries, beside reading the same files and doing nothing with them.",
    discussion: """
      Commands take turns, each run after a warm-up, and the table shows medians. A figure above its bar is marked \
      “over”, and the exit status is 0 all the same. git and ripgrep are there for orientation.
      """,
    subcommands: [ReadCommand.self])

  @Option(help: ArgumentHelp("Sizes of the libraries, in records.", valueName: "n,n,…"))
  var records = RecordCounts(values: [1_000, 10_000, 100_000])

  @Option(help: "Measured runs of every command.")
  var runs = 11

  @Option(help: ArgumentHelp("The binary to measure; else the one beside this program.", valueName: "path"))
  var shelf: String?

  @Option(help: ArgumentHelp("Keeps the libraries in a folder, and takes them from there.", valueName: "folder"))
  var keep: String?

  @Option(help: "Seed of the generated libraries.")
  var seed: UInt64 = 1

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be at least 1") }
  }

  func run() throws {
    let workplace = try Workplace(keeping: keep)
    defer { workplace.remove() }

    let bench = Benchmark(
      programs: try Programs(shelf: shelf), runs: runs, libraries: LibraryStore(folder: workplace.path, seed: seed))
    let report = try bench.measure(records.values)
    print(report.text)
  }
}
