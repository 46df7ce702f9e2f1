import ShelfModel
import ShelfQuery

/// Joins the words of a command line into a query.
enum QueryWords {
  /// Returns the words joined by spaces. Each argument is first written as it has to be in a query.
  static func text(_ words: [String], _ schema: Schema) -> String {
    text(words.map { QuerySource.argument($0, schema) })
  }

  /// Returns the queries of the options `--where`.
  static func sources(_ queries: [String], _ schema: Schema) throws -> [QuerySource] {
    try queries.map { try QuerySource(text([ParserArguments.unmarked($0)], schema)) }
  }

  /// Returns the words joined by spaces, regardless of how the shell split them.
  static func text(_ words: [String]) -> String {
    words.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
  }
}
