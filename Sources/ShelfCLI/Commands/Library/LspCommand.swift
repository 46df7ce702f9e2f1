import ArgumentParser
import ShelfEditor
import ShelfSystem
import ShelfWording

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
    if Streams.isTerminal(context.input) {
      context.note("an editor starts this command and speaks with it; docs/editors.md shows how. Ctrl-C ends it")
    }
    let status = EditorServer(
      input: context.input, output: context.output, version: ProgramVersion.line, makeHost: context.liveHost
    ) {
      CommandError($0)?.report.message ?? "\($0)"
    }.run()
    if status != 0 { throw ExitCode(status) }
  }
}
