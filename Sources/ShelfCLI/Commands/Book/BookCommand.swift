import ArgumentParser
import ShelfModel

/// `shelf book`.
struct BookCommand: ParsableCommand, RecordKind {
  static let kind = Kind.book
  typealias Selection = NoSelection

  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Books: what you own, read and have read.",
    subcommands: [
      AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
      EditCommand<Self>.self, DeleteCommand<Self>.self, StartCommand.self, FinishCommand.self, ShelveCommand.self,
    ])
}
