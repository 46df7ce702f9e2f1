import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfText

/// `shelf init`: makes a library, or completes one.
struct InitCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a new library, in this folder or another.",
    discussion: """
      Writes shelf.yaml, .gitignore and .gitattributes, makes a git repository unless there is one, and sets up how git \
      merges records. In a clone of a library, or when run again, it adds what is missing.
      """)

  @Argument(help: "The library's folder; created if it is missing.")
  var path = "."

  @Flag(help: "Add the starter genres and a few examples.")
  var sample = false

  @Option(help: "The library's name; by default that of its folder.")
  var name: String?

  @Flag(name: .customLong("no-git"), help: "Do not create a git repository.")
  var isWithoutGit = false

  @Flag(help: "Check records with `shelf doctor --staged` before each commit; an existing hook stays.")
  var hooks = false

  func validate() throws {
    if hooks, isWithoutGit { throw ValidationError("--hooks and --no-git cannot be combined") }
  }

  func run(in context: Context) throws {
    let files = context.fileSystem
    let made = try files.makeDirectories(path)
    guard let root = files.resolve(path) else { throw CommandError(.library, "cannot make the folder \(path)") }
    do {
      try write(root, context)
    } catch {
      // A failed change leaves its lock and an empty history behind.
      if !made.isEmpty { try? files.remove(root + "/.shelf/lock") }
      for folder in [root + "/.shelf/history", root + "/.shelf"] + made.reversed() where !made.isEmpty {
        try? files.removeDirectory(folder)
      }
      throw error
    }
    let example = sample ? "book list" : "book add \"Dune\" --author \"Frank Herbert\""
    let place = root == files.resolve(".") ? "" : "cd \(Wording.shellWord(path)) && "
    try context.print("Next: \(VisibleText.line(place))shelf \(example)")
  }

  private func write(_ root: String, _ context: Context) throws {
    try LibraryCreation.check(root, in: context.host)
    let repository = try isWithoutGit ? nil : RepositorySetUp(root, in: context)
    let creation = try LibraryCreation(at: root, for: context.commandLine, in: context.host)
    context.tell(creation.recovery)
    let title = name ?? root.split(separator: "/").last.map(String.init) ?? "Library"
    let changes = try creation.make(name: title).changes
    if changes.contains(where: { $0.path == Manifest.fileName }) {
      try context.print(VisibleText.line("Made the library “\(title)” in \(root)"))
    } else {
      let added = changes.map { $0.path }
      let more = added.isEmpty ? "nothing was missing" : "added to \(Wording.list(added))"
      try context.print(VisibleText.line("\(root) is already a library; \(more)"))
    }
    if sample { try addExamples(creation, context) }
    try repository?.run(withHooks: hooks)
  }

  private func addExamples(_ creation: LibraryCreation, _ context: Context) throws {
    guard let plan = try creation.addExamples() else {
      return context.warn("the library already has records; no examples were added")
    }
    let counts = Kind.allCases.map { kind in kind.counted(plan.created.count { $0.kind == kind }) }
    try context.print("Added \(Wording.list(counts))")
  }
}
