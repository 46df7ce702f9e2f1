import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// A value that is valid for its field but is most likely wrong.
package enum Doubt: Hashable, Sendable {
  /// Text that cannot be an ISBN, with the reason.
  case isbn(String, complaint: String)
  /// The number of a copy, which a copy of another record also has.
  case sharedNumber(String, title: String)
  /// A citation key by which documents already cite another book.
  case sharedKey(String, title: String)
  /// A record that ends before it starts.
  case endsBeforeBegin(title: String, end: String, begin: String)
  /// A record that ends before the last date in its log.
  case endsBeforeLog(title: String, end: String, ReadingDay)
  /// A date in the future for a past event.
  case inFuture(key: String, day: String)
  /// A copy that is due before it was lent or borrowed.
  case dueBeforeLoan(title: String, due: String, since: String)
  /// A page beyond the last page, or a time beyond the end.
  case beyondEnd(title: String, ReadingProgress, BookLength)
}

extension ActPlan {
  /// The maximum number of doubts to report individually.
  private static let namedDoubts = 5

  /// Adds notes about doubtful values of assignments.
  ///
  /// - Parameters:
  ///   - records: the records that the assignments change. Empty for a new record.
  mutating func noteDoubts(
    of kind: Kind, in records: [Record], _ assignments: [Assignment]
  ) {
    let doubts =
      numbers(of: kind, assignments) + sharedNumbers(of: kind, in: records, assignments)
      + sharedKeys(of: kind, in: records, assignments) + days(of: kind, in: records, assignments)
      + progress(of: kind, in: records, assignments)
    notes += doubts.prefix(ActPlan.namedDoubts).map { .doubtful($0) }
    if doubts.count > ActPlan.namedDoubts { notes.append(.moreDoubts(doubts.count - ActPlan.namedDoubts)) }
  }

  private func numbers(of kind: Kind, _ assignments: [Assignment]) -> [Doubt] {
    guard let field = library.schema.field(.isbn, of: kind) else { return [] }
    let texts = assignments.filter { $0.field.index == field.index && $0.operation == .set }.flatMap(\.values)
    return texts.compactMap { value in ISBN.validationMessage(value.text).map { .isbn(value.text, complaint: $0) } }
  }

  private func sharedNumbers(of kind: Kind, in records: [Record], _ assignments: [Assignment]) -> [Doubt] {
    let fields = CopyNumbers.uniqueFields(of: kind, library.schema)
    let numbers = assignments.filter { assignment in
      assignment.operation != .remove && fields.contains { $0.index == assignment.field.index }
    }.flatMap { CopyNumbers.numbers(in: $0.values.map(\.text), of: $0.field) }
    if numbers.isEmpty { return [] }
    let (table, changed) = (CopyNumberTable(library, of: kind), Set(records.map(\.path)))
    return numbers.compactMap { number in
      table[number].first { !changed.contains($0.path) }.map { .sharedNumber(number, title: $0.title) }
    }
  }

  private func sharedKeys(of kind: Kind, in records: [Record], _ assignments: [Assignment]) -> [Doubt] {
    guard kind == .book, let field = library.schema.field(CitationKeys.field.key, of: kind),
      let assignment = assignments.last(where: { $0.field.index == field.index && $0.operation != .remove }),
      let key = assignment.values.first?.text.trimmed
    else { return [] }
    if records.count > 1 { return [.sharedKey(key, title: records[1].title)] }
    let changed = Set(records.map(\.path))
    let other = library.records(of: kind).first { book in
      !changed.contains(book.path) && library.citationKeys.names(of: book).contains(key)
    }
    return other.map { [.sharedKey(key, title: $0.title)] } ?? []
  }

  private func days(of kind: Kind, in records: [Record], _ assignments: [Assignment]) -> [Doubt] {
    func reversed(_ one: FieldRoles, _ two: FieldRoles) -> [(title: String, one: String, two: String)] {
      pairs(one, two, of: kind, in: records, assignments).filter { _, begin, end in
        guard let first = CalendarDate(begin), let last = CalendarDate(end) else { return false }
        return last.lastDay < first
      }
    }
    return future(assignments)
      + reversed(.started, .finished).map { .endsBeforeBegin(title: $0.title, end: $0.two, begin: $0.one) }
      + reversed(.started, .givenUp).map { .endsBeforeBegin(title: $0.title, end: $0.two, begin: $0.one) }
      + log(of: kind, in: records, assignments)
      + reversed(.lentOn, .due).map { .dueBeforeLoan(title: $0.title, due: $0.two, since: $0.one) }
  }

  private func future(_ assignments: [Assignment]) -> [Doubt] {
    // In other time zones, it may already be tomorrow.
    let last = host.today().daysSince1970 + 1
    return assignments.filter { $0.field.type == .date && $0.field.isOfThePast }.flatMap { assignment in
      assignment.values.compactMap { value in
        guard let day = CalendarDate(value.text), day.daysSince1970 > last else { return nil }
        return .inFuture(key: assignment.field.key, day: value.text)
      }
    }
  }

  private func log(of kind: Kind, in records: [Record], _ assignments: [Assignment]) -> [Doubt] {
    guard let ended = library.schema.field(.finished, of: kind), let log = library.schema.field(.log, of: kind),
      let text = assignments.last(where: { $0.field.index == ended.index })?.values.first?.text,
      let end = CalendarDate(text)
    else { return [] }
    return records.compactMap { record in
      record.entry(of: log, after: end).map { .endsBeforeLog(title: record.title, end: text, $0) }
    }
  }

  private func progress(of kind: Kind, in records: [Record], _ assignments: [Assignment]) -> [Doubt] {
    func doubts(_ role: FieldRoles, _ length: (String) -> BookLength) -> [Doubt] {
      pairs(.progress, role, of: kind, in: records, assignments).compactMap { title, progress, text in
        guard let progress = ReadingProgress(progress), progress.isBeyond(length(text)) else { return nil }
        return .beyondEnd(title: title, progress, length(text))
      }
    }
    return doubts(.extent) { BookLength(pages: Int($0)) } + doubts(.playingTime) { BookLength(time: PlayingTime($0)) }
  }

  /// Returns the values of two fields after the change, for each record that has both. Returns an empty array if
  /// neither field is assigned.
  private func pairs(
    _ one: FieldRoles, _ two: FieldRoles, of kind: Kind, in records: [Record], _ assignments: [Assignment]
  ) -> [(title: String, one: String, two: String)] {
    guard let one = library.schema.field(one, of: kind), let two = library.schema.field(two, of: kind),
      assignments.contains(where: { $0.field.index == one.index || $0.field.index == two.index })
    else { return [] }
    func said(_ field: Field) -> String? { assignments.last { $0.field.index == field.index }?.values.first?.text }
    let all =
      records.isEmpty
      ? [(assignments.last { $0.field.has(.title) }?.values.first?.text ?? "", said(one), said(two))]
      : records.map { ($0.title, edits.texts(of: one, in: $0).new.first, edits.texts(of: two, in: $0).new.first) }
    return all.compactMap { title, first, second in
      guard let first, let second else { return nil }
      return (title, first, second)
    }
  }
}
