import ShelfModel
import ShelfStore

/// A record that a new one would most likely be the same as: of the same ISBN, or of the same title and author.
package struct LikelyDuplicate: Sendable {
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
  init?(of assignments: [Assignment], _ kind: Kind, in library: Library) {
    var table = DuplicateTable(kind, in: library)
    guard let duplicate = table.duplicate(of: assignments) else { return nil }
    self = duplicate
  }

  fileprivate init(_ record: Record, sharesNumber: Bool, in library: Library) {
    self.record = record
    self.sharesNumber = sharesNumber
    maker = library.value(.maker, of: record)?.text
  }
}

/// The records of a kind by what makes them likely duplicates, for looking up many: each table is built when it is first needed.
package struct DuplicateTable {
  private let kind: Kind
  private let library: Library
  private lazy var byNumber = numbered()
  private lazy var byTitle = Dictionary(grouping: library.records(of: kind)) { Likeness.title(of: $0) }

  package init(_ kind: Kind, in library: Library) {
    self.kind = kind
    self.library = library
  }

  /// Returns the first record with a number; nil if there is none.
  package mutating func duplicate(numbered number: ISBN) -> LikelyDuplicate? {
    byNumber[number].map { LikelyDuplicate($0, sharesNumber: true, in: library) }
  }

  /// Finds the record that is the same as a new one with these fields; nil if there is none.
  mutating func duplicate(of assignments: [Assignment]) -> LikelyDuplicate? {
    guard !kind.hasUniqueNames else { return nil }
    let schema = library.schema
    func texts(_ field: Field) -> [String] {
      assignments.filter { $0.field.index == field.index }.flatMap(\.values).map(\.text)
    }
    let makers = schema.field(.maker, of: kind).map(texts)
    let new = Likeness(
      title: texts(schema.title(of: kind)).first ?? "", makers: makers ?? [],
      number: schema.field(.isbn, of: kind).flatMap { texts($0).first }.flatMap { ISBN($0) })
    if let number = new.number, let duplicate = duplicate(numbered: number) { return duplicate }
    guard makers != nil else { return nil }
    let same = (byTitle[new.title] ?? []).first { new.reason(toTake: Likeness($0, schema)) != nil }
    return same.map { LikelyDuplicate($0, sharesNumber: false, in: library) }
  }

  private func numbered() -> [ISBN: Record] {
    guard let field = library.schema.field(.isbn, of: kind) else { return [:] }
    return Dictionary(
      library.records(of: kind).compactMap { record in
        record.texts(of: field).first.flatMap { ISBN($0) }.map { ($0, record) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
