import ArgumentParser
import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf KIND edit` and `shelf edit`: opens the files of records in an editor.
///
/// The editor works on a draft, which contains one file, or several files as the documents of one text (`EditBuffer`).
/// When the editor returns, each changed document must be a valid record. Otherwise, the user edits the draft again. If
/// the records have new problems, the user decides whether to save them anyway. The saved texts are merged with changes
/// that others have made to other fields of the files, and written as one change. If they cannot be saved, the draft is
/// kept, the command reports where, and the next `edit` of one of the same records offers it again, even if the
/// record's file has been moved, or the record was merged into another one. An unchanged draft is kept too, because an
/// editor that forks saves it later.
struct EditCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: "Edit the files of \(S.scope?.plural ?? "records") in $VISUAL or $EDITOR.",
      usage: S.usage("edit", "(<record> ... | --where <query>)"),
      discussion: """
        Several \(S.scope?.plural ?? "records") are edited in one text, and saved as one change that can be undone.

        If the text is not a valid record, shelf shows the error and lets you edit it again. Your text is never lost.
        """)
  }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    if let text = record.first(where: { AssignmentParser.split($0) != nil }), record.count > 1 {
      let words = record.map(Wording.shellWord).joined(separator: " ")
      throw CommandError(
        .usage, "`edit` opens an editor and takes no value such as “\(Wording.short(text))”",
        hint: "use `shelf set \(words)`")
    }
    try context.promptingForNames(record) { try edit($0, in: context) }
  }

  private func edit(_ names: [String], in context: Context) throws {
    var change = try CommandChange(change, in: context, isAsking: true)
    let files = try files(names, change)
    // Nothing matches the query, and this has already been reported.
    if files.isEmpty { return }
    try change.workspace.checkAreThere(files.map(\.path))
    for file in files where try context.fileSystem.status(change.library.root + "/" + file.path)?.isReadOnly ?? false {
      throw TransactionError.readOnly(path: file.path)
    }
    var buffer = EditBuffer(files, change.library)
    let draft: EditorDraft
    if let kept = try offered(buffer, change.library, change.context) {
      draft = kept
      buffer = buffer.continuing(kept.file, kept.source)
    } else {
      draft = try EditorDraft.make(of: buffer.name, buffer.text, library: change.library, context: change.context)
    }
    let before = try? draft.text()
    let (edited, isKnown) = try edited(draft, buffer, change.library, change.context)
    if edited.isEmpty {
      let shown = files.count == 1 ? context.shown(files[0].path) : "\(files.count) \(S.scope?.plural ?? "records")"
      try context.print(VisibleText.line("\(shown): nothing to change"))
      return draft.noteUnchanged()
    }
    let text = try? draft.text()
    let outcome: Outcome
    do {
      outcome = try save(edited, &change)
    } catch {
      throw draft.kept(because: error)
    }
    // After a dry run, the draft is kept and offered the next time.
    if self.change.isDryRun { return }
    // If the editor returned a kept draft unchanged, it may still have the draft open.
    if let text {
      if text == before { draft.keep(saved: text) } else { draft.remove(saved: text) }
    }
    if !isKnown { for file in edited { warn(of: findings(in: file, change.library, change.context), change.context) } }
    try change.commitToGit(outcome)
  }

  /// Returns the files to edit. If a record shares its id with another file, the user may change the id.
  private func files(_ names: [String], _ change: CommandChange) throws -> [EditBuffer.File] {
    let (library, context) = (change.library, change.context)
    func file(_ record: Record) -> EditBuffer.File {
      EditBuffer.File(
        path: record.path, source: record.source, id: library.records(sharing: record.id).count > 1 ? nil : record.id)
    }
    if case .records(let records) = try bulk.subjects(named: names, S.scope, library, context) {
      return records.map(file)
    }
    if names.isEmpty { throw Question.subject(S.scope, isOne: false) }
    var files: [EditBuffer.File] = []
    for name in names {
      var found: EditBuffer.File
      do throws(RecordFinder.Failure) {
        found = file(try context.finder(library).find(name, S.scope, .exact))
      } catch {
        guard case .unreadable(let unreadable) = error else { throw error }
        let source = try context.fileSystem.contents(of: library.root + "/" + unreadable.path, limit: Limits().bytes)
        found = EditBuffer.File(path: unreadable.path, source: source, id: nil)
      }
      if !files.contains(where: { $0.path == found.path }) { files.append(found) }
    }
    return files
  }

  /// Offers the kept drafts of the records that contain changes. Returns the draft that the user chose, or nil to edit
  /// the files themselves.
  private func offered(_ buffer: EditBuffer, _ library: Library, _ context: Context) throws -> EditorDraft? {
    let drafts = try EditorDraft.kept(in: library, context) {
      buffer.concerns($0.file, $0.source) && !$0.isUnchanged
    }
    if drafts.isEmpty { return nil }
    let them = drafts.count == 1 ? "it" : "them"
    guard context.isInteractive else {
      context.note(
        "unsaved changes are in \(CommandError.abbreviated(drafts.map(\.path))); `shelf edit` in a terminal offers \(them)"
      )
      return nil
    }
    let choices =
      drafts.map { "edit \($0.path)" } + ["edit the file and keep \(them)", "edit the file and delete \(them)"]
    context.clearScreenOfBrowser()
    let choice = try context.choose("Changes to \(context.shown(buffer.name)) were typed and not saved.", choices)
    if choice < drafts.count { return drafts[choice] }
    if choice > drafts.count { for draft in drafts { draft.remove() } }
    return nil
  }

  /// Saves the edited files.
  ///
  /// Changes that others have made to other fields are kept.
  private func save(_ files: [EditedFile], _ change: inout CommandChange) throws -> Outcome {
    var attempt = 0
    while true {
      _ = try change.plan(ReplaceFiles(files))
      do {
        return try change.write { $0.lines }
      } catch TransactionError.changed(let path) {
        attempt += 1
        // Another program keeps changing the file.
        if attempt > 5 { throw TransactionError.changed(path: path) }
      }
    }
  }

  /// Returns the errors and warnings that `doctor` would report about an edited file.
  private func findings(in file: EditedFile, _ library: Library, _ context: Context) -> [Finding] {
    let doctor = Doctor(
      settings: library.manifest.doctor, today: context.today, now: context.now, newID: context.newID)
    return doctor.findings(in: library.replacing([ExactPath(file.path): file.text]), strays: []).filter {
      $0.path == file.path && $0.severity > .note
    }
  }

  private func warn(of findings: [Finding], _ context: Context) {
    for finding in findings {
      var report = ErrorReport(severity: .warning, message: finding.message, path: finding.path)
      report.excerpt = finding.range.map { SourceExcerpt(path: finding.path, source: finding.source, range: $0) }
      if finding.identity == findings.last?.identity {
        report.hint = "`shelf doctor \(Wording.shellWord(finding.path))` shows what you can do"
      }
      context.report(report)
    }
  }

  /// Opens the draft until all changed texts are valid records, or the user gives up.
  ///
  /// - Returns: the changed files, and whether the user has already seen their new problems.
  private func edited(
    _ draft: EditorDraft, _ buffer: EditBuffer, _ library: Library, _ context: Context
  ) throws -> (files: [EditedFile], isKnown: Bool) {
    while true {
      try draft.open()
      let text = try draft.typed()
      if text == draft.source { return ([], true) }
      let edited: (changed: [EditedFile], left: [String])
      do throws(CommandError) {
        edited = try buffer.changes(to: text, from: draft.source)
        try check(edited.changed, library)
      } catch {
        try draft.report(error)
        continue
      }
      if !edited.left.isEmpty {
        let paths = CommandError.abbreviated(edited.left.map(context.shown))
        context.note("not changed, because their text was deleted: \(paths)")
      }
      guard context.isInteractive, !bulk.yes else { return (edited.changed, false) }
      let new = edited.changed.flatMap { file in
        let before = EditedFile(path: file.path, text: file.base, base: file.base, id: file.id)
        let old = Set(findings(in: before, library, context).map(\.message))
        return findings(in: file, library, context).filter { !old.contains($0.message) }
      }
      if new.isEmpty { return (edited.changed, false) }
      context.clearScreenOfBrowser()
      warn(of: new, context)
      if try draft.promptsToSave() { return (edited.changed, true) }
    }
  }

  private func check(_ files: [EditedFile], _ library: Library) throws(CommandError) {
    for file in files {
      // A file outside the folders of the kinds is not a record, so there is nothing to check.
      guard let kind = S.scope ?? Kind.of(path: file.path) else { continue }
      do throws(UnreadableFile) {
        try library.check(file.text, as: kind, path: file.path, id: file.id)
      } catch {
        throw CommandError(error)
      }
    }
  }
}
