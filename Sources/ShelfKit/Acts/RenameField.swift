import ShelfModel
import ShelfStore
import YAMLEdit

/// Moves the values of a field to another field, in all records of a kind or in some of them.
///
/// Nothing is converted: a value keeps its form and its comments, and only its key changes. The value must be valid for
/// the other field, which must not already have a different value. The first field may be undeclared.
package struct RenameField: Act {
  package var key: String
  package var newKey: String
  package var kind: Kind
  /// The records, or nil for all records of the kind.
  package var records: [Record]?

  package init(_ key: String, to newKey: String, of kind: Kind, in records: [Record]? = nil) {
    (self.key, self.newKey, self.kind, self.records) = (key, newKey, kind, records)
  }

  package var isLocal: Bool { false }

  /// Returns whether at least one record of the kind has a field with this name, or whether both names belong to
  /// declared fields.
  static func isField(_ name: String, besides other: String, of kind: Kind, in library: Library) -> Bool {
    let schema = library.schema
    let field = schema.field(named: name, of: kind)
    if field != nil, schema.field(named: other, of: kind) != nil { return true }
    return library.records(of: kind).contains { record in
      field.map(record.has) ?? record.unknownFields.contains { $0.key == name }
    }
  }

  package func plan(_ plan: inout ActPlan) throws {
    let schema = plan.library.schema
    let old = schema.field(named: key, of: kind)
    guard let new = schema.field(named: newKey, of: kind) else { throw ActRefusal.undeclared(newKey, kind) }
    for field in [old, new].compactMap(\.self) where !RenameField.canMove(field) {
      throw ActRefusal.notMovable(field, kind)
    }
    if old?.index == new.index { throw ActRefusal.movedToItself(new) }
    var moved: [(record: Record, key: String, isRepeated: Bool)] = []
    var taken: [Record] = []
    for record in records ?? Array(plan.library.records(of: kind)) where record.kind == kind {
      guard let (key, texts) = value(of: record, old), !texts.isEmpty else { continue }
      let there = record.texts(of: new)
      if !there.isEmpty, there != texts {
        taken.append(record)
        continue
      }
      guard new.type.read(texts) != nil, new.type.isList || texts.count == 1 && !record.isList(key) else {
        throw ActRefusal.unfit(record, texts.joined(separator: ", "), new)
      }
      moved.append((record, key, !there.isEmpty))
    }
    if moved.isEmpty, taken.isEmpty, records == nil { throw ActRefusal.noValues(key, kind) }
    if !taken.isEmpty { throw ActRefusal.fieldTaken(new, taken, from: key) }
    _ = try plan.find(.records(moved.map(\.record)), of: kind)
    for (record, key, isRepeated) in moved {
      try plan.edits.rename(key, to: record.key(of: new) ?? new.key, in: record, isRepeated: isRepeated)
    }
  }

  /// Returns the key that a record's file uses for the old field, and the field's text values. Returns nil if the
  /// record does not have the field, or if its value is not text.
  private func value(of record: Record, _ field: Field?) -> (key: String, texts: [String])? {
    if let field { return record.isNested(field) ? nil : record.key(of: field).map { ($0, record.texts(of: field)) } }
    return record.unknownFields.first { $0.key == key }.map { ($0.key, $0.texts.filter { !$0.isEmpty }) }
  }

  /// Returns whether values can be moved from or to a field: they are neither ids nor references, and the field is
  /// neither required nor automatic.
  private static func canMove(_ field: Field) -> Bool {
    field.type.target == nil && field.type != .id && field.type != .formerIDs && !field.isRequired && !field.isAutomatic
  }
}

extension Record {
  fileprivate func isList(_ key: String) -> Bool {
    guard let document = try? Document(source), let node = document.node(at: [.key(key)]) else { return false }
    return document.nodes[node].kind == .sequence
  }
}
