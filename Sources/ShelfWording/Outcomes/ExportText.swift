import ShelfKit
import ShelfModel
import ShelfText

/// The messages of an export, before and after its output.
package struct ExportText {
  private let outcome: RecordExport.Outcome
  private let format: ExportFormat
  private let path: String?
  private let shown: (String) -> String

  /// - Parameters:
  ///   - path: the file or folder specified with `--output`, or nil for standard output.
  ///   - shown: returns the path of a record's file in the form that the user would type.
  package init(
    _ outcome: RecordExport.Outcome, _ format: ExportFormat, _ path: String?, shown: @escaping (String) -> String
  ) {
    self.outcome = outcome
    self.format = format
    self.path = path
    self.shown = shown
  }

  /// The messages before the output.
  package var before: [StatusLine] {
    if outcome.table == nil, !outcome.missing.isEmpty {
      let what = counts(outcome.missing)
      return [
        .warning(
          "the exported records refer to \(what), which a single table cannot contain; use --output FOLDER to include them"
        )
      ]
    }
    return outcome.added.isEmpty ? [] : [.note("also exported \(counts(outcome.added)) that they refer to")]
  }

  private func counts(_ counts: [(kind: Kind, count: Int)]) -> String {
    Wording.list(counts.map { $0.kind.counted($0.count) })
  }

  /// The messages after the output.
  package var after: [StatusLine] {
    var written = path.map { path in
      StatusLine.note(format.isFolder ? "wrote \(Wording.count(outcome.written, "file")) to \(path)" : "wrote \(path)")
    }
    if let path, let table = outcome.table { written = .note("wrote \(table.kind.counted(table.count)) to \(path)") }
    let rest =
      outcome.table == nil || outcome.missing.isEmpty
      ? [] : [StatusLine.note("use --output FOLDER to export \(counts(outcome.missing)) too, in a table for each kind")]
    let copies = outcome.numbering.map { key in
      StatusLine.note("for a row for each copy, use `shelf list --per \(key) --format csv`")
    }
    return [written, copies].compactMap { $0 } + misnamed + rest + outcome.notes.map(line) + misfits
      + outcome.losses.map { .note($0) }
  }

  /// Warnings about values that do not match the type of their field, with their locations.
  private var misfits: [StatusLine] {
    let all = outcome.misfits
    let named = all.prefix(all.count == ExportText.maxMisfits + 1 ? all.count : ExportText.maxMisfits)
    let lines = named.map { finding, misfit in
      let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
      let what =
        switch misfit {
        case .leftOut: "left out"
        case .kept: "exported as it is"
        case .unwrapped: "exported without the list"
        }
      return StatusLine.warning(
        VisibleText.line("\(shown(finding.path))\(place): \(finding.field ?? ""): \(finding.message); \(what)"))
    }
    let rest = all.count - named.count
    return lines
      + (rest == 0 ? [] : [.warning("\(Wording.number(rest)) more values like these; `shelf doctor` lists them")])
  }

  /// A note about a file whose ending belongs to another format.
  private var misnamed: [StatusLine] {
    guard let path, let ending = ExportFormat.ending(of: path),
      !format.endings.contains(ending.lowercased()) || isFolder,
      let usual = format.endings.first
    else { return [] }
    if isFolder {
      let isKnown = ExportFormat.all.contains { $0.endings.contains(ending.lowercased()) }
      return format.isOfTables || !isKnown
        ? [] : [.note("\(path) is a folder: \(format.name) writes a file for each book")]
    }
    let other = ExportFormat.ofFile(endingWith: ending).map { "; `shelf export \($0.name)` writes .\(ending)" } ?? ""
    return [.note("\(path) contains \(format.name), whose usual ending is .\(usual)\(other)")]
  }

  private var isFolder: Bool { format.isFolder && outcome.table == nil }

  private static let maxMisfits = 20

  private func line(_ note: RecordExport.Note) -> StatusLine {
    switch note {
    case .link(let name): return .warning(VisibleText.line("\(name) is a link and was not changed"))
    case .kept(let name, let state):
      let what = state == .foreign ? "was not written by an export" : "was changed since the last export"
      return .warning(VisibleText.line("\(name) \(what) and was not changed"))
    case .moved(let name, let new): return .note(VisibleText.line("\(name) is now \(new)"))
    case .movedButKept(let name, let new):
      return .warning(
        VisibleText.line(
          "\(name) was changed since an earlier export and was not changed; the book is now in \(new)"))
    case .earlier(let name):
      return .warning(VisibleText.line("\(name) is from an earlier export and was not changed"))
    }
  }
}

extension CommandError {
  package init(_ error: RecordExport.Refusal) {
    switch error {
    case .severalFiles(let format, let count):
      self.init(
        .usage, "\(format.name) writes \(Wording.count(count, "file"))",
        hint: format.isOfTables
          ? "use --output FOLDER for a table of each kind, or choose one kind: `shelf export \(format.name) kind:book`"
          : "specify a folder with --output: `shelf export \(format.name) --output notes`"
      )
    case .unknownEnding(let format, let ending, let path):
      let endings = format.forms.compactMap { $0.endings.first.map { "." + $0 } }
      self.init(
        .usage, "\(format.name) cannot be written as .\(ending)",
        hint: "the endings are \(Wording.list(endings))", path: path)
    case .notAFile(let path):
      self.init(.usage, "this is not a file", hint: "specify a file that --output may write", path: path)
    }
  }
}
