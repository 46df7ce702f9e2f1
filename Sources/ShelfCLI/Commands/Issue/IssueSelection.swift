import ArgumentParser
import ShelfQuery
import ShelfStore
import ShelfText

/// The options that only the list of issues has.
struct IssueSelection: ListSelection {
  enum State: String, EnumerableFlag {
    case open, closed

    static func help(for state: State) -> ArgumentHelp? {
      state == .open ? "Only issues that are open." : "Only issues that are closed."
    }
  }

  enum Age: String, EnumerableFlag {
    case newest, oldest

    static func help(for age: Age) -> ArgumentHelp? {
      age == .newest ? "The newest first." : "The oldest first."
    }
  }

  @Flag var state: State?

  @Flag var age: Age?

  @Option(help: "Only issues of this priority: low, medium or high.")
  var priority: [String] = []

  func query(in library: Library) throws -> Query {
    var query = Query.everything
    if let state { query = .state(QueryText(state.rawValue)) }
    if priority.count > 1 {
      let wanted = priority.map { "priority:\($0)" }.joined(separator: " or ")
      throw CommandError(
        .usage, "--priority is given twice", hint: "write a query for several: " + Wording.shellWord(wanted))
    }
    if let priority = priority.first, let field = library.schema.field(.priority, of: .issue),
      case .choice(let words) = field.type
    {
      guard field.type.read([priority]) != nil else {
        throw AssignmentError.wrongType(
          priority, field, nearest: Nearest.words(to: priority, among: words))
      }
      query = query.and(.field(key: QueryText(field.key), .equals, QueryText(priority, isQuoted: true)))
    }
    return query
  }

  func order(in library: Library) throws -> RecordOrder? {
    guard let age, let field = library.schema.field(.made, of: .issue) else { return nil }
    return RecordOrder([RecordOrder.Key(.field(field), isDescending: age == .newest)])
  }
}
