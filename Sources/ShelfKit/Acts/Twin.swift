import ShelfModel
import ShelfStore

/// A record that a new one would most likely be the same as: of the same ISBN, or of the same title and author.
package struct Twin: Sendable {
  package let record: Record
  /// Whether the ISBN is the same, which says more than a title.
  package let sharesNumber: Bool
  /// Its author; nil if it has none.
  package let maker: String?

  /// Returns whether records of a kind have what tells it; where names are unique, a second one is refused anyway.
  package static func isKnown(of kind: Kind) -> Bool { kind.field(.maker) != nil && !kind.hasUniqueNames }

  /// Returns the key of the field that says who made a record of a kind, such as author; empty if there is none.
  package static func maker(of kind: Kind) -> String { kind.field(.maker)?.key ?? "" }

  /// Finds the record that is the same as a new one with these fields; nil if there is none.
  package init?(of assignments: [Assignment], _ kind: Kind, in library: Library) {
    guard !kind.hasUniqueNames else { return nil }
    let schema = library.schema
    func texts(_ field: Field) -> [String] {
      assignments.filter { $0.field.index == field.index }.flatMap(\.values).map(\.text)
    }
    let isbn = schema.field(.isbn, of: kind)
    let makers = schema.field(.maker, of: kind).map(texts)
    let new = Likeness(
      title: texts(schema.title(of: kind)).first ?? "", makers: makers ?? [],
      number: isbn.flatMap { texts($0).first }.flatMap { ISBN($0) })
    let records = library.records(of: kind)
    if let isbn, let number = new.number,
      let same = records.first(where: { $0.texts(of: isbn).first.flatMap { ISBN($0) } == number })
    {
      (record, sharesNumber, maker) = (same, true, library.value(.maker, of: same)?.text)
      return
    }
    guard makers != nil,
      let same = records.first(where: { record in
        Likeness.title(of: record) == new.title && new.reason(toTake: Likeness(record, schema)) != nil
      })
    else { return nil }
    (record, sharesNumber, maker) = (same, false, library.value(.maker, of: same)?.text)
  }
}
