import ShelfKit
import ShelfModel
import ShelfText

/// Messages to a library's owner about its published pages.
package struct PublicationText {
  private let report: PublicationReport

  package init(_ report: PublicationReport) { self.report = report }

  /// A warning to show before anything becomes public.
  package static let warning = [
    "A public repository exposes notes, loans and the full history, even what the pages hide: publish from a private",
    "repository, or push only the pages. Anything once public remains in feeds, caches and git history.",
  ]

  /// The report of `publish --check`: the public fields of each kind, with the number of records that have them.
  package var lines: [String] {
    var lines = Self.warning
    for kind in report.kinds where kind.total > 0 {
      lines += ["", "\(Wording.heading(kind.kind.plural)): \(kind.shown) of \(kind.total) are public"]
      if kind.shown == 0 { continue }
      lines += Self.wrapped("public", kind.fields)
      if kind.kind == .book, report.covers > 0 { lines.append("  covers: \(report.covers)") }
      lines += Self.wrapped("not public", kind.hidden)
    }
    let goals = report.goals
    if goals.total > 0 { lines += ["", "Reading goals: \(goals.shown) of \(goals.total) are public"] }
    let reasons = leftOut
    if !reasons.isEmpty { lines += ["", "Left out:"] + reasons.map { "  \($0)" } }
    return lines
  }

  /// The numbers of records and covers that the pages omit, with the reasons.
  package var leftOut: [String] {
    var reasons = report.leftOut.map { "\(count($0.reason, $0.count)) \(why($0.reason))" }
    if report.fetchedCovers > 0 {
      reasons.append(
        "\(Wording.count(report.fetchedCovers, "cover")) fetched from a catalogue (fetchedCovers: true includes them)"
      )
    }
    reasons += report.invalidCovers.map { VisibleText.line("\($0), which is not a valid image") }
    return reasons
  }

  private static func wrapped(_ label: String, _ fields: [(key: String, count: Int)]) -> [String] {
    var lines: [String] = []
    for field in fields {
      let word = VisibleText.line("\(field.key) \(field.count)")
      if let last = lines.last, last.count + word.count < 98 {
        lines[lines.count - 1] += ", " + word
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append((lines.isEmpty ? "  \(label): " : "    ") + word)
      }
    }
    return lines
  }

  private func count(_ reason: PublicationReport.Reason, _ count: Int) -> String {
    switch reason {
    case .status: Kind.book.counted(count)
    case .ownWish(let kind), .query(let kind): kind.counted(count)
    case .bookLeftOut, .orphan: Kind.quote.counted(count)
    case .unused: Kind.genre.counted(count)
    }
  }

  private func why(_ reason: PublicationReport.Reason) -> String {
    switch reason {
    case .status(let status): "with the status \(status)"
    case .ownWish: "with public: false"
    case .query: "not requested"
    case .bookLeftOut: "from books that are left out"
    case .orphan: "without a book"
    case .unused: "without a public book"
    }
  }
}
