import ArgumentParser
import ShelfEditor
import ShelfKit
import ShelfModel
import ShelfSystem

/// `shelf lsp`: a language server for editors.
struct LspCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Serve an editor: problems, completion and repairs while you type.",
    discussion: """
      An editor starts it, and speaks the Language Server Protocol with it over standard input and output. The library \
      of a file is the nearest folder upward that has a shelf.yaml.
      """)

  @Flag(name: .customLong("stdio"), help: "Use standard input and output, as it does anyway.")
  var usesStandardStreams = false

  func run(in context: Context) throws {
    let status = EditorServer(
      input: context.input, output: context.output, version: Shelf.configuration.version, makeHost: context.liveHost
    ).run()
    if status != 0 { throw ExitCode(status) }
  }
}

extension Context {
  /// Makes what a workspace takes from here, with a clock that goes on, for a program that stays.
  fileprivate var liveHost: @Sendable () -> Host {
    let (environment, fileSystem, threads) = (environment, fileSystem, threads)
    let fixed = environment["SHELF_NOW"].flatMap { Timestamp($0) }
    return {
      Host(
        fileSystem: fileSystem, environment: environment,
        now: { fixed ?? Timestamp(secondsSince1970: Machine.secondsSince1970) },
        today: {
          if let fixed { return fixed.date }
          let seconds = Machine.secondsSince1970
          let day = Machine.localDay(secondsSince1970: seconds)
          return CalendarDate(year: day.year, month: day.month, day: day.day)
            ?? Timestamp(secondsSince1970: seconds).date
        },
        newID: {
          var generator = SystemRandomNumberGenerator()
          return RecordID.random(using: &generator)
        }, threads: threads)
    }
  }
}
