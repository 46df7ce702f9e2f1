import ArgumentParser
import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf KIND edit`, and `shelf edit`: opens a record's file in an editor.
///
/// The editor gets a draft, which replaces the file only if it is a valid record and nothing else has changed the file
/// meanwhile; otherwise it is kept, and the command says where.
struct EditCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: "Edit \(S.withArticle)'s file in $VISUAL or $EDITOR.",
      usage: S.usage("edit", "<record>"),
      discussion:
        "A text that is not a valid record is shown with its error and can be edited again; it is never lost.")
  }

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  func run(in context: Context) throws {
    try context.offering([record].compactMap { $0 }) { try edit($0.first, in: context) }
  }

  private func edit(_ record: String?, in context: Context) throws {
    var change = try Change(change, in: context, isAsking: true)
    guard let record else { throw Question.subject(S.scope, isOne: true) }
    let (path, source, id) = try file(record, change.library, context)
    if try context.fileSystem.status(change.library.root + "/" + path)?.isReadOnly ?? false {
      throw TransactionError.readOnly(path: path)
    }
    let draft = try Draft(of: path, source, library: change.library, context: change.context)
    let (text, isKnown) = try edited(draft, path, source, id, change.library, change.context)
    if text == source {
      draft.remove()
      return try context.print(VisibleText.line("\(context.shown(path)): nothing to change"))
    }
    let outcome: Outcome
    do {
      outcome = try save(text, path, source, id, &change)
    } catch {
      throw draft.kept(because: error)
    }
    draft.remove()
    if !self.change.isDryRun, !isKnown {
      warn(of: findings(in: path, text, change.library, change.context), in: path, change.context)
    }
    try change.commitToGit(outcome)
  }

  /// Saves what was typed. What others have changed meanwhile stays if it is in other fields.
  private func save(
    _ typed: [UInt8], _ path: String, _ source: [UInt8], _ id: RecordID?, _ change: inout Change
  ) throws -> Outcome {
    var attempt = 0
    while true {
      _ = try change.plan(ReplaceFile(path, with: typed, base: source, id: id))
      do {
        return try change.write { $0.lines }
      } catch TransactionError.changed(let path) {
        attempt += 1
        // Others change the file again and again.
        if attempt > 5 { throw TransactionError.changed(path: path) }
      }
    }
  }

  /// Returns what `doctor` would say about the file with another text, as far as it is wrong.
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
        report.hint = "`shelf doctor \(Wording.shellWord(path))` says what can be done"
      }
      context.report(report)
    }
  }

  /// Opens the draft until it is a valid record, or until the user gives up.
  ///
  /// - Returns: what was typed, and whether the user has been told what is wrong with it.
  private func edited(
    _ draft: Draft, _ path: String, _ source: [UInt8], _ id: RecordID?, _ library: Library, _ context: Context
  ) throws -> (text: [UInt8], isKnown: Bool) {
    while true {
      try draft.open()
      guard let text = try? draft.text() else {
        throw draft.kept(because: CommandError(.no, "the editor removed the draft; nothing was saved"))
      }
      if text == source { return (text, true) }
      do throws(UnreadableFile) {
        // What is not in the folder of a kind is no record.
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
      if try draft.isWanted() { return (text, true) }
    }
  }

  /// Returns the file to edit, and the id that it must keep: nil if the file is unreadable, or another file has the
  /// same.
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
