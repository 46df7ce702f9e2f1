import ArgumentParser
import ShelfModel

/// `shelf quote`.
struct QuoteCommand: ParsableCommand, RecordKind {
  static let kind = Kind.quote
  typealias Selection = NoSelection

  static let configuration = CommandConfiguration(
    commandName: "quote", abstract: "Quotes from books, with their pages.",
    subcommands: [
      AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
      EditCommand<Self>.self, DeleteCommand<Self>.self,
    ])
}
