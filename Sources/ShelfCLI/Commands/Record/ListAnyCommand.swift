import ArgumentParser

/// `shelf ls`: short for the list of a kind, or of books by default.
///
/// `ParserArguments.withFullNames` replaces the words before the parser sees them, so this command never runs. It
/// exists for help and completion.
struct ListAnyCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List books, or records of the given kind.",
    usage: "shelf list [<kind>] [<query> ...] [<options>]",
    discussion: """
      `shelf ls quotes book:dune` is short for `shelf quote list book:dune`, and `shelf ls` for `shelf book list`.
      """, aliases: ["ls"])

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The kind and a query. The options are the same as for `shelf book list`.", valueName: "query"))
  var words: [String] = []

  func run(in context: Context) throws { throw CleanExit.helpRequest(self) }
}
