import ShelfModel
import ShelfTerminal
import ShelfWording

/// What the user has typed and not saved yet: the values of one field of records, or those of a new record.
package struct TypedText: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let key: String
    package let texts: [String]

    package init(key: String, texts: [String]) {
      self.key = key
      self.texts = texts
    }
  }

  package let kind: Kind
  /// The records whose field it is; none for a new record.
  package let records: [RecordID]
  package let values: [Value]

  package init(kind: Kind, records: [RecordID], values: [Value]) {
    self.kind = kind
    self.records = records
    self.values = values
  }

  /// What is filled in in a form for a new record; nil if nothing would be lost with it.
  package init?(_ kind: Kind, _ fields: [Field], _ form: Form) {
    guard form.isChanged else { return nil }
    self.init(
      kind: kind, records: [],
      values: zip(fields, form.values).filter { !$1.isEmpty }.map { Value(key: $0.key, texts: $1) })
  }

  /// The texts of the fields by their keys.
  package var known: [String: [String]] {
    Dictionary(values.map { ($0.key, $0.texts) }) { first, _ in first }
  }

  /// What was typed, in a line for each of the first fields.
  package var lines: [String] {
    values.prefix(4).map { "\(Wording.words($0.key)): \(Wording.short($0.texts.joined(separator: ", ")))" }
  }
}
