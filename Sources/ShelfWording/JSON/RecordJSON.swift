import ShelfFormats
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// A writer of records as JSON objects: `kind`, `path`, and the fields in the order of the kind's table.
///
/// A field with the same name as another member is written to an object under `fields`, so that no key occurs twice.
package struct RecordJSON {
  private let cells: Cells
  /// For each kind, the keys of the members that are not fields.
  private let reservedKeys: [Set<String>]
  /// The marked records, and the key of the member that shows whether a record is marked. Nil for output without marks.
  package var marks: (key: String, ids: Set<RecordID>)?

  package init(library: Library) {
    let cells = Cells(library)
    self.cells = cells
    reservedKeys = Kind.allCases.map { kind in
      let parts = library.schema.field(.series, of: kind).map { Attributes.parts(of: $0).map(\.key) } ?? []
      let relations = Attributes(of: kind, library.schema).referringKinds.map(\.plural)
      return Set([ShelfMember.kind, RecordJSON.path, ShelfMember.fields] + parts + relations)
        .union([cells.sortNames(of: kind)?.key].compactMap { $0 })
    }
  }

  private static let path = ShelfMember.path

  /// Returns whether a field is written under `fields` because another member has the same name.
  private func isTaken(_ key: String, of kind: Kind) -> Bool {
    reservedKeys[Int(kind.rawValue)].contains(key) || key == marks?.key
  }

  /// Writes all fields of a record, with default values for fields that the file lacks, and optionally the records that
  /// refer to it.
  package func write(_ record: Record, withRelations: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member(ShelfMember.kind, record.kind.singular)
      json.member(RecordJSON.path, record.path)
      writeMark(record, to: &json)
      let declared = cells.cells(of: record)
      let undeclared = record.unknownFields
      func isTaken(_ key: String) -> Bool { self.isTaken(key, of: record.kind) }
      writeMembers(
        declared.filter { !$0.isField || !isTaken($0.key) }, undeclared.filter { !isTaken($0.key) }, to: &json)
      let others = declared.filter { $0.isField && isTaken($0.key) }
      let undeclaredOthers = undeclared.filter { isTaken($0.key) }
      if !others.isEmpty || !undeclaredOthers.isEmpty {
        json.key(ShelfMember.fields)
        json.object { json in writeMembers(others, undeclaredOthers, to: &json) }
      }
      guard withRelations else { return }
      for (key, cell) in cells.relations(of: record) {
        json.key(key)
        json.value(cell)
      }
    }
  }

  private func writeMembers(
    _ declared: [(key: String, cell: Cell, isField: Bool)], _ undeclared: [(key: String, texts: [String])],
    to json: inout JSONWriter
  ) {
    for (key, cell, _) in declared {
      json.key(key)
      json.value(cell)
    }
    for (key, texts) in undeclared {
      json.key(key)
      if texts.count == 1 { json.value(texts[0]) } else { json.value(texts) }
    }
  }

  /// Writes the given columns of a record, with null for columns that the record lacks.
  package func write(_ record: Record, _ columns: [Column], to json: inout JSONWriter) {
    write(record, columns.map { ($0.key, $0.attribute) }, to: &json)
  }

  private func writeMark(_ record: Record, to json: inout JSONWriter) {
    guard let marks else { return }
    json.key(marks.key)
    json.value(marks.ids.contains(record.id))
  }

  /// Writes the given fields of a record. A field without an attribute exists only in other kinds of records, and is
  /// written as null.
  package func write(_ record: Record, _ fields: [(key: String, attribute: Attribute?)], to json: inout JSONWriter) {
    json.object { json in
      writeMark(record, to: &json)
      let isAmbiguous: ((key: String, attribute: Attribute?)) -> Bool = { marks != nil && $0.key == marks?.key }
      writeMembers(fields.filter { !isAmbiguous($0) }, of: record, to: &json)
      let others = fields.filter(isAmbiguous)
      if others.isEmpty { return }
      json.key(ShelfMember.fields)
      json.object { json in writeMembers(others, of: record, to: &json) }
    }
  }

  private func writeMembers(
    _ fields: [(key: String, attribute: Attribute?)], of record: Record, to json: inout JSONWriter
  ) {
    for field in fields {
      json.key(field.key)
      json.value(field.attribute.map { cells.cell($0, record, .whole) } ?? .nothing(nil))
    }
  }
}

extension JSONWriter {
  /// Writes the value of a cell, or null if the value is missing or cannot be read.
  package mutating func value(_ cell: Cell) {
    switch cell {
    case .nothing, .rating(nil), .unreadable: null()
    case .assumed(let cell), .measured(let cell, _): value(cell)
    case .number(let number), .count(_, let number), .openIssues(let number): value(number)
    case .decimal(let number): value(number.double)
    case .position(let position): value(position)
    case .rating(let rating?): value(rating)
    case .flag(let flag), .state(let flag, _, _, _): value(flag)
    case .texts(let texts): value(texts)
    case .ids(let ids): value(ids.map(\.description))
    case .references(let references) where !references.isList && references.items.count == 1:
      value(references.items[0])
    case .references(let references): array { json in for item in references.items { json.value(item) } }
    case .text, .word, .money, .duration, .date, .moment, .color, .id, .path, .chip, .progress: value(cell.text)
    }
  }

  /// Writes a rating as a number of stars.
  package mutating func value(_ rating: Rating) {
    if rating.isWhole { value(rating.quarters / 4) } else { value(rating.stars) }
  }

  /// Writes the position in a series, or the first one if the book covers several positions.
  package mutating func value(_ position: SeriesPosition) {
    if position.first % SeriesPosition.unit == 0 {
      value(position.first / SeriesPosition.unit)
    } else {
      value(position.number)
    }
  }

  private mutating func value(_ reference: Cell.Reference) {
    object { json in
      json.member("id", reference.id)
      json.member("name", reference.title)
    }
  }
}
