import ArgumentParser
import ShelfModel
import ShelfWording

/// The root command, `shelf`, with all others as its subcommands.
///
/// `run` in `EntryPoint.swift` starts it.
public struct Shelf: ParsableCommand {
  public static var configuration: CommandConfiguration { FieldHelp.includesFields ? explained : plain }

  private static let explained = configuration(topics: HelpTopic.lines)
  /// The configuration without the text that is slow to generate.
  private static let plain = configuration(topics: "")

  private static func configuration(topics: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: "shelf",
      abstract: "A personal library in plain text: \(Kind.list("and", \.plural)), one YAML file each.",
      discussion: """
        The library is --library PATH, SHELF_LIBRARY, or else the nearest folder above this one with a shelf.yaml.
        To specify a record, use its id, the start of its id, its file, or its title, regardless of case and accents.
        \(topics)
        """,
      version: ProgramVersion.line,
      groupedSubcommands: [
        CommandGroup(name: "Records", subcommands: Kind.commands),
        CommandGroup(
          name: "Any record",
          subcommands: [
            ListAnyCommand.self, AddCommand<BookCommand>.self, ShowCommand<AnyRecord>.self, SetCommand<AnyRecord>.self,
            EditCommand<AnyRecord>.self, RenameCommand<AnyRecord>.self, MergeCommand<AnyRecord>.self,
            DeleteCommand<AnyRecord>.self,
          ] + Kind.verbs),
        CommandGroup(
          name: "Finding",
          subcommands: [
            BrowseCommand.self, SearchCommand.self, NextCommand.self, QueueCommand.self, SeriesCommand.self,
            LoansCommand.self, StocktakeCommand.self, StatsCommand.self, GoalCommand.self, FilterCommand.self,
          ]),
        CommandGroup(
          name: "Library",
          subcommands: [
            InitCommand.self, ImportCommand.self, ExportCommand.self, PublishCommand.self, DoctorCommand.self,
            LibraryCommand.self, ConfigCommand.self, GuideCommand.self,
          ]),
        CommandGroup(
          name: "History",
          subcommands: [
            UndoCommand.self, RedoCommand.self, LogCommand.self, DiffCommand.self, SyncCommand.self,
          ]),
        CommandGroup(
          name: "Plumbing",
          subcommands: [
            CompletionsCommand.self, LspCommand.self, SchemaCommand.self, MergeDriverCommand.self,
            CompleteCommand.self, ManualCommand.self,
          ]),
      ])
  }

  public init() {}
}
