import ShelfModel
import ShelfStore

/// A value that was set and that can hardly be right, although it is one of the field's type.
package enum Doubt: Hashable, Sendable {
  /// A number of an edition that cannot be one, and why.
  case isbn(String, complaint: String)
  /// A record that ends before it begins.
  case endsBeforeBegin(title: String, end: String, begin: String)
}

extension ActPlan {
  /// How many records are named of which what was set can hardly be right.
  private static let namedDoubts = 5

  /// Notes what can hardly be right of what assignments set.
  ///
  /// - Parameters:
  ///   - records: the records that they change; none for a new one.
  ///   - assignments: returns what is assigned to a record, or to the new one.
  mutating func noteDoubts(
    of kind: Kind, in records: [Record], _ assignments: [Assignment]
  ) {
    let schema = library.schema
    var doubts: [Doubt] = []
    if let field = schema.field(.isbn, of: kind) {
      let texts = assignments.filter { $0.field.index == field.index && $0.operation == .set }.flatMap(\.values)
      doubts += texts.compactMap { value in ISBN.complaint(value.text).map { .isbn(value.text, complaint: $0) } }
    }
    if let began = schema.field(.began, of: kind), let ended = schema.field(.ended, of: kind),
      assignments.contains(where: { $0.field.index == began.index || $0.field.index == ended.index })
    {
      func said(_ field: Field) -> String? { assignments.last { $0.field.index == field.index }?.values.first?.text }
      let title = assignments.last { $0.field.has(.title) }?.values.first?.text ?? ""
      let spans =
        records.isEmpty
        ? [(title, said(began), said(ended))]
        : records.map { record in
          (record.title, edits.texts(of: began, in: record).new.first, edits.texts(of: ended, in: record).new.first)
        }
      doubts += spans.compactMap { title, begin, end in
        guard let begin, let end, let first = CalendarDate(begin), let last = CalendarDate(end), last.lastDay < first
        else { return nil }
        return .endsBeforeBegin(title: title, end: end, begin: begin)
      }
    }
    notes += doubts.prefix(ActPlan.namedDoubts).map { .doubtful($0) }
    if doubts.count > ActPlan.namedDoubts { notes.append(.moreDoubts(doubts.count - ActPlan.namedDoubts)) }
  }
}
