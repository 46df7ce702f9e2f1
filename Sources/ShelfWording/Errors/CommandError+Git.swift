import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfTerminal

/// Messages for git errors and failed synchronizations.
extension CommandError {
  package init(_ error: RecordHistory.SeveralLost) {
    let ids = RecordID.beginnings(of: error.records.map(\.id))
    let shown = zip(error.records, ids).prefix(8).map { "\($0.kind.singular) \($1) “\(Wording.short($0.title))”" }
    self.init(
      .no,
      "“\(error.name)” matches \(Wording.number(error.records.count)) deleted records: \(shown.joined(separator: ", "))",
      hint: ids.first.map { "specify one by its id, such as \($0)" })
  }

  package init(_ error: GitError) {
    switch error {
    case .notInstalled: self.init(.library, "git is not installed", hint: "install it from https://git-scm.com")
    case .noRepository(let path, .none):
      self.init(
        .library, "\(path) is not in a git repository", hint: "create one with `shelf init \(Wording.shellWord(path))`")
    case .noRepository(let path, .otherFolder):
      self.init(.library, "\(path) is not in a git repository: git resolves this path to another folder")
    case .noRepository(let path, .environment):
      self.init(
        .library,
        "\(path) is not in the git repository that GIT_DIR or GIT_WORK_TREE names, as can happen in a hook of another repository",
        hint: "`env -u GIT_DIR -u GIT_WORK_TREE shelf` uses the library's own repository")
    case .bare(let path):
      self.init(.library, "\(path) is a bare git repository", hint: "work in a clone of it")
    case .unsafe(let path, let message):
      let command = message.split(separator: "\n").last { $0.contains("safe.directory") }
      self.init(
        .library, "git does not trust the repository of \(path) because it belongs to another user",
        hint: command.map { "if you trust it, run `\($0.drop(while: \.isWhitespace))`" })
    case .unknownRevision(let name):
      self.init(.no, "git has no commit “\(name)”", hint: "`git log --oneline` lists them")
    case .partialClone:
      self.init(
        .library, "this is a partial clone: part of the history is missing, and shelf does not fetch it on its own",
        hint: "`git fetch --refetch --no-filter` fetches all of it")
    case .failed(let command, let status, let message):
      self.init(.library, "git \(command) exited with status \(status)" + (message.isEmpty ? "" : ": \(message)"))
    case .waiting(let command, let seconds):
      let time =
        seconds < 120 ? Wording.count(max(seconds, 1), "second") : Wording.count(seconds / 60, "minute")
      self.init(
        .library, "git \(command) made no progress for \(time) and was stopped",
        hint: seconds < 120
          ? "a file that git reads, such as .gitattributes or .git/index, may be a pipe or a device"
          : "git may be waiting for a hook, a password or another machine")
    case .special(let path):
      self.init(
        .library, "\(path) is a pipe or a device, and git would wait for it forever",
        hint: "remove it, or replace it with a regular file")
    case .file(let error): self.init(.library, error.description)
    }
  }

  package init(_ error: SyncError) { self.init(error, state: "nothing was merged or sent") }

  /// - Parameter state: a clause about the steps that had succeeded before the error and those that were not done.
  package init(_ error: SyncError, state: String) {
    switch error {
    case .noRemote:
      self.init(
        .no, "there is no remote to sync with",
        hint:
          "add one with `git remote add origin URL`, or commit without one: `git add -A`, then `git commit`; "
          + "\(Guide.command("history")) explains how two machines share a library"
      )
    case .manyRemotes(let names):
      self.init(
        .no, "it is unclear which of \(Wording.list(names)) to sync with",
        hint: "choose with `git push --set-upstream \(names.first ?? "REMOTE") HEAD`")
    case .detached(let loose):
      self.init(
        .no,
        "no branch is checked out"
          + (loose > 0 ? ", and \(Wording.count(loose, "commit")) here \(loose == 1 ? "is" : "are") on no branch" : ""),
        hint: loose > 0
          ? "`git switch --create NAME` puts them on a new branch, which can be synced or merged"
          : "check one out with `git switch BRANCH`")
    case .branchMissing(let remote, let others, let areFetched):
      let branch = remote.targetName
      let other = others.first { $0 == "main" } ?? others.first { $0 == "master" } ?? others[0]
      let fetching =
        areFetched ? "" : "`git remote set-branches \(remote.name) \(Wording.shellWord(other))`, `git fetch` and "
      self.init(
        .no,
        "\(remote.name) \(remote.isUpstream ? "no longer has the" : "has no") branch \(branch), "
          + "only \(CommandError.abbreviated(others)); nothing was merged or sent",
        hint:
          "\(remote.isUpstream ? "if it was renamed" : "to sync with \(other)"), "
          + "run \(fetching)`git branch --set-upstream-to=\(Wording.shellWord("\(remote.name)/\(other)"))`; "
          + "to push this branch \(remote.isUpstream ? "anyway" : "as a new one"), run "
          + "`git push \(remote.isUpstream ? "" : "--set-upstream ")\(remote.name) "
          + "\(Wording.shellWord("\(remote.branch):\(branch)"))`"
      )
    case .unrelated(let theirs):
      self.init(
        .no, "the two copies have no commit in common, so they are not merged automatically; \(state)",
        hint: "if they belong together, join them once with "
          + "`git merge --allow-unrelated-histories \(Wording.shellWord(theirs))`, and sync again")
    case .manifest(let path, let reason, let theirs):
      self.init(reason, path, theirs: theirs, state: state)
    case .localUpstream(let branch):
      self.init(
        .no, "\(branch) tracks a local branch, not one of a remote",
        hint: "track a remote branch with `git branch --set-upstream-to=origin/\(branch)`")
    case .unfinished(let operation):
      self.init(.no, "nothing can be merged while \(Wording.begun(operation))", hint: Wording.ending(operation))
    case .conflict(let conflicts, let theirs):
      let places = conflicts.map { conflict in
        switch conflict.deletion {
        case nil: conflict.path
        case .here: "\(conflict.path) (deleted here, changed there)"
        case .there: "\(conflict.path) (changed here, deleted there)"
        }
      }
      let marks = "run `git merge \(Wording.shellWord(theirs))`, resolve and commit the conflicts, and sync again"
      self.init(
        .no, "both copies have conflicting changes in \(CommandError.abbreviated(places)); \(state)",
        hint: conflicts.allSatisfy(\.isOfLibrary)
          ? "resolve all of them with --conflicts=ours, theirs or newest (committed last); to decide each field, \(marks)"
          : "shelf resolves conflicts only in records and shelf.yaml; \(marks)")
    case .nonUTF8Paths(let paths):
      let (its, name) = paths.count == 1 ? ("name is", "it") : ("names are", "them")
      self.init(
        .no,
        "both copies have conflicting changes in \(CommandError.abbreviated(paths)), whose \(its) not UTF-8; \(state)",
        hint: "rename \(name) in both copies with `git mv`, commit that, and sync again")
    case .uncommitted(let paths):
      self.init(
        .no,
        "the other copy changes files that have uncommitted changes here: \(CommandError.abbreviated(paths)); \(state)",
        hint: "commit them first; `shelf sync --commit` commits all changes of the library")
    case .staged(let paths):
      self.init(
        .no, "git cannot merge while files are staged: \(CommandError.abbreviated(paths)); \(state)",
        hint: "commit them with `git commit`, or unstage them with `git restore --staged PATH`")
    case .failed(let step, let message, let isLeft):
      let isFull = SyncError.isFull(message)
      let isUnwritten = SyncError.isUnwritten(message)
      let isRefused = message.contains("[remote rejected]")
      let what =
        switch step {
        case _ where isFull: "the disk is full, so git cannot \(step.rawValue)"
        case .fetch: "git cannot fetch from the other copy"
        case .merge where isUnwritten: "git cannot write the merged files"
        case .merge: "git or a hook refused to merge"
        case .push: isRefused ? "the other copy rejected the push" : "git or a hook refused to push"
        }
      let remedy =
        if message.contains(".lock': File exists") {
          "if no other git process is running, remove the lock file that git names, and sync again"
        } else if isFull {
          "free some disk space, and sync again"
        } else if isUnwritten {
          "check whether the disk is full, and sync again"
        } else if message.contains("refusing to update checked out branch") {
          "in the other copy, run `git config receive.denyCurrentBranch updateInstead`, or sync both copies with a "
            + "repository made by `git init --bare`; then sync again"
        } else {
          "fix that, and sync again"
        }
      self.init(
        .no, "\(what)\(isLeft ? ", and some of its changes are still here" : ""); \(state)",
        hint: remedy + (isLeft ? ", which undoes them" : ""))
    case .lock(let path):
      self.init(
        .no, "the last sync was interrupted, and git left its lock file \(path) behind",
        hint: "if git is no longer running, remove the lock file, and sync again")
    case .interrupted(let paths) where paths.isEmpty:
      self.init(
        .no,
        "the last sync was interrupted in the middle of a merge, and this version of git cannot tell which files it wrote",
        hint: "compare with `git diff`; `git merge --abort` or `git restore PATH` undoes it")
    case .interrupted(let paths):
      self.init(
        .no,
        "the last sync was interrupted in the middle of a merge, and these files have contents that it did not write: \(CommandError.abbreviated(paths))",
        hint:
          "save what you need elsewhere, discard the rest with `git restore --staged --worktree PATH`, and sync again"
      )
    case .partlyPushed:
      self.init(.no, "git could not push to every address of the remote; \(state)", hint: "fix that, and sync again")
    case .busy: self.init(.no, "someone else keeps pushing changes; \(state)", hint: "run the command again")
    case .git(let error): self.init(error)
    }
  }

  private init(_ reason: SyncError.IncomingManifest, _ path: String, theirs: String, state: String) {
    let look = "`git show \(Wording.shellWord("\(theirs):\(path)"))` shows it; fix it there, and sync again"
    switch reason {
    case .newer(let format):
      self.init(
        .library,
        "the other copy has format \(format), but this version of shelf supports formats up to \(Manifest.format); \(state)",
        hint: "install a newer version of shelf, and sync again")
    case .deleted:
      self.init(
        .library, "the other copy deleted \(path), which every library needs; \(state)",
        hint: "restore it there, and sync again; or run `git merge \(Wording.shellWord(theirs))` to delete it here too")
    case .notAFile:
      self.init(.library, "\(path) in the other copy is a link, a folder or too large; \(state)", hint: look)
    case .unreadable(let file):
      let excerpt = file.offset.map { SourceExcerpt(path: path, source: file.source, range: $0..<$0) }
      self.init(
        .library, "in the other copy: \(file.reason); \(state)", hint: look, excerpt: excerpt, path: path)
    }
  }
}
