import ShelfExchange
import ShelfKit
import ShelfModel
import ShelfText

/// What is said of an export.
package struct ExportText {
  /// A note, or a warning of what was not done.
  package struct Line: Equatable, Sendable {
    package let text: String
    package let isWarning: Bool

    fileprivate init(_ text: String, isWarning: Bool = false) {
      (self.text, self.isWarning) = (VisibleText.line(text), isWarning)
    }
  }

  private let outcome: RecordExport.Outcome
  private let format: ExportFormat
  private let path: String?

  /// - Parameter path: the file or the folder that was asked for.
  package init(_ outcome: RecordExport.Outcome, _ format: ExportFormat, _ path: String?) {
    self.outcome = outcome
    self.format = format
    self.path = path
  }

  /// What is said before anything is printed.
  package var before: [Line] {
    func counts(_ added: [(kind: Kind, count: Int)]) -> String { Wording.list(added.map { $0.kind.counted($0.count) }) }
    if !outcome.missing.isEmpty {
      let what = counts(outcome.missing)
      return [
        Line(
          "what is exported refers to \(what), which a single table cannot hold; --output names a folder",
          isWarning: true)
      ]
    }
    return outcome.added.isEmpty ? [] : [Line("with \(counts(outcome.added)) that they refer to")]
  }

  /// What is said at the end.
  package var after: [Line] {
    let written = path.map { path in
      Line(format.isFolder ? "wrote \(Wording.count(outcome.written, "file")) to \(path)" : "wrote \(path)")
    }
    return [written].compactMap { $0 } + outcome.notes.map(line) + outcome.losses.map { Line($0) }
  }

  private func line(_ note: RecordExport.Note) -> Line {
    switch note {
    case .link(let name): return Line("\(name) is a link, and is left as it is", isWarning: true)
    case .kept(let name, let state):
      let what = state == .foreign ? "was not written by an export" : "was changed since the last export"
      return Line("\(name) \(what), and is left as it is", isWarning: true)
    case .moved(let name, let new): return Line("\(name) is now \(new)")
    case .movedButKept(let name, let new):
      return Line("\(name) was changed since an earlier export, and is left; the book is in \(new)", isWarning: true)
    case .earlier(let name): return Line("\(name) is from an earlier export, and is left as it is", isWarning: true)
    }
  }
}

extension CommandError {
  package init(_ error: RecordExport.Refusal) {
    switch error {
    case .severalFiles(let format, let count):
      self.init(
        .usage, "\(format.name) writes \(Wording.count(count, "file"))", hint: "name a folder with --output")
    case .notAFile(let path): self.init(.usage, "it is not a file", path: path)
    }
  }
}
