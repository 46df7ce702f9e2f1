import ShelfDoctor
import ShelfFormats
import ShelfHistory
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText

/// An error as the user sees it: one `error:` line, the location in a file, at most one hint, and an exit status.
///
/// The layers below the front ends throw typed errors that describe what happened as data: a `LibraryError`, a
/// `GitError`, an act's unanswered `Question`. The initializers in this folder turn them into messages, one initializer
/// per error type, and `init?(_:)` selects among them. As a result, the command line, the browser and the language
/// server report the same problem in the same words, and no code below the front ends names a command or an option.
///
/// `status` becomes the exit status: `no` for a valid command that did not succeed, `usage` for a command line that has
/// to be corrected, and `library` for files that cannot be read or written. An error whose type `init?(_:)` does not
/// know came from the argument parser. `init(usage:_:)` rewrites the parser's message in this form.
package struct CommandError: Error {
  /// The exit status, as `shelf help scripts` documents it.
  package enum Status: Int32 {
    /// The command line is valid, but the command did not succeed: for example, a named record was not found, or the
    /// user answered “no”.
    case no = 1
    /// The command line is not valid.
    case usage = 2
    /// The library cannot be read or written.
    case library = 3
  }

  package var status: Status
  package var report: ErrorReport

  package init(
    _ status: Status, _ message: String, hint: String? = nil, excerpt: SourceExcerpt? = nil, path: String? = nil
  ) {
    self.status = status
    report = ErrorReport(message: message, path: path, excerpt: excerpt, hint: hint)
  }

  /// Converts an error of any of the program's error types. Returns nil for other types.
  ///
  /// - Parameter editions: the notes that distinguish candidates with the same title, or nil if the library was not
  ///   read.
  package init?(_ error: any Error, editions: @autoclosure () -> EditionNotes? = nil) {
    switch error {
    case let error as CommandError: self = error
    case let error as Question: self.init(error)
    case let error as ActRefusal: self.init(error, editions: editions())
    case let error as FilterRefusal: self.init(error)
    case let error as LibrarySettingRefusal: self.init(error)
    case let error as LibraryError: self.init(error)
    case let error as RecordFinder.Failure: self.init(error, editions: editions())
    case AssignmentError.reference(.ambiguous(let name, let kind, let candidates), isCreatable: _):
      self.init(.ambiguous(name: name, kind: kind, candidates: candidates), editions: editions())
    case let error as AssignmentError: self.init(error)
    case let error as EditError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as TransactionError: self.init(error)
    case let error as UndoPlan.Failure: self.init(error)
    case let error as UnreadableFile: self.init(error)
    case let error as GitError: self.init(error)
    case let error as RecordHistory.SeveralLost: self.init(error)
    case let error as SyncError: self.init(error)
    case let error as CommitRefusal: self.init(error)
    case let error as LibraryCreation.Refusal: self.init(error)
    case let error as RecordExport.Refusal: self.init(error)
    case let error as PublicationRefusal: self.init(error)
    case let error as SourceError: self.init(error)
    case let error as SourceReader.Failure: self.init(error)
    case let error as FileError: self.init(.library, error.description)
    case let error as OutputError: self.init(.library, error.description)
    default: return nil
    }
  }

  /// Creates the error for a message of the argument parser.
  ///
  /// The first line of `message` states the problem. If it continues with “Please …”, as for an invalid value, the rest
  /// becomes the hint. Otherwise the hint is the `--help` command that `fullMessage` suggests.
  package init(usage message: String, _ fullMessage: String) {
    let help = fullMessage.split(separator: "\n").last { $0.contains("--help") }
    let command = help.flatMap { $0.split(separator: "'").dropFirst().first }.map { String($0) }
    var hint = "see `\(command ?? "shelf --help")`"
    var text = message
    let sentences = message.split(separator: ". Please ", maxSplits: 1)
    if sentences.count == 2 {
      text = String(sentences[0])
      // The parser puts a long list of valid values on separate lines.
      let values = sentences[1].split(separator: "\n  - ").dropFirst().joined(separator: ", ")
      hint = CommandError.firstLine(of: sentences[1]) + (values.isEmpty ? "" : " " + values)
    }
    text = CommandError.firstLine(of: text)
    if let first = text.first, first.isUppercase { text = first.lowercased() + text.dropFirst() }
    self.init(.usage, text, hint: hint)
  }

  private static func firstLine(of text: some StringProtocol) -> String {
    let line = text.prefix { $0 != "\n" }
    return String(line.last == "." ? line.dropLast() : line)
  }
}

extension CommandError {
  package init(_ error: CommitRefusal) {
    switch error {
    case .messageWithoutCommit:
      self.init(.usage, "--message cannot be combined with --no-commit", hint: "use only one")
    case .emptyMessage: self.init(.usage, "the message is empty")
    case .operation(let operation):
      self.init(
        .no, "nothing can be committed while \(Wording.begun(operation)); nothing was changed",
        hint: "\(Wording.ending(operation)), or leave out --commit")
    }
  }

  package init(_ error: LibraryCreation.Refusal) {
    switch error {
    case .amongRecords(let root, let folder, let library):
      self.init(
        .usage, "\(root) is inside the folder \(folder) of the library \(library)",
        hint: "create the new library elsewhere")
    case .inRepository(let root): self.init(.usage, "\(root) is inside git's own folder")
    }
  }
}

extension CommandError {
  package init(_ error: LibraryError) {
    switch error {
    case .notALibrary(let path, let library):
      self.init(
        .library, "\(path) is not a library: it has no shelf.yaml",
        hint: library.map { "it is in the library \($0)" } ?? "create one with `shelf init \(Wording.shellWord(path))`")
    case .noLibraryFound(let start):
      self.init(
        .library, "no library found: neither \(start) nor any folder above it has a shelf.yaml",
        hint: "create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY")
    case .missingManifest(let top, let folder, let isLeftOut):
      let path = folder + Manifest.fileName
      let git = "git -C \(Wording.shellWord(top.count > 1 ? String(top.dropLast()) : top))"
      self.init(
        .library,
        isLeftOut ? "\(top)\(path) is outside the sparse checkout" : "\(top)\(path) is missing, but git tracks it",
        hint: "`\(git) checkout \(isLeftOut ? "--ignore-skip-worktree-bits " : "")-- \(Wording.shellWord(path))` "
          + (isLeftOut ? "adds it to the work tree" : "restores it"))
    case .newerFormat(let found, let known, let path):
      self.init(
        .library, "\(path): the library has format \(found), but this version of shelf supports formats up to \(known)",
        hint: "install a newer version of shelf; nothing was read or written")
    case .manifest(let file): self.init(file)
    case .busy(let path):
      self.init(.library, "\(path) changes faster than it can be read", hint: "run the command again")
    case .file(let error): self.init(.library, error.description)
    case .leftOut(let paths):
      let folders = Set(paths.map { String($0.prefix { $0 != "/" }) }).sorted().joined(separator: " ")
      self.init(
        .library,
        "git cannot read records that are not in the work tree: \(CommandError.abbreviated(paths))",
        hint: "`git sparse-checkout add \(folders)`, run in the library, fetches them and adds them to the work tree")
    case .git(let error): self = CommandError(error) ?? CommandError(.library, "git failed")
    }
  }

  package init(_ file: UnreadableFile) {
    let excerpt = file.offset.map {
      SourceExcerpt(path: file.path, source: file.source, range: $0..<$0)
    }
    self.init(.library, file.reason, hint: UnreadableYAML.advice(file), excerpt: excerpt, path: file.path)
  }

  package init(_ error: RecordFinder.Failure, editions: EditionNotes? = nil) {
    func edition(_ record: Record) -> String {
      editions?.note(record).map { ", \(Wording.short(VisibleText.line($0)))" } ?? ""
    }
    switch error {
    case .notFound(let name, let kind, let nearest):
      let hint =
        name.contains(":")
        ? "if it is a query, write it after --where where the command has that option"
        : nearest.isEmpty
          ? kind.map { "`shelf \($0.singular) list` shows all \($0.plural)" }
          : "did you mean " + nearest.map { "“\(Wording.short($0))”" }.joined(separator: " or ") + "?"
      self.init(.no, "no \(kind?.singular ?? "record") is called “\(name)”", hint: hint)
    case .inexact(let name, let kind, let candidates):
      let ids = RecordID.beginnings(of: candidates.map(\.id))
      let shown = zip(candidates, ids).prefix(3).map { "“\(Wording.short($0.title))” (\($1)\(edition($0)))" }
      let more = candidates.count > 3 ? ["\(Wording.number(candidates.count - 3)) more"] : []
      let key = Folding.fold(name.trimmed)
      // If no candidate's title contains the name, the name belongs to an author.
      let isPart = candidates.contains { Folding.fold($0.title).contains(key) || RecordFinder.hexDigits(name) != nil }
      self.init(
        .no,
        "no \(kind?.singular ?? "record") is called “\(name)”"
          + (isPart ? ", and a change requires the whole name or id" : ""),
        hint: "did you mean " + (shown + more).joined(separator: " or ") + "?")
    case .ambiguous(let name, let kind, let candidates):
      let shareID = Set(candidates.map(\.id)).count == 1
      // The beginning of an id that is also another record's number does not identify a record.
      let ids = zip(candidates, RecordID.beginnings(of: candidates.map(\.id))).map { record, id in
        id == name.trimmed.lowercased() && !shareID ? record.id.description : id
      }
      let shown = zip(candidates, ids).prefix(8).map { record, id in
        (kind == nil ? "\(record.kind.singular) " : "") + "\(id) “\(Wording.short(record.title))”" + edition(record)
      }
      let more = candidates.count > 8 ? " and \(Wording.number(candidates.count - 8)) more" : ""
      let number = kind?.counted(candidates.count) ?? "\(Wording.number(candidates.count)) records"
      self.init(
        .no, "“\(name)” matches \(number): " + shown.joined(separator: ", ") + more,
        hint: shareID
          ? "they share an id, which `shelf doctor --interactive` repairs; to see one, specify its file, such as "
            + (candidates.first?.path ?? "")
          : ids.first.map { "specify one by its id, such as \($0)" })
    case .unreadable(let file):
      self.init(file)
      if file.offset != nil {
        let editing = "`shelf edit \(Wording.shellWord(file.path))` opens the file"
        report.hint = report.hint.map { "\($0); \(editing)" } ?? editing
      }
    case .elsewhere(let path, let library):
      self.init(
        .no, "\(path) is not in the library \(library)",
        hint: "use --library for the library it belongs to, or specify the record by its title or id")
    }
  }

  package init(_ error: AssignmentError) {
    switch error {
    case .notAnAssignment(let text):
      let name = AssignmentParser.split(text)?.key
      self.init(
        .usage, "“\(text)” is not an assignment",
        hint: name.map(FieldName.isTypable) ?? true
          ? "write field=value, list+=item or list-=item"
          : "a field name may contain only letters, digits, hyphens and underscores")
    case .unknownField(let key, let kind, let nearest, let all, let value):
      self.init(
        .usage, "\(kind.withArticle) has no field “\(key)”",
        hint: CommandError.hint(aboutField: key, kind, nearest: nearest, all: all, value: value))
    case .automatic(let field, _):
      self.init(.usage, "only shelf itself sets “\(field.key)”")
    case .notAList(let field):
      let replacing = "\(field.key)=VALUE"
      self.init(
        .usage, "“\(field.key)” is not a list",
        hint: field.key == FieldHandle.notes.key
          ? "`shelf note BOOK TEXT` adds a paragraph; \(replacing) replaces the text"
          : field.isLong
            ? "`shelf edit` opens the record to add to the text; \(replacing) replaces the text" : "write \(replacing)")
    case .empty(let field, _):
      self.init(.usage, "“\(field.key)” must not be empty")
    case .wrongType(let text, let field, let nearest):
      var meant = nearest.first
      meant = field.type.state(called: text) ?? meant
      let hint = meant.map { "did you mean “\($0)”?" }
      if field.type == .date || field.type == .timestamp, let mistake = DateMistake(text) {
        let (reason, way) = Wording.text(mistake)
        self.init(
          .usage, "“\(Wording.short(text))” is not a valid \(Wording.label(field.key)): \(reason)", hint: way)
        return
      }
      let article = field.type.isList ? "value of " : field.has(.extent) || field.has(.copies) ? "number of " : ""
      self.init(
        .usage,
        "“\(Wording.short(text))” is not a valid \(article)\(Wording.label(field.key)): "
          + "expected \(Wording.expectation(of: field))",
        hint: hint)
    case .future(let text):
      self.init(.usage, "“\(Wording.short(text))” is in the future", hint: "use today's date or an earlier one")
    case .lineBreak(let field, let isTab):
      self.init(.usage, "“\(field.key)” cannot contain a \(isTab ? "tab" : "line break")")
    case .controlCharacter(let scalar, let field):
      let code = String(scalar.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
      self.init(.usage, "“\(field.key)” cannot contain the control character U+\(padded)")
    case .reference(let failure, let isCreatable):
      self.init(failure)
      guard case .notFound(_, let kind?, let nearest) = failure else { return }
      if nearest.isEmpty, isCreatable {
        report.hint = "use --create to add it; `shelf \(kind.singular) list` shows all \(kind.plural)"
      }
    }
  }

  /// Explains why a text that was meant as a date is none.
  package init(_ mistake: DateMistake, in text: String) {
    let (reason, way) = Wording.text(mistake)
    self.init(.usage, "“\(Wording.short(text))” is not a date: \(reason)", hint: way)
  }
}

extension Wording {
  /// Returns the location, message and hint of an error on a single line.
  package static func reason(_ error: any Error) -> String {
    let report = (CommandError(error) ?? CommandError(.library, "\(error)")).report
    let place = report.excerpt?.place ?? report.path
    return (place.map { "\($0): " } ?? "") + report.message + (report.hint.map { " — \($0)" } ?? "")
  }
}
