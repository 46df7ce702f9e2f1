import ArgumentParser
import ShelfModel

/// `shelf issue`.
struct IssueCommand: ParsableCommand, RecordKind {
  static let kind = Kind.issue
  typealias Selection = IssueSelection

  static let configuration = CommandConfiguration(
    commandName: "issue", abstract: "Issues: a reader's to-dos.",
    subcommands: [
      AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
      EditCommand<Self>.self, DeleteCommand<Self>.self, CloseCommand.self, ReopenCommand.self,
    ])
}
