import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

extension Snapshot {
  /// Returns a `Hover` for a person or a series: the number of records, their average rating, and the first few
  /// records.
  func hover(_ place: NamePlace) -> JSON {
    let uses = place.shared.uses(in: library, typed: record)
    let markdown = client.hover
    var facts: [String] = Kind.allCases.compactMap { kind in
      let count = uses.count { $0.record.kind == kind }
      return count == 0 ? nil : kind.counted(count)
    }
    let ratings = uses.compactMap { use -> Int? in
      if case .rating(let rating)? = library.value(.rating, of: use.record) { rating.quarters } else { nil }
    }
    if !ratings.isEmpty, let rating = Rating(quarters: (ratings.reduce(0, +) + ratings.count / 2) / ratings.count) {
      facts.append("\(rating.starText) on average")
    }
    var lines = uses.prefix(Snapshot.maxNamedRecords).map { use in
      (markdown.isRich ? "- " : "  ") + markdown.line(title(of: use, place.shared))
    }
    if uses.count > lines.count {
      lines.append((markdown.isRich ? "- " : "  ") + "and \((uses.count - lines.count).grouped) more")
    }
    let page = [
      markdown.heading(place.shared.name), markdown.line(facts.joined(separator: " · ")),
      lines.joined(separator: "\n"),
    ]
    return hover(page.joined(separator: "\n\n"), place.range)
  }

  /// Returns a record's title, with its position in a series.
  private func title(of use: (record: Record, items: [FieldItem]), _ shared: SharedName) -> String {
    let title = String(use.record.title.prefix(100))
    guard shared.isSeries, let place = use.items.first.map({ SeriesPlace($0.text) })?.position else { return title }
    return "\(place) · \(title)"
  }

  /// The maximum number of records in the hover of a name.
  private static let maxNamedRecords = 10

  /// Returns the locations of a person or a series in all records.
  func references(to place: NamePlace) -> JSON {
    .array(
      place.shared.uses(in: library, typed: record).flatMap { use in
        let source = use.record.path == path ? text.bytes : use.record.source
        return use.items.map { item in
          location(use.record.path, source, Snapshot.range(of: place.shared, in: item.range, source))
        }
      })
  }
}
