import ArgumentParser
import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf KIND edit` and `shelf edit`: opens the file of a record in an editor.
///
/// The editor works on a draft. When it returns, the draft must be a valid record, or the user edits it again; if it
/// has new problems, the user decides whether to save it anyway. The saved text is merged with changes that others have
/// made to other fields of the file. If it cannot be saved, the draft is kept, the command reports where, and the next
/// `edit` of the record offers it again. An unchanged draft is kept too, because an editor that forks saves it later.
struct EditCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: "Edit \(S.withArticle)'s file in $VISUAL or $EDITOR.",
      usage: S.usage("edit", "<record>"),
      discussion:
        "If the text is not a valid record, shelf shows the error and lets you edit it again. Your text is never lost.")
  }

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  func run(in context: Context) throws {
    try context.promptingForNames([record].compactMap { $0 }) { try edit($0.first, in: context) }
  }

  private func edit(_ record: String?, in context: Context) throws {
    var change = try CommandChange(change, in: context, isAsking: true)
    guard let record else { throw Question.subject(S.scope, isOne: true) }
    let (path, source, id) = try file(record, change.library, context)
    if try context.fileSystem.status(change.library.root + "/" + path)?.isReadOnly ?? false {
      throw TransactionError.readOnly(path: path)
    }
    let draft =
      try offered(path, change.library, change.context)
      ?? EditorDraft.make(of: path, source, library: change.library, context: change.context)
    let before = try? draft.text()
    let (text, isKnown) = try edited(draft, path, source, id, change.library, change.context)
    if text == draft.source {
      try context.print(VisibleText.line("\(context.shown(path)): nothing to change"))
      return draft.noteUnchanged()
    }
    let outcome: Outcome
    do {
      outcome = try save(text, path, draft.source, id, &change)
    } catch {
      throw draft.kept(because: error)
    }
    // After a dry run, the draft is kept and offered the next time.
    if self.change.isDryRun { return }
    // If the editor returned a kept draft unchanged, it may still have the draft open.
    if text == before { draft.keep(saved: text) } else { draft.remove(saved: text) }
    if !isKnown {
      warn(of: findings(in: path, text, change.library, change.context), in: path, change.context)
    }
    try change.commitToGit(outcome)
  }

  /// Offers the kept drafts of the file that have changes, and returns the chosen one, or nil to edit the file.
  private func offered(_ path: String, _ library: Library, _ context: Context) throws -> EditorDraft? {
    let drafts = try EditorDraft.kept(of: path, library: library, context: context).filter { !$0.isUnchanged }
    if drafts.isEmpty { return nil }
    let them = drafts.count == 1 ? "it" : "them"
    guard context.isInteractive else {
      context.note(
        "unsaved changes are in \(CommandError.abbreviated(drafts.map(\.path))); `shelf edit` in a terminal offers \(them)"
      )
      return nil
    }
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
    let choices =
      drafts.map { "edit \($0.path)" } + ["edit the file and keep \(them)", "edit the file and delete \(them)"]
    let choice = try prompt.choice("Changes to \(context.shown(path)) were typed and not saved.", choices, default: 0)
    if choice < drafts.count { return drafts[choice] }
    if choice > drafts.count { for draft in drafts { draft.remove() } }
    return nil
  }

  /// Saves the text.
  ///
  /// Changes that others have made to other fields stay.
  private func save(
    _ typed: [UInt8], _ path: String, _ source: [UInt8], _ id: RecordID?, _ change: inout CommandChange
  ) throws -> Outcome {
    var attempt = 0
    while true {
      _ = try change.plan(ReplaceFile(path, with: typed, base: source, id: id))
      do {
        return try change.write { $0.lines }
      } catch TransactionError.changed(let path) {
        attempt += 1
        // Someone keeps changing the file.
        if attempt > 5 { throw TransactionError.changed(path: path) }
      }
    }
  }

  /// Returns the errors and warnings that `doctor` would report about the file with another text.
  private func findings(in path: String, _ text: [UInt8], _ library: Library, _ context: Context) -> [Finding] {
    let doctor = Doctor(
      settings: library.manifest.doctor, today: context.today, now: context.now, newID: context.newID)
    return doctor.findings(in: library.replacing([path: text]), strays: []).filter {
      $0.path == path && $0.severity > .note
    }
  }

  private func warn(of findings: [Finding], in path: String, _ context: Context) {
    for finding in findings {
      var report = ErrorReport(severity: .warning, message: finding.message, path: path)
      report.excerpt = finding.range.map { SourceExcerpt(path: path, source: finding.source, range: $0) }
      if finding.identity == findings.last?.identity {
        report.hint = "`shelf doctor \(Wording.shellWord(path))` shows what you can do"
      }
      context.report(report)
    }
  }

  /// Opens the draft until it is a valid record, or the user gives up.
  ///
  /// - Returns: the text, and whether the user knows all problems in it.
  private func edited(
    _ draft: EditorDraft, _ path: String, _ source: [UInt8], _ id: RecordID?, _ library: Library, _ context: Context
  ) throws -> (text: [UInt8], isKnown: Bool) {
    while true {
      try draft.open()
      let text = try draft.typed()
      if text == draft.source { return (text, true) }
      do throws(UnreadableFile) {
        // A file outside the folders of the kinds is not a record, so there is nothing to check.
        guard let kind = S.scope ?? Kind.of(path: path) else { return (text, false) }
        try library.check(text, as: kind, path: path, id: id)
      } catch {
        try draft.report(error)
        continue
      }
      guard context.isInteractive else { return (text, false) }
      let old = Set(findings(in: path, source, library, context).map(\.message))
      let new = findings(in: path, text, library, context).filter { !old.contains($0.message) }
      if new.isEmpty { return (text, false) }
      warn(of: new, in: path, context)
      if try draft.promptsToSave() { return (text, true) }
    }
  }

  /// Returns the file to edit, and the id that it must keep; the id is nil if the file is unreadable or shares its id.
  private func file(
    _ record: String, _ library: Library, _ context: Context
  ) throws -> (path: String, source: [UInt8], id: RecordID?) {
    do throws(RecordFinder.Failure) {
      let record = try context.finder(library).find(record, S.scope, .exact)
      return (record.path, record.source, library.records(sharing: record.id).count > 1 ? nil : record.id)
    } catch {
      guard case .unreadable(let file) = error else { throw error }
      let source = try context.fileSystem.contents(of: library.root + "/" + file.path, limit: Limits().bytes)
      return (file.path, source, nil)
    }
  }
}
