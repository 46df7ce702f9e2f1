import ShelfModel
import ShelfTerminal
import ShelfWording

/// Unsaved input: the values of one field of existing records, or the values of a new record.
package struct UnsavedInput: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let key: String
    package let texts: [String]

    package init(key: String, texts: [String]) {
      self.key = key
      self.texts = texts
    }
  }

  package let kind: Kind
  /// The records whose field is edited. The array is empty for a new record.
  package let records: [RecordID]
  package let values: [Value]

  package init(kind: Kind, records: [RecordID], values: [Value]) {
    self.kind = kind
    self.records = records
    self.values = values
  }

  /// Captures the input of a form for a new record, or returns nil if nothing would be lost.
  package init?(_ kind: Kind, _ fields: [Field], _ form: Form) {
    guard form.isChanged else { return nil }
    self.init(
      kind: kind, records: [],
      values: zip(fields, form.values).filter { !$1.isEmpty }.map { Value(key: $0.key, texts: $1) })
  }

  /// The text values of each field, by the field's key.
  package var known: [String: [String]] {
    Dictionary(values.map { ($0.key, $0.texts) }) { first, _ in first }
  }

  /// A summary of the first few fields of the input, with one line per field.
  package var lines: [String] {
    values.prefix(4).map { "\(Wording.label($0.key)): \(Wording.short($0.texts.joined(separator: ", ")))" }
  }
}
