import ArgumentParser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfWording

/// The side that wins if both have changed a field.
enum ConflictChoice: String, CaseIterable, ExpressibleByArgument {
  case ours, theirs, newest

  var policy: MergePolicy? { MergePolicy(rawValue: rawValue) }
}

/// `shelf sync`: synchronizes the library with the remote of its repository.
struct SyncCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Synchronize the library with another copy: fetch, merge field by field, push.",
    discussion: """
      If both copies changed the same field differently, nothing is merged and nothing is sent: the files stay as they \
      were, and the records, fields and values are named. --conflicts resolves such fields, and so does "merge: ours", \
      "theirs" or "newest" in shelf.yaml: by what is here, by what is in the other copy, or by what was changed last: the \
      record's modificationDate says when or, if it has none, the commits that changed it, wherever its file was; of two changes in one \
      second, the one here is taken. The same goes for a record that one copy deleted and the other changed, and for one \
      that both moved.

      What was received is checked as `shelf doctor` does. If a merge makes an error of what is right in each copy, such \
      as a genre that one deleted and the other used, it is kept here, and nothing is sent until that is settled.

      Only what is committed is sent. --commit commits all changed files of the library first.
      """)

  @OptionGroup var library: LibraryOptions

  @Flag(inversion: .prefixedNo, help: "Commit all changed files of the library first.")
  var commit: Bool?

  @Option(help: ArgumentHelp("How to resolve fields that both copies changed.", valueName: "ours|theirs|newest"))
  var conflicts: ConflictChoice?

  @Option(name: .joined("m"), help: ArgumentHelp("The commit message; by default one is written.", valueName: "text"))
  var message: String?

  func run(in context: Context) throws {
    let context = try library.context(context)
    let workspace = try self.library.open(in: context)
    let request = Synchronization.Request(
      command: context.commandLine, settling: conflicts?.policy, commits: commit, message: message)
    do {
      var sync = try Synchronization(
        workspace, request, message: { CommitMessage($0, files: $1, $2).text },
        tell: { news in try context.say(SyncText.said(news, committing: "--commit")) })
      try context.say(SyncText.said(sync.run()))
    } catch let error as Repository.CommitFailure {
      let (failure, said) = GitCommit.beforeSync.failure(error)
      context.quote(said)
      throw failure
    } catch let failure as Synchronization.Failure {
      let (details, error) = SyncText.said(failure)
      try context.say(details)
      throw error
    }
  }
}
