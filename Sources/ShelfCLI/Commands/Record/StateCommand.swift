import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// A command that only one kind has, for which the kind need not be named: `shelf start` for `shelf book start`.
protocol KindVerb {
  static var kind: Kind { get }
}

extension KindVerb {
  /// Returns the usage line of the command.
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf [\(kind.singular)] \(verb) \(arguments) [<options>]"
  }
}

/// A verb that brings records into a state, without anything else to say about it.
protocol StateVerb: KindVerb {
  static var name: String { get }
  static var phase: FieldStates.Phase { get }
  static var abstract: String { get }
  static var discussion: String { get }
}

extension StateVerb {
  static var discussion: String { "" }
}

/// `shelf book shelve`, `shelf issue close` and the like.
struct StateCommand<V: StateVerb>: ContextCommand, KindVerb {
  static var kind: Kind { V.kind }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: V.name, abstract: V.abstract, usage: usage(V.name, "(<record> ... | --where <query>)"),
      discussion: V.discussion)
  }

  @OptionGroup var options: RecordsChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try options.enter(V.phase, V.kind, record, in: context)
  }
}

extension RecordsChangeOptions {
  /// Brings records into a state.
  func enter(
    _ phase: FieldStates.Phase, _ kind: Kind, _ names: [String], day: String? = nil,
    values: [(role: FieldRoles, text: String)] = [], in context: Context
  ) throws {
    // A variable of a script that is not set must not take away what is known.
    if day?.trimmed.isEmpty == true { throw CommandError(.usage, "--date needs a day", hint: "such as 2026-11-21") }
    try RecordsChange(kind: kind, options: self).run(names, in: context) { subjects, _ in
      ChangeState(subjects, of: kind, phase, day: day, values: values)
    }
  }
}
