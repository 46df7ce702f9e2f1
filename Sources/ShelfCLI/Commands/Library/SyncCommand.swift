import ArgumentParser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfWording

/// The side that wins if both sides have changed a field.
enum ConflictChoice: String, CaseIterable, ExpressibleByArgument {
  case ours, theirs, newest

  var policy: MergePolicy? { MergePolicy(rawValue: rawValue) }
}

/// `shelf sync`: synchronizes the library with the remote of its repository.
struct SyncCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Synchronize the library with another copy: fetch, merge field by field, and push.",
    discussion: """
      If both copies changed the same field differently, nothing is merged or sent. The files stay as they are, and the \
      records, fields and values are listed. The same is true of a record that one copy deleted and the other changed, \
      and of a record that both copies moved.

      On a terminal, shelf asks how to resolve such conflicts. Elsewhere, use --conflicts, or set "merge:" in shelf.yaml. ours takes what is here, theirs takes what \
      is in the other copy, and newest takes what was committed last, which is not always what was changed last. The time \
      is the record's modificationDate or, if it has none, the date of the last commit that changed it, even if its file \
      moved. If both are from the same second, what is here is taken.

      The received changes are checked as in `shelf doctor`. A merge can cause an error that neither copy had, for example \
      if one copy deleted a genre that the other used. Then the merge is kept here, but nothing is sent until you have \
      fixed the error.

      Only committed changes are sent. --commit commits all changed files of the library first. On a terminal, shelf asks \
      whether to commit them.
      """)

  @OptionGroup var library: LibraryOptions

  @Flag(inversion: .prefixedNo, help: "Commit all changed files of the library first.")
  var commit: Bool?

  @Option(help: ArgumentHelp("How to resolve fields that both copies changed.", valueName: "ours|theirs|newest"))
  var conflicts: ConflictChoice?

  @Option(name: .joined("m"), help: ArgumentHelp("The commit message, instead of a generated one.", valueName: "text"))
  var message: String?

  func run(in context: Context) throws {
    let context = try library.context(context)
    let workspace = try self.library.open(in: context)
    var choice = conflicts
    while let next = try synchronize(workspace, settling: choice, in: context) { choice = next }
  }

  /// Synchronizes the library. If there are conflicts and the user chooses a way to resolve them, returns the choice
  /// for another attempt.
  private func synchronize(
    _ workspace: Workspace, settling choice: ConflictChoice?, in context: Context
  ) throws -> ConflictChoice? {
    let request = Synchronization.Request(
      command: context.commandLine, settling: choice?.policy, commits: commit, message: message)
    do {
      var sync = try Synchronization(
        workspace, request, message: { CommitMessage($0, files: $1, $2).text },
        report: { news in try context.print(SyncText.lines(news, committing: "--commit")) },
        asksToCommit: { paths in
          guard context.isInteractive else { return false }
          return try context.askYesOrNo(SyncText.commitQuestion(paths), default: true)
        })
      try context.print(SyncText.lines(sync.run()))
      return nil
    } catch let error as Repository.CommitFailure {
      let (failure, said) = GitCommit.beforeSync.failure(error)
      context.quote(said)
      throw failure
    } catch let failure as Synchronization.Failure {
      let (details, error) = SyncText.lines(failure)
      try context.print(details)
      guard choice == nil, context.isInteractive, failure.canBeSettled else { throw error }
      return try ask(about: error, in: context)
    }
  }

  /// Asks how to resolve the conflicts that were just listed.
  ///
  /// - Throws: `error` if the user chooses not to resolve them.
  private func ask(about error: CommandError, in context: Context) throws -> ConflictChoice {
    let answers = [
      "nothing for now: leave both copies as they are; git merge lets you decide each field",
      "the values here", "the values there",
      "of each record, the values that were committed last",
    ]
    let answer = try context.choose("Both copies changed these. What should both copies have?", answers)
    guard answer > 0 else { throw error }
    return [.ours, .theirs, .newest][answer - 1]
  }
}

extension SyncCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    CommandTree.hint(onRemote: option)
  }
}

extension Synchronization.Failure {
  /// Whether the failure consists only of conflicts that choosing one of the two copies can resolve.
  fileprivate var canBeSettled: Bool {
    guard case .sync(.conflict(let places, _)) = reason else { return false }
    return places.allSatisfy(\.isOfLibrary)
  }
}
