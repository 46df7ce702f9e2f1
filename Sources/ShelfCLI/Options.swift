import ArgumentParser
import ShelfKit

extension ColorChoice: ExpressibleByArgument {}

/// The options of every command that reads a library.
struct LibraryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library's folder.", valueName: "path"))
  var library: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice?

  /// Returns the context with these options taken into account.
  func context(_ context: Context) -> Context {
    var context = context
    if let color { context.color = color }
    if let library { context.environment["SHELF_LIBRARY"] = library }
    return context
  }

  /// Reads the library that the command is about.
  func load(in context: Context) throws -> Library {
    let context = self.context(context)
    let root =
      if let path = context.environment["SHELF_LIBRARY"], !path.isEmpty {
        try LibraryLocation.check(path, fileSystem: context.fileSystem)
      } else {
        try LibraryLocation.find(from: ".", fileSystem: context.fileSystem)
      }
    return try Library.load(at: root, fileSystem: context.fileSystem, threads: context.threads)
  }
}

/// The options of every command that changes a library.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Flag(name: .customLong("dry-run"), help: "Print the change as a unified diff, and change nothing.")
  var isDryRun = false
}
