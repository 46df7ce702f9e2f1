import ArgumentParser
import ShelfKit

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
  var priority: String?

  func select(_ records: [Record], in library: Library) throws -> [Record] {
    var records = records
    if let state {
      records = records.filter { (library.value("completed", of: $0) == .boolean(true)) == (state == .closed) }
    }
    if let priority, let field = library.schema.field("priority", of: .issue) {
      guard let wanted = field.type.read([priority]) else {
        throw AssignmentError.wrongType(
          priority, field, nearest: Nearest.words(to: priority, among: ["low", "medium", "high"]))
      }
      records = records.filter { ($0.value(of: field) ?? .text(field.defaultText ?? "")) == wanted }
    }
    return records
  }

  func order(in library: Library) throws -> RecordOrder? {
    guard let age, let field = library.schema.field("creationDate", of: .issue) else { return nil }
    return RecordOrder([RecordOrder.Key(.field(field), isDescending: age == .newest)])
  }
}
