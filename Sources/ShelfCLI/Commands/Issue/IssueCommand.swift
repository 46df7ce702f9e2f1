import ArgumentParser
import ShelfModel

/// `shelf issue`: the commands for issues.
struct IssueCommand: RecordKind {
  static let kind = Kind.issue
  static var verbs: [any ParsableCommand.Type] { [StateCommand<Close>.self, StateCommand<Reopen>.self] }
}
