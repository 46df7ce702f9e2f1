import ShelfModel
import ShelfStore
import ShelfText

/// A person or a series: a name that many records share in text fields, without referring to a record.
struct SharedName: Sendable {
  let name: String
  let isSeries: Bool

  /// Returns the name in a value of a field, or nil if the field contains no such names.
  init?(_ text: String, _ field: Field) {
    guard let name = SharedName.name(in: text, field), !name.isEmpty else { return nil }
    self.name = name
    isSeries = field.has(.series)
  }

  private static func name(in text: String, _ field: Field) -> String? {
    field.has(.series) ? SeriesPlace(text).name : field.isOfPeople ? field.personName(in: text).trimmed : nil
  }

  /// The key that all spellings of the name share.
  var key: String { isSeries ? SeriesPlace.key(of: name) : Folding.fold(name) }

  func fields(of kind: Kind, _ schema: Schema) -> [Field] {
    schema.fields(of: kind).filter { isSeries ? $0.has(.series) : $0.isOfPeople }
  }

  /// Returns the records with this name, each with the values that contain it, sorted by title.
  func uses(in library: Library, typed record: Record?) -> [(record: Record, items: [FieldItem])] {
    let key = key
    return Kind.allCases.flatMap { kind -> [(record: Record, items: [FieldItem])] in
      let fields = fields(of: kind, library.schema)
      if fields.isEmpty { return [] }
      return library.records(of: kind).compactMap { stored in
        let record = stored.path == record?.path ? record ?? stored : stored
        let items = fields.filter(record.has).flatMap { record.items(of: $0) }.filter { item in
          SharedName(item.text, item.field)?.key == key && item.range.upperBound <= record.source.count
        }
        return items.isEmpty ? nil : (record, items)
      }
    }.sorted { Folding.precedes(Folding.fold($0.record.title), Folding.fold($1.record.title)) }
  }
}

/// A shared name at a position in a text.
struct NamePlace: Sendable {
  let shared: SharedName
  let range: Range<Int>
}

extension Snapshot {
  /// Returns the person or the series at an offset, or nil if there is none.
  func name(at offset: Int) -> NamePlace? {
    guard let record, let kind else { return nil }
    for field in library.schema.fields(of: kind) {
      for item in items(of: field, in: record) where item.range.contains(offset) || item.range.upperBound == offset {
        guard let shared = SharedName(item.text, item.field) else { return nil }
        return NamePlace(shared: shared, range: Snapshot.range(of: shared, in: item.range, text.bytes))
      }
    }
    return nil
  }

  /// Returns the range of a name within a value, which may also contain a position in the series or a role.
  static func range(of shared: SharedName, in range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    guard range.upperBound <= bytes.count else { return range }
    return bytes[range].firstRange(of: Array(shared.name.utf8)) ?? range
  }
}
