import ArgumentParser
import ShelfModel

/// `shelf issue`.
struct IssueCommand: RecordKind {
  static let kind = Kind.issue
  static var verbs: [any ParsableCommand.Type] { [StateCommand<Close>.self, StateCommand<Reopen>.self] }
}
