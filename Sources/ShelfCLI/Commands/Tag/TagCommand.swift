import ArgumentParser
import ShelfModel

/// `shelf tag`.
struct TagCommand: ParsableCommand, RecordKind {
  static let kind = Kind.tag
  typealias Selection = NoSelection

  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Tags of issues.",
    subcommands: [
      AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
      EditCommand<Self>.self, DeleteCommand<Self>.self,
    ])
}
