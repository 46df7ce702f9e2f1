import ArgumentParser
import ShelfModel

struct QuoteCommand: RecordKind {
  static var kind: Kind { .quote }
}

struct TagCommand: RecordKind {
  static var kind: Kind { .tag }
}

extension Kind {
  private static var recordCommands: [any RecordKind.Type] {
    [BookCommand.self, QuoteCommand.self, GenreCommand.self, TagCommand.self, IssueCommand.self]
  }

  /// The command of each kind, in the order of the kinds.
  static var commands: [any ParsableCommand.Type] { recordCommands }

  /// The names of the options that exist only for this kind's list.
  var listOptionNames: [String] {
    func names(_ command: any RecordKind.Type) -> [String] { command.selectionOptionNames }
    return Kind.recordCommands.first { $0.kind == self }.map(names) ?? []
  }

  /// The commands that exist only for some kinds, so that the kind can be omitted: `shelf start` for `shelf book
  /// start`.
  static var verbs: [any ParsableCommand.Type] { recordCommands.flatMap { $0.verbs } }
}
