import ArgumentParser
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf completions`: installs or prints the completion script of a shell.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Set up completion of commands, titles, genres and queries in your shell.",
    subcommands: [
      InstallCompletionsCommand.self, PrintCompletionsCommand<Bash>.self, PrintCompletionsCommand<Zsh>.self,
      PrintCompletionsCommand<Fish>.self,
    ])
}

/// A shell as a type, so that each shell has its own command.
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

/// `shelf completions install`: installs the script where the shell finds it.
struct InstallCompletionsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install the script where the shell finds it.")

  @Argument(help: "The shell: bash, zsh or fish. (default: the one in $SHELL)")
  var shell: CompletionShell?

  func run(in context: Context) throws {
    let name = context.environment["SHELL"]?.split(separator: "/").last.map(String.init) ?? ""
    guard let shell = shell ?? CompletionShell(rawValue: name) else {
      throw CommandError(.usage, "no shell was given", hint: "add bash, zsh or fish after install")
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
    try context.print(VisibleText.line("Installed completions for \(shell.rawValue) in \(file)"))
    try context.print(VisibleText.line(shell.advice(file)))
  }
}

/// `shelf complete`: the hidden command that the scripts run.
struct CompleteCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print the completions of the last word.", shouldDisplay: false)

  @Flag(help: "Also print descriptions, in the shell's format.")
  var described = false

  @Argument var shell: CompletionShell

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run(in context: Context) throws {
    var context = context
    let line = shell == .bash ? ShellWords(words.first ?? "") : nil
    var words = line?.words ?? self.words
    // fish passes the current word with its quotation marks.
    if shell == .fish, let last = words.popLast() { words += ShellWords(last, escapesInQuotes: true).words.suffix(1) }
    if let path = library(in: words, context) { try? context.setLibrary(path) }
    var library: Library?
    let load = {
      if library == nil { library = try? Context.quietly(context) }
      return library
    }
    let candidates = Completer(words, of: context.commands, load: load).candidates()
      .filter { !$0.text.contains { $0.isNewline } && VisibleText.line($0.text) == $0.text }
    let replies = CompletionReply(shell: shell, isDescribed: described, width: context.terminal.width)
    // bash passes the completion type 63 (`?`) if it only lists the candidates and inserts none.
    let isListing = shell == .bash && self.words.count > 1 && self.words[1] == "63"
    let lines = isListing && candidates.count > 1 ? replies.list(candidates) : replies.lines(candidates, line)
    try context.write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Returns the value of `--library`, if that option precedes the current word.
  ///
  /// Expands a leading `~/`, which the shell has not done yet.
  private func library(in words: [String], _ context: Context) -> String? {
    let name = "--library"
    var path: String?
    for (place, word) in words.enumerated().dropLast() {
      if word.hasPrefix(name + "=") { path = String(word.dropFirst(name.count + 1)) }
      if word == name, place + 1 < words.count - 1 { path = words[place + 1] }
    }
    if let path, path.hasPrefix("~/") { return context.inHome(path) }
    return path
  }
}

extension Context {
  /// Reads the library without messages.
  ///
  /// Leaves the recovery of an interrupted change to a command whose output the user sees.
  fileprivate static func quietly(_ context: Context) throws -> Library {
    try context.read(context.workspace())
  }
}
