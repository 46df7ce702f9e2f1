import ArgumentParser
import ShelfModel

/// `shelf genre`.
struct GenreCommand: ParsableCommand, RecordKind {
  static let kind = Kind.genre
  typealias Selection = GenreSelection

  static let configuration = CommandConfiguration(
    commandName: "genre", abstract: "Genres of books, each with a colour.",
    subcommands: [
      AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
      EditCommand<Self>.self, DeleteCommand<Self>.self,
    ])
}
