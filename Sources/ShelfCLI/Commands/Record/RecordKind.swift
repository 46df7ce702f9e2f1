import ArgumentParser
import ShelfModel
import ShelfStore

/// The command of a kind, such as `shelf book`, whose subcommands handle the records of that kind.
protocol RecordKind: ParsableCommand, RecordScope {
  static var kind: Kind { get }
  /// The options that exist only for this kind's list.
  associatedtype Selection: ListSelection = NoSelection
  /// The commands that exist only for this kind.
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
        EditCommand<Self>.self, MergeCommand<Self>.self, DeleteCommand<Self>.self,
      ] + (kind.fields.contains { $0.has(.title) && $0.isLong } ? [] : [RenameCommand<Self>.self])
        + (ticked == nil ? [] : [TicksCommand<Self>.self]) + verbs, aliases: [kind.plural])
  }
}

/// Options of a kind's list that mark some of the records.
protocol ListSelection: ParsableArguments {
  /// The names of the options, without their dashes.
  static var optionNames: [String] { get }
  /// Returns the ids of the records to mark, such as the genres of a book, or nil for a list without marks.
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>?
}

extension ListSelection {
  static var optionNames: [String] { [] }
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? { nil }
}

/// The selection for kinds whose lists have no such options.
struct NoSelection: ListSelection {}
