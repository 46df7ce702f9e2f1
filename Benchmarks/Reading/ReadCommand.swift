import ArgumentParser

/// The yardstick for commands that read. It is a separate command so that it is measured in the same way as the others.
struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Opens, reads and closes every file of a library's record folders, and does nothing with them.",
    shouldDisplay: false)

  @Argument(help: "The library.")
  var library: String

  func run() throws {
    try BaselineReader().read(BaselineReader.folders.map { "\(library)/\($0)" })
  }
}
