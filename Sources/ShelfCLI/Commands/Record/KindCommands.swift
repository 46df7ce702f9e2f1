import ArgumentParser
import ShelfModel

extension Kind {
  /// The commands of kinds that have verbs of their own, or options for their list.
  private static var ownCommands: [any RecordKind.Type] { [BookCommand.self, GenreCommand.self, IssueCommand.self] }

  /// The command of each kind, in the order of the kinds.
  static var commands: [any ParsableCommand.Type] {
    var number: any KindNumber.Type = FirstKind.self
    return allCases.map { kind in
      defer { number = next(after: number) }
      return ownCommands.first { $0.kind == kind } ?? command(number)
    }
  }

  /// The names of the options that only this kind's list has.
  var listOptionNames: [String] {
    func names(_ command: any RecordKind.Type) -> [String] { command.selectionOptionNames }
    return Kind.ownCommands.first { $0.kind == self }.map(names) ?? []
  }

  /// The commands that only some kinds have, for `shelf start` in place of `shelf book start`; none that has the name of a
  /// kind, or of another one's.
  static var verbs: [any ParsableCommand.Type] {
    let verbs = ownCommands.flatMap { $0.verbs }
    return verbs.enumerated().filter { position, verb in
      let name = verb.configuration.commandName
      return !allCases.contains { $0.singular == name || $0.plural == name }
        && !verbs[..<position].contains { $0.configuration.commandName == name }
    }.map(\.element)
  }

  private static func command<Number: KindNumber>(_ number: Number.Type) -> any RecordKind.Type {
    KindCommand<Number>.self
  }

  private static func next<Number: KindNumber>(after number: Number.Type) -> any KindNumber.Type {
    NextKind<Number>.self
  }
}

/// `shelf KIND` for a kind that has only the usual commands.
///
/// The parser needs a type for each command. These differ only in the number of the kind, which is a type too.
struct KindCommand<Number: KindNumber>: RecordKind {
  static var kind: Kind { Kind.allCases[Number.value] }
}

/// The position of a kind in the table of kinds, as a type.
protocol KindNumber {
  static var value: Int { get }
}

enum FirstKind: KindNumber {
  static var value: Int { 0 }
}

enum NextKind<Previous: KindNumber>: KindNumber {
  static var value: Int { Previous.value + 1 }
}
