import ShelfModel
import ShelfStore

/// What the owner of a library is told about its publication; it never becomes a part of it.
package struct PublicationReport: Sendable {
  /// Why records are left out.
  package enum Reason: Hashable, Sendable {
    /// Books with this status are not shown.
    case status(String)
    /// The record says so itself.
    case ownWish(Kind)
    /// It is not what was asked for.
    case query(Kind)
    /// The quote is from a book that is left out.
    case bookLeftOut
    /// The quote is from no book.
    case orphan
    /// No book that is shown is of the genre.
    case unused
  }

  /// What is shown of the records of a kind.
  package struct KindReport: Sendable {
    package let kind: Kind
    package let shown: Int
    package let total: Int
    /// The fields that are shown, with how many records have them.
    package let fields: [(key: String, count: Int)]
    /// The fields that are not shown although records have them: hidden by the settings, or private.
    package let hidden: [(key: String, count: Int)]
  }

  package let kinds: [KindReport]
  /// How many records are left out, and why.
  package let leftOut: [(reason: Reason, count: Int)]
  /// The number of reading goals that are shown, and of all in the library.
  package let goals: (shown: Int, total: Int)
  package let covers: Int
  /// How many covers are left out because they were fetched.
  package let fetchedCovers: Int
  /// Covers that are not valid images.
  package let invalidCovers: [String]

  init(
    _ library: Library, _ settings: PublishSettings, _ selection: PublicSelection, _ redaction: PublicRedaction,
    _ content: PublicLibrary, _ covers: PublicCovers
  ) {
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

  /// Returns how many records have each of some fields, without those that none has.
  private static func counts(of fields: [Field], in records: [Record]) -> [(key: String, count: Int)] {
    var counts = [Int](repeating: 0, count: fields.count)
    for record in records {
      let named = record.fieldBits
      for (place, field) in fields.enumerated() where named.mayHold(field) && record.has(field) { counts[place] += 1 }
    }
    return zip(fields, counts).filter { $1 > 0 }.map { (key: $0.key, count: $1) }
  }
}
