import ArgumentParser
import ShelfEditor
import ShelfSystem
import ShelfWording

/// `shelf lsp`: a language server for editors.
struct LspCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Run a language server: problems, completion and repairs in your editor.",
    discussion: """
      Your editor starts this command, which speaks the Language Server Protocol over standard input and output. The library \
      of a file is the nearest folder above it with a shelf.yaml.
      """)

  @Flag(name: .customLong("stdio"), help: "Use standard input and output, which is the default.")
  var usesStandardStreams = false

  func run(in context: Context) throws {
    if Streams.isTerminal(context.input) {
      context.note(
        "this command is for editors; \(Guide.command("editors")) shows how to set them up. Press Ctrl-C to stop")
    }
    let status = EditorServer(
      input: context.input, output: context.output, version: ProgramVersion.line, makeHost: context.liveHost
    ) {
      CommandError($0)?.report.message ?? "\($0)"
    }.run()
    if status != 0 { throw ExitCode(status) }
  }
}
