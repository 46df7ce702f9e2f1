import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore

/// The command of a kind, which holds those for its records.
protocol RecordKind: ParsableCommand {
  static var kind: Kind { get }
  /// The options that only this kind's list has.
  associatedtype Selection: ListSelection = NoSelection
  /// The commands that only this kind has.
  static var verbs: [any ParsableCommand.Type] { get }
}

extension RecordKind {
  static var verbs: [any ParsableCommand.Type] { [] }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: kind.singular, abstract: kind.definition.help,
      subcommands: [
        AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
        EditCommand<Self>.self, DeleteCommand<Self>.self,
      ] + verbs)
  }

  /// Returns the usage line of a command.
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf \(kind.singular) \(verb) \(arguments) [<options>]"
  }
}

/// Options of a list that choose among its records.
protocol ListSelection: ParsableArguments {
  /// Returns the query that the options stand for.
  func query(in library: Library) throws -> Query
  /// Returns the order that the options ask for.
  func order(in library: Library) throws -> RecordOrder?
  /// Returns the genres to mark as those of a book.
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>?
}

extension ListSelection {
  func query(in library: Library) throws -> Query { .everything }
  func order(in library: Library) throws -> RecordOrder? { nil }
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? { nil }
}

/// The options of lists that have none of their own.
struct NoSelection: ListSelection {}
