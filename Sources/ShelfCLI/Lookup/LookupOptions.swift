import ArgumentParser

/// The options of `add` for lookups.
struct LookupOptions: ParsableArguments {
  @Option(name: .customLong("lookup"), help: ArgumentHelp("Look up the book by these words.", valueName: "words"))
  var search: String?

  @Option(
    help: ArgumentHelp("Look up the ISBNs in a file, one per line; - is standard input.", valueName: "file"),
    completion: .file())
  var isbns: String?

  @Flag(name: .customLong("no-lookup"), help: "Look nothing up; treat an ISBN as the title.")
  var noLookup = false

  @Flag(help: "With --lookup, use the first result.")
  var first = false

  @Option(
    help: ArgumentHelp("Also take the series, which is otherwise only offered.", valueName: "field"),
    completion: .list(["series"]))
  var take: [String] = []

  @Option(
    help: ArgumentHelp("Write the ISBNs that yielded no book to a file.", valueName: "file"), completion: .file())
  var rejects: String?

  @Flag(help: "Ask again, even if the answer is in the cache.")
  var fresh = false

  @Flag(name: .shortAndLong, help: "Add the books that were found without asking.")
  var yes = false

  var takesSeries: Bool { take.contains("series") }

  var isRequested: Bool { search != nil || isbns != nil }

  func validate() throws {
    if search != nil, isbns != nil { throw ValidationError("--lookup and --isbns cannot be combined") }
    if let field = take.first(where: { $0 != "series" }) {
      throw ValidationError("--take accepts only series, not “\(field)”; all other fields are always taken")
    }
    if rejects != nil, isbns == nil { throw ValidationError("--rejects requires --isbns") }
    if first, search == nil { throw ValidationError("--first requires --lookup") }
  }
}
