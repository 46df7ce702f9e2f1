import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Suggestions for the values of fields, taken from the records of a library.
package struct Suggestions {
  package let library: Library

  package init(library: Library) { self.library = library }

  /// The maximum number of suggestions in a form.
  package static let limit = 50
  /// The maximum number of suggestions for shell completion.
  package static let maxCount = 300

  /// Returns a function that suggests existing values for the typed text.
  ///
  /// Values that start with the text come first, followed by values in which a later word starts with it. Each group is
  /// sorted by frequency.
  package func completing(_ field: Field, of kind: Kind) -> (String) -> [Candidate] {
    if field.has(.series) { return { places(of: kind, beginningLike: $0) } }
    var counts: [String: Int] = [:]
    for record in library.records(of: kind) { for text in record.texts(of: field) { counts[text, default: 0] += 1 } }
    let known = counts.map { (text: $0.key, folded: Folding.fold($0.key), count: $0.value) }
      .sorted { ($1.count, $0.folded) < ($0.count, $1.folded) }
    return { typed in
      let wanted = Folding.fold(typed)
      let starting = known.filter { $0.folded.hasPrefix(wanted) }
      let inside = known.filter { !$0.folded.hasPrefix(wanted) && $0.folded.contains(" " + wanted) }
      return (starting + inside).prefix(Suggestions.limit).map { Candidate($0.text, note: kind.counted($0.count)) }
    }
  }

  /// Returns the existing values that start with the typed text, in alphabetical order, each with the number of records
  /// that contain it.
  package func texts(of field: Field, of kind: Kind, beginningLike typed: String) -> [Candidate] {
    let wanted = Folding.fold(typed)
    var counts: [String: Int] = [:]
    for record in library.records(of: kind) {
      for text in record.texts(of: field) where Folding.fold(text).hasPrefix(wanted) { counts[text, default: 0] += 1 }
    }
    return counts.keys.sorted(by: Folding.precedes).prefix(Suggestions.maxCount).map { text in
      Candidate(text, note: kind.counted(counts[text] ?? 0))
    }
  }

  /// Returns the series whose names start with the typed text, each with its number of books.
  package func series(beginningLike typed: String) -> [Candidate] {
    let wanted = Folding.fold(typed)
    return SeriesTable(library).all.filter { Folding.fold($0.name).hasPrefix(wanted) }.prefix(Suggestions.maxCount)
      .map { Candidate($0.name, note: Kind.book.counted($0.entries.count)) }
  }

  /// Returns the borrowers and lenders whose names start with the typed text, each with the number of their loans.
  package func people(beginningLike typed: String) -> [Candidate] {
    let wanted = Folding.fold(typed)
    var counts: [String: Int] = [:]
    for record in library.records(of: .book) {
      for role in [FieldRoles.holder, .lender, .loans] {
        guard let field = library.schema.field(role, of: .book) else { continue }
        for text in record.texts(of: field) {
          let name = role == .loans ? LoanEntry(text)?.person : text
          if let name, Folding.fold(name).hasPrefix(wanted) { counts[name, default: 0] += 1 }
        }
      }
    }
    return counts.keys.sorted(by: Folding.precedes).prefix(Suggestions.maxCount)
      .map { Candidate($0, note: Wording.count(counts[$0] ?? 0, "loan")) }
  }

  /// Returns the next free position in each series whose name starts with the typed text, or just the name of the
  /// series if its books have no positions.
  package func places(of kind: Kind, beginningLike typed: String) -> [Candidate] {
    let wanted = Folding.fold(typed)
    return SeriesTable(library, of: kind).all.compactMap { series in
      let text = series.nextPosition.map { SeriesPlace.text(series.name, $0) } ?? series.name
      guard Folding.fold(text).hasPrefix(wanted) else { return nil }
      return Candidate(text, note: kind.counted(series.entries.count))
    }.prefix(Suggestions.limit).map { $0 }
  }

  /// Returns the titles or names of records that start with the typed text, in alphabetical order. All editions of a
  /// book have the same title, so each of them gets the same note, which describes them all.
  package func titles(
    of kind: Kind, beginningLike typed: String, where isWanted: (Record) -> Bool = { _ in true }
  ) -> [Candidate] {
    let wanted = Folding.fold(typed)
    let records = library.records(of: kind).filter { record in
      !record.title.isEmpty && isWanted(record) && (wanted.isEmpty || Folding.fold(record.title).hasPrefix(wanted))
    }
    let editions = EditionNotes(library)
    return records.sorted { Folding.precedes($0.title, $1.title) }.prefix(Suggestions.maxCount).map { record in
      let title = record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
      return Candidate(title, note: editions.all(of: record) ?? RecordEntries.note(record, library, editions))
    }
  }

  /// Returns suggestions for the value of a field in records of the given kinds.
  package func values(of field: Field, _ kinds: [Kind], beginningLike typed: String) -> [Candidate] {
    switch field.type {
    case .choice(let words): return words.map { Candidate($0) }
    case .boolean: return [Candidate("true"), Candidate("false")]
    case .date, .timestamp: return [Candidate("today"), Candidate("yesterday")]
    case .rating: return (0...Rating.maximum).map { Candidate("\($0)", note: RatingLook().text(quarters: $0 * 4)) }
    case .money:
      let number = String(typed.prefix { !$0.isLetter }).trimmed
      guard DecimalNumber(number) != nil else { return [] }
      return kinds.flatMap { library.currencies(of: field, $0) }.map { Candidate("\(number) \($0)") }
    case .integer(let range) where Suggestions.isShort(range): return range.map { Candidate("\($0)") }
    case .reference(let target), .references(let target): return titles(of: target, beginningLike: typed)
    case .textList where field.has(.series):
      return kinds.flatMap { places(of: $0, beginningLike: typed) }
    case .text where field.has(.suggests), .textList where field.has(.suggests):
      return kinds.flatMap { texts(of: field, of: $0, beginningLike: typed) }
    default: return []
    }
  }

  /// Returns whether a range is short enough to suggest all of its values. The length of an unbounded range would
  /// overflow an integer.
  private static func isShort(_ range: ClosedRange<Int>) -> Bool {
    let (distance, isTooLarge) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    return !isTooLarge && distance < 10
  }

  /// Returns a note about a query term: the meaning of a key, or the number of records that refer to a name.
  package func note(of term: String, _ kinds: [Kind]) -> String {
    if term.hasSuffix(":") {
      let key = String(term.dropLast())
      return kinds.lazy.compactMap { library.schema.field(key, of: $0)?.help }.first ?? ""
    }
    let name = term.hasPrefix("#") ? term.dropFirst() : term.drop { $0 != ":" }.dropFirst()
    let wanted = Folding.fold(String(name))
    for kind in Kind.allCases where kind.hasUniqueNames && !wanted.isEmpty {
      let record = library.records(of: kind).first { Folding.fold($0.title) == wanted }
      if let record { return RecordEntries.note(record, library, EditionNotes(library)) }
    }
    return ""
  }
}
