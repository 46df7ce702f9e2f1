import ArgumentParser
import ShelfHistory
import ShelfWording

/// `shelf diff`: shows the records and fields that differ between two versions of the library.
struct DiffCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show which fields of which records differ between two versions.",
    discussion: """
      Without a revision, compares the files with the last commit; with one, with that commit. With REV REV or REV..REV, \
      compares two commits.

      --format json prints {"records", "manifest"}, with records as in `shelf log`. With --staged, a record in the middle \
      of a merge has the event unmerged.

      `git diff` shows the same files line by line; after `shelf init`, the heading of each hunk names its field.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("A commit, or two.", valueName: "rev[..rev]"))
  var revision: String?

  @Argument(help: ArgumentHelp("The commit to compare the other commit with.", valueName: "rev"))
  var other: String?

  @Flag(help: "Compare the staged files with the last commit.")
  var staged = false

  @Option(help: "The format.")
  var format: DiffFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws {
    if staged, revision != nil { throw ValidationError("--staged always compares with the last commit") }
    if json, format == .text { throw ValidationError("--json and --format text cannot be combined") }
  }

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let repository = try Repository(of: library.root, environment: context.environment)
    let difference = try repository.difference(
      try range(repository, context), root: library.root, fileSystem: context.fileSystem, schema: library.schema)
    let format = self.format ?? (json ? .json : .text)
    try format.format.diff?(DiffOutput(library: library, context: context, difference: difference))
  }

  private func range(_ repository: Repository, _ context: Context) throws -> ChangeRange {
    if staged { return .staged }
    guard let revision else { return .uncommitted }
    if let other {
      guard !revision.contains(".."), !other.contains("..") else {
        throw CommandError(.usage, "there are more than two commits", hint: "write REV REV, or REV..REV")
      }
      return .between(revision, other)
    }
    if revision.contains("/"), context.fileSystem.resolve(revision) != nil {
      throw CommandError(
        .usage, "\(revision) is a file, not a commit",
        hint: "to compare a list of books with yours, use `shelf import \(Wording.shellWord(revision)) --dry-run`")
    }
    guard let dots = revision.firstRange(of: "..") else { return .sinceCommit(revision) }
    let ends = [revision[..<dots.lowerBound], revision[dots.upperBound...]].map { $0.isEmpty ? "HEAD" : String($0) }
    if ends[1].hasPrefix(".") {
      throw CommandError(.usage, "“\(revision)” is not a pair of commits", hint: "write REV..REV, with two dots")
    }
    return .between(ends[0], ends[1])
  }
}
