import ArgumentParser
import ShelfStore
import ShelfText

/// `shelf completions`: what a shell needs to complete shelf's arguments.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Complete commands, titles, genres and queries in the shell.",
    subcommands: [
      InstallCompletionsCommand.self, PrintCompletionsCommand<Bash>.self, PrintCompletionsCommand<Zsh>.self,
      PrintCompletionsCommand<Fish>.self,
    ])
}

/// A shell as a type, for a command of its own.
protocol NamedShell {
  static var shell: CompletionShell { get }
}

enum Bash: NamedShell { static let shell = CompletionShell.bash }
enum Zsh: NamedShell { static let shell = CompletionShell.zsh }
enum Fish: NamedShell { static let shell = CompletionShell.fish }

/// `shelf completions bash` and the like: prints the script.
struct PrintCompletionsCommand<S: NamedShell>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: S.shell.rawValue, abstract: "Print the script for \(S.shell.rawValue).")
  }

  func run(in context: Context) throws { try context.write(Array(S.shell.script.utf8)) }
}

/// `shelf completions install`: puts the script where the shell finds it.
struct InstallCompletionsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Put the script where the shell finds it.")

  @Argument(help: "The shell: bash, zsh or fish; by default the one in $SHELL.")
  var shell: CompletionShell?

  func run(in context: Context) throws {
    let name = context.environment["SHELL"]?.split(separator: "/").last.map(String.init) ?? ""
    guard let shell = shell ?? CompletionShell(rawValue: name) else {
      throw CommandError(.usage, "no shell was given", hint: "write bash, zsh or fish after install")
    }
    guard let file = shell.file(context.environment) else {
      throw CommandError(.usage, "HOME is not set, so there is no place for the file")
    }
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    _ = try context.fileSystem.makeDirectories(folder)
    let bytes = Array(shell.script.utf8)
    let status = try context.fileSystem.status(file)
    if try status == nil || context.fileSystem.contents(of: file, limit: 1 << 20, .input) != bytes {
      try context.fileSystem.replaceFile(file, bytes, mode: nil)
    }
    try context.print(VisibleText.line("Completions for \(shell.rawValue) are in \(file)"))
    try context.print(VisibleText.line(shell.advice(file)))
  }
}

/// `shelf complete`: what the scripts run; an error completes nothing.
struct CompleteCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print the completions of the last word.", shouldDisplay: false)

  @Argument var shell: CompletionShell

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run(in context: Context) throws {
    var context = context
    let line = shell == .bash ? ShellWords(words.first ?? "") : nil
    let words = line?.words ?? self.words
    if let option = words.firstIndex(of: "--library"), option + 1 < words.count - 1 {
      try? context.setLibrary(words[option + 1])
    }
    var library: Library?
    let load = {
      if library == nil { library = try? Context.quietly(context) }
      return library
    }
    let candidates = Completer(words, load: load).candidates()
      .filter { !$0.contains { $0.isNewline } && VisibleText.line($0) == $0 }
    let replies = candidates.map { line?.reply($0) ?? $0 }
    try context.write(Array(replies.map { $0 + "\n" }.joined().utf8))
  }
}

extension Context {
  /// Reads the library silently; an interrupted change is left to a command whose output is seen.
  fileprivate static func quietly(_ context: Context) throws -> Library {
    try context.read(context.workspace())
  }
}
