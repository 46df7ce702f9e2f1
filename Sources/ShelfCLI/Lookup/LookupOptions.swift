import ArgumentParser

/// The options of `add` for lookups.
struct LookupOptions: ParsableArguments {
  @Option(name: .customLong("lookup"), help: ArgumentHelp("Look for it by these words.", valueName: "words"))
  var search: String?

  @Option(
    help: ArgumentHelp("Look up many ISBNs, one on a line; - is standard input.", valueName: "file"),
    completion: .file())
  var isbns: String?

  @Flag(name: .customLong("no-lookup"), help: "An ISBN is the title, and nothing is looked up.")
  var noLookup = false

  @Flag(help: "With --lookup, take the first that is found.")
  var first = false

  @Option(
    help: ArgumentHelp("Also take what is only offered: series.", valueName: "field"),
    completion: .list(["series"]))
  var take: [String] = []

  @Option(
    help: ArgumentHelp("Write the ISBNs that gave no book to a file.", valueName: "file"), completion: .file())
  var rejects: String?

  @Flag(help: "Ask again, even if the answer is in the cache.")
  var fresh = false

  @Flag(name: .shortAndLong, help: "Do not ask before what was found is added.")
  var yes = false

  var takesSeries: Bool { take.contains("series") }

  /// Whether an option asks for a lookup.
  var isWanted: Bool { search != nil || isbns != nil }

  func validate() throws {
    if search != nil, isbns != nil { throw ValidationError("--lookup and --isbns cannot be combined") }
    if let field = take.first(where: { $0 != "series" }) {
      throw ValidationError("--take takes series, not “\(field)”; all else that is known is taken")
    }
    if rejects != nil, isbns == nil { throw ValidationError("--rejects goes with --isbns") }
    if first, search == nil { throw ValidationError("--first goes with --lookup") }
  }
}
