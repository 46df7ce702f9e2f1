import ShelfModel
import ShelfStore

/// An existing record that most likely describes the same thing as a new one: it has the same ISBN, or the same title
/// and author.
///
/// A record that can be closed, such as an issue, is a duplicate if it is open, has the same title and is about the
/// same book.
package struct LikelyDuplicate: Sendable {
  package let record: Record
  /// Whether the ISBN is the same, which is stronger evidence than the same title.
  package let sharesNumber: Bool
  /// The author or similar creator of the record, or nil if it has none.
  package let creator: String?

  /// Returns whether likely duplicates of a kind are detected. This is unnecessary for a kind with unique names,
  /// because a second record with the same name is refused anyway.
  package static func isKnown(of kind: Kind) -> Bool {
    !kind.hasUniqueNames && (kind.field(.creator) != nil || kind.field(.state)?.type == .boolean)
  }

  /// Returns the key of the field that distinguishes records with the same title, such as the author or the books.
  /// Returns an empty string if there is none.
  package static func distinction(of kind: Kind) -> String {
    (kind.field(.creator) ?? subjects(of: kind, in: Schema()).first)?.key ?? ""
  }

  /// Returns the fields of a kind that refer to the subjects of its records, such as the books of an issue.
  fileprivate static func subjects(of kind: Kind, in schema: Schema) -> [Field] {
    schema.fields(of: kind).filter { $0.type.target.map { !$0.hasUniqueNames } ?? false }
  }

  /// Finds the record that is most likely the same as a new record with these fields. Returns nil if there is none.
  ///
  /// - Parameter ignoresSubtitles: whether a record is also a duplicate if only one of the titles has a subtitle.
  init?(of assignments: [Assignment], _ kind: Kind, in library: Library, ignoresSubtitles: Bool) {
    var table = DuplicateTable(kind, in: library)
    guard let duplicate = table.duplicate(of: assignments) ?? (ignoresSubtitles ? table.similar(to: assignments) : nil)
    else { return nil }
    self = duplicate
  }

  fileprivate init(_ record: Record, sharesNumber: Bool, in library: Library) {
    self.record = record
    self.sharesNumber = sharesNumber
    creator = library.value(.creator, of: record)?.text
  }
}

/// The records of a kind by ISBN and by title, for finding duplicates of many new records. Each dictionary is built on
/// demand.
package struct DuplicateTable {
  private let kind: Kind
  private let library: Library
  private lazy var byNumber = numbered()
  private lazy var byTitle = Dictionary(grouping: library.records(of: kind)) { Likeness.title(of: $0) }

  package init(_ kind: Kind, in library: Library) {
    self.kind = kind
    self.library = library
  }

  /// Returns the first record with an ISBN, or nil if there is none.
  package mutating func duplicate(numbered number: ISBN) -> LikelyDuplicate? {
    byNumber[number].map { LikelyDuplicate($0, sharesNumber: true, in: library) }
  }

  /// Finds the record that is most likely the same as a new record with these fields. Returns nil if there is none.
  mutating func duplicate(of assignments: [Assignment]) -> LikelyDuplicate? {
    guard LikelyDuplicate.isKnown(of: kind) else { return nil }
    let (schema, new) = (library.schema, likeness(of: assignments))
    if let number = new.number, let duplicate = duplicate(numbered: number) { return duplicate }
    guard schema.field(.creator, of: kind) != nil else {
      return openRecord(titled: new.title) { DuplicateTable.texts($0, assignments) }
    }
    let same = (byTitle[new.title] ?? []).first { new.reason(toMatch: Likeness($0, schema)) != nil }
    return same.map { LikelyDuplicate($0, sharesNumber: false, in: library) }
  }

  /// Finds the first record that may be the same, because only one of the titles has a subtitle or an article.
  fileprivate func similar(to assignments: [Assignment]) -> LikelyDuplicate? {
    guard library.schema.field(.creator, of: kind) != nil else { return nil }
    let new = likeness(of: assignments)
    if new.creators.isEmpty { return nil }
    let same = library.records(of: kind).first { record in
      let likeness = Likeness(record, library.schema)
      return !likeness.creators.isEmpty && likeness.mayBeSame(as: new)
    }
    return same.map { LikelyDuplicate($0, sharesNumber: false, in: library) }
  }

  private func likeness(of assignments: [Assignment]) -> Likeness {
    func texts(_ role: FieldRoles) -> [String] {
      library.schema.field(role, of: kind).map { DuplicateTable.texts($0, assignments) } ?? []
    }
    return Likeness(
      title: texts(.title).first ?? "", creators: texts(.creator), number: texts(.isbn).first.flatMap { ISBN($0) })
  }

  private static func texts(_ field: Field, _ assignments: [Assignment]) -> [String] {
    assignments.filter { $0.field.index == field.index }.flatMap(\.values).map(\.text)
  }

  /// Finds an open record with the same title and a subject in common with the new record. If the new record has no
  /// subjects, finds an open record without subjects.
  private mutating func openRecord(titled title: [UInt8], _ texts: (Field) -> [String]) -> LikelyDuplicate? {
    guard let state = library.schema.field(.state, of: kind) else { return nil }
    let fields = LikelyDuplicate.subjects(of: kind, in: library.schema)
    let subjects = Set(fields.flatMap(texts))
    let same = (byTitle[title] ?? []).first { record in
      if record.value(of: state) == state.doneValue { return false }
      let others = Set(fields.flatMap { record.texts(of: $0) })
      return others == subjects || !others.isDisjoint(with: subjects)
    }
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
