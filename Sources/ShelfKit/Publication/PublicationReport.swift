import ShelfModel
import ShelfStore

/// The report on a publication for the library's owner, which is never published.
package struct PublicationReport: Sendable {
  /// The reason why a record is omitted.
  package enum Reason: Hashable, Sendable {
    /// Books with this status are not published.
    case status(String)
    /// The record opts out.
    case ownWish(Kind)
    /// The record does not match the query.
    case query(Kind)
    /// The book of the quote is omitted.
    case bookLeftOut
    /// The quote has no book.
    case orphan
    /// No published book has the genre.
    case unused
  }

  /// The published and omitted records and fields of a kind.
  package struct KindReport: Sendable {
    package let kind: Kind
    package let shown: Int
    package let total: Int
    /// The published fields, each with the number of records that have it.
    package let fields: [(key: String, count: Int)]
    /// The fields that published records have but that are not published, because the settings hide them or they are
    /// private.
    package let hidden: [(key: String, count: Int)]
  }

  package let kinds: [KindReport]
  /// The statuses of published books.
  package let statuses: Set<String>
  /// The number of omitted records for each reason.
  package let leftOut: [(reason: Reason, count: Int)]
  /// The number of reading goals that are published, and the total number of goals.
  package let goals: (shown: Int, total: Int)
  package let covers: Int
  /// The number of covers that are omitted because they were fetched.
  package let fetchedCovers: Int
  /// The covers that are not valid images.
  package let invalidCovers: [String]

  init(
    _ library: Library, _ settings: PublishSettings, _ selection: PublicSelection, _ redaction: PublicRedaction,
    _ content: PublicLibrary, _ covers: PublicCovers
  ) {
    statuses = PublicSelection.statuses(settings, library.schema)
    kinds = Kind.allCases.map { kind in
      let isPublic = PublishSettings.kinds.contains(kind)
      let old: [Record] =
        switch kind {
        case .book: selection.books
        case .quote: selection.quotes
        case .genre: selection.genres
        default: []
        }
      let keys = isPublic ? Set(redaction.fields(of: kind).map(\.key)) : []
      let new = Array(content.library.records(of: kind))
      let fields = library.schema.fields(of: kind).filter { $0.type != .id }
      let shown = PublicationReport.counts(
        of: content.library.schema.fields(of: kind).filter { keys.contains($0.key) }, in: new)
      let hidden = PublicationReport.counts(of: fields.filter { !keys.contains($0.key) }, in: old)
      return KindReport(
        kind: kind, shown: new.count, total: library.records(of: kind).count, fields: shown, hidden: hidden)
    }
    leftOut = selection.leftOut.map { (reason: $0.key, count: $0.value) }.sorted {
      "\($0.reason)" < "\($1.reason)"
    }
    goals = (content.library.manifest.goals.count, library.manifest.goals.count)
    self.covers = content.covers.count
    fetchedCovers = covers.fetched
    invalidCovers = covers.invalid
  }

  /// Returns the number of records that have each field. Fields that no record has are omitted.
  private static func counts(of fields: [Field], in records: [Record]) -> [(key: String, count: Int)] {
    var counts = [Int](repeating: 0, count: fields.count)
    for record in records {
      for (place, field) in fields.enumerated() where record.has(field) { counts[place] += 1 }
    }
    return zip(fields, counts).filter { $1 > 0 }.map { (key: $0.key, count: $1) }
  }
}
