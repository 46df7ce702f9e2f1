import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore

/// The command of a kind, which holds those for its records.
protocol RecordKind: ParsableCommand, RecordScope {
  static var kind: Kind { get }
  /// The options that only this kind's list has.
  associatedtype Selection: ListSelection = NoSelection
  /// The commands that only this kind has.
  static var verbs: [any ParsableCommand.Type] { get }
}

extension RecordKind {
  static var verbs: [any ParsableCommand.Type] { [] }

  static var scope: Kind? { kind }

  static var selectionOptionNames: [String] { Selection.optionNames }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: kind.singular, abstract: kind.definition.help,
      subcommands: [
        AddCommand<Self>.self, ListCommand<Self>.self, ShowCommand<Self>.self, SetCommand<Self>.self,
        EditCommand<Self>.self, DeleteCommand<Self>.self,
      ] + (ticked == nil ? [] : [TicksCommand<Self>.self]) + verbs, aliases: [kind.plural])
  }
}

/// Options of a list that choose among its records.
protocol ListSelection: ParsableArguments {
  /// The names of the options, without their dashes.
  static var optionNames: [String] { get }
  /// Returns the genres to mark as those of a book.
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>?
}

extension ListSelection {
  static var optionNames: [String] { [] }
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? { nil }
}

/// The options of lists that have none of their own.
struct NoSelection: ListSelection {}
