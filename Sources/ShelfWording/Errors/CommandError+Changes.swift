import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// Messages about edits, changes to files, and undo.
extension CommandError {
  package init(_ error: EditError) {
    switch error {
    case .refused(let path, let refusal):
      self.init(
        .no, "this edit cannot be made safely: \(refusal.reason)",
        hint: "edit the file by hand; nothing was written", path: path)
    case .duplicateID(let id, let paths):
      self.init(
        .no, "\(Wording.number(paths.count)) files have the id \(id.short): \(paths.joined(separator: ", "))",
        hint: "nothing was written; `shelf doctor --interactive` gives all but one of them a new id")
    case .nameTaken(let name, let record, _) where name.lowercased() != record.title.lowercased():
      self.init(
        .no, "two \(record.kind.plural) would be called “\(Wording.short(name))”",
        hint: "each \(record.kind.singular) needs a unique name"
      )
    case .nameTaken(_, let record, let renamed):
      let title = Wording.short(record.title)
      let kind = record.kind.singular
      let other = renamed.map { Wording.shellWord(VisibleText.line($0.title)) }
      self.init(
        .no, "the \(kind) “\(title)” already exists: \(record.path)",
        hint: "`shelf \(kind) merge \(other ?? "OTHER") \(Wording.shellWord(title))` merges "
          + (other == nil ? "another \(kind) into it" : "the two"))
    }
  }

  package init(_ error: TransactionError) {
    switch error {
    case .changed(let path):
      self.init(
        .library, "the file changed while the command ran; nothing was written", hint: "run the command again",
        path: path)
    case .leftOut(let path):
      self.init(
        .library, "git leaves this file out of the work tree; nothing was written",
        hint: CommandError.addingToWorkTree(path),
        path: path)
    case .readOnly(let path):
      self.init(
        .library, "the file is read-only; nothing was written", hint: "make it writable with `chmod u+w`", path: path)
    case .locked(let holder):
      self.init(
        .library, "another command is changing the library (\(holder)); nothing was written",
        hint: "run the command again when that one has finished")
    case .untrusted(let doubt): self.init(doubt)
    case .interrupted(let path):
      self.init(
        .library, "an interrupted change cannot be finished; nothing was written",
        hint: "find out what blocks it, then run the command again", path: path)
    case .unfinished(let error):
      self.init(
        .library, "\(error.description), so the change was neither completed nor undone",
        hint: "the next command completes or discards it")
    case .unwritable(let path):
      self.init(.library, "the change cannot be recorded; nothing was written", path: path)
    case .library(let error): self.init(error)
    case .outside(let path):
      self.init(.library, "the path leads outside the library; nothing was written", path: path)
    case .file(let error):
      self.init(
        .library, error.description + "; nothing was written",
        hint: error.isForbidden ? "allow writing there with `chmod u+w`" : nil)
    }
  }

  package init(_ doubt: JournalDistrust) {
    switch doubt {
    case .otherOwner(let path):
      self.init(
        .library, "\(path) belongs to another user, so shelf neither trusts it nor writes there",
        hint: "if you trust that user, or the disk shows all files as another user's, run "
          + "`git config --global --add safe.directory \(Wording.shellWord(doubt.library))`")
    case .noFolder(let path):
      self.init(
        .library, "\(path) is not a folder, so shelf neither trusts it nor writes there", hint: "remove it")
    case .tracked(let path):
      self.init(
        .library, "git tracks \(path), so the change in it may be someone else's",
        hint: "stop tracking it with `git rm -r --cached .shelf`, and delete “pending” and “undone” in it")
    case .foreign(let path, let file):
      self.init(
        .library, "\(path) contains a change to “\(file)”, a file that shelf never changes",
        hint: "find out where it came from, and remove \(Wording.shellWord(path))")
    case .unreadable(let path):
      self.init(
        .library, "\(path) contains a change that cannot be read",
        hint: "move it out of .shelf; it may contain data that is missing from the library")
    }
  }

  /// Returns a hint that explains how to get a file that git omits from the work tree.
  static func addingToWorkTree(_ path: String) -> String {
    let (folder, word) = (path.prefix { $0 != "/" }, Wording.shellWord(path))
    return
      "`git sparse-checkout add \(folder)`, run in the library, adds it to the work tree; without a sparse checkout, "
      + "`git update-index --no-skip-worktree -- \(word)` and `git checkout -- \(word)` do"
  }

  /// The maximum number of locations that a message lists.
  package static let maxPlaces = 8

  /// Returns the first few locations, separated by commas, and the number of omitted locations.
  package static func abbreviated(_ places: [String]) -> String {
    places.prefix(maxPlaces).joined(separator: ", ")
      + (places.count > maxPlaces ? " and \(Wording.number(places.count - maxPlaces)) more" : "")
  }

  package init(_ error: UndoPlan.Failure) {
    switch error {
    case .tooFew(let there, let direction):
      let verb = direction == .changes ? "undo" : "redo"
      self.init(
        .no,
        there == 0
          ? "there is nothing to \(verb)"
          : "there \(there == 1 ? "is" : "are") only \(Wording.count(there, "change")) to \(verb)",
        hint: direction == .undos && there == 0
          ? "only what was undone can be redone, and only until the next change"
          : "`shelf undo --list` shows the changes")
    case .changed(let obstacles, let entry, let again):
      let places = CommandError.abbreviated(obstacles.map(Wording.obstacle))
      let canMerge = obstacles.allSatisfy { $0.state == .editedElsewhere }
      let leftOut = obstacles.first { $0.state == .leftOut }
      let merging =
        canMerge ? "--merge \(again.isEmpty ? "undoes" : "redoes") it only in the fields that it changed; " : ""
      let skipping =
        again.isEmpty
        ? "--skip leaves it, and undoes the change before it"
        : "--skip leaves it, and redoes what was undone before it"
      self.init(
        .no,
        again.isEmpty
          ? "cannot undo “\(entry.command)”: \(places) since then"
          : "cannot redo \(Wording.list(again.map { "“\($0)”" })): \(places) since then",
        hint: leftOut.map { CommandError.addingToWorkTree($0.path) } ?? merging + skipping)
    case .undoneElsewhere(let entry, let again):
      self.init(
        .no,
        again.isEmpty
          ? "“\(entry.command)” was undone by other means; nothing was changed"
          : Wording.list(again.map { "“\($0)”" })
            + " \(again.count == 1 ? "was" : "were") redone by other means; nothing was changed",
        hint: again.isEmpty
          ? "--skip undoes the change before it" : "--skip redoes what was undone before it")
    case .ofOthers(let entry, let count, let newer):
      let others = count == 1 ? "another record" : "\(Wording.number(count)) other records"
      self.init(.no, "“\(entry.command)” also changed \(others)", hint: CommandError.undoing(newer))
    case .library(let entry):
      self.init(.no, "“\(entry.command)” created the library itself and cannot be undone")
    case .file(let error):
      self.init(.library, error.description + "; nothing was changed")
    case .lost(let path, let entry):
      self.init(
        .library, "the history of “\(entry.command)” lacks the old contents; nothing was changed", path: path)
    }
  }

  /// Returns a hint that explains how to undo a change together with the changes after it.
  static func undoing(_ newer: Int) -> String {
    newer == 0
      ? "`shelf undo` undoes all of it"
      : "`shelf undo \(newer + 1)` undoes all of it, and the \(Wording.count(newer, "change")) after it"
  }
}
