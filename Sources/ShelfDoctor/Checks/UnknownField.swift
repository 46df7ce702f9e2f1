import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  static let unknownField = Check(
    "unknown-field", .warning, "an undeclared field",
    reason: """
      shelf keeps and shows the field, but the field has no type, and shelf neither searches nor checks it. The name \
      may be a typo. If you declare the field in shelf.yaml, it works like any other field.
      """,
    example: "titel: Dune",
    repair: """
      Gives the field the name that you probably intended. This is safe if only one known name is similar, the record \
      does not already have that field, and the record's fields do not look like those of another kind.
      """,
    .record { check, record, examination in
      let schema = examination.library.schema
      let former = Set(schema.fields(of: record.kind).flatMap(\.formerKeys))
      let absent = UnknownField.absentFields(of: record, schema)
      let unknown = record.unknownFields.filter { !former.contains($0.key) }
      let isDoubtful = !unknown.isEmpty && record.isDoubtful(schema)
      return unknown.findings { unknown in
        UnknownField.finding(check, record, unknown, absent, isDoubtful, examination.library)
      }
    })
}

private enum UnknownField {
  static func absentFields(of record: Record, _ schema: Schema) -> [Field] {
    schema.fields(of: record.kind).filter { $0.type != .formerIDs && record.key(of: $0) == nil }
  }

  static func finding(
    _ check: Check, _ record: Record, _ unknown: (key: String, texts: [String]), _ absent: [Field], _ isDoubtful: Bool,
    _ library: Library
  ) -> Finding {
    let schema = library.schema
    let fields = schema.fields(of: record.kind).filter { $0.type != .formerIDs }
    let near = Nearest.words(to: unknown.key, among: absent.map(\.key)).compactMap { schema.field($0, of: record.kind) }
    // A list of several items does not fit into a field with a single value.
    let isList = !near.isEmpty && record.isList(unknown.key)
    let fitting = near.filter { !isList || $0.type.isList || unknown.texts.count == 1 }
    let repairs = fitting.map { field in
      let isUnwrapped = isList && !field.type.isList
      let isSafe = fitting.count == 1 && !isDoubtful && !isUnwrapped && isSlip(unknown, field, library)
      let unwrapping = isUnwrapped ? unwrapping(unknown, field, record) : []
      return Repair(
        fitting.count == 1 ? "rename" : field.key,
        "rename it to “\(field.key)”" + (isUnwrapped ? ", which is not a list" : ""),
        isSafe ? .nothing : fitting.count == 1 ? .consent : .choice, record,
        unwrapping + [.renameKey([.key(unknown.key)], to: field.key)])
    }
    let meant = near.first.map { "; did you mean “\($0.key)”?" } ?? ""
    return Finding(
      check, record, unknown.key, at: record.range(ofKey: unknown.key),
      "\(record.kind.withArticle) has no field “\(unknown.key.firstLine)”\(meant)",
      advice: near.isEmpty
        ? advice(unknown.key, record.kind, fields)
        : fitting.isEmpty ? "“\(near[0].key)” is not a list: keep one of them" : nil,
      repairs: repairs)
  }

  /// Returns the edit that replaces a list with its only item.
  private static func unwrapping(
    _ unknown: (key: String, texts: [String]), _ field: Field, _ record: Record
  ) -> [Edit] {
    let comment = (try? Document(record.source))?.trailingComment(at: [.key(unknown.key), .index(0)])
    return unknown.texts.prefix(1).map {
      .set([.key(unknown.key)], .scalar(Scalar($0, form: field.type.form, comment: comment)))
    }
  }

  private static func advice(_ key: String, _ kind: Kind, _ fields: [Field]) -> Advice {
    if let field = Nearest.words(to: key, among: fields.map(\.key)).first {
      return "combine it with “\(field)”, which the record already has"
    }
    let isPlain = key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" }
    let own = isPlain && key.firstLine == key ? key : "…"
    return "declare a custom field in shelf.yaml: “fields: {\(kind.singular): {\(own): {type: text}}}”"
  }

  /// Returns whether the key can only be a typo: two letters swapped, one letter missing or added, or different case or
  /// hyphens. A single wrong letter also counts, but only if the value is valid and the field's type does not accept
  /// arbitrary text.
  private static func isSlip(
    _ unknown: (key: String, texts: [String]), _ field: Field, _ library: Library
  ) -> Bool {
    let (a, b) = (letters(unknown.key), letters(field.key))
    let fits = unknown.texts.filter { !$0.isEmpty }
    let isDistinct = field.type.target == nil || Set(fits.map { RecordID($0)?.description ?? $0 }).count == fits.count
    let isRead =
      (fits.count < 2 || field.type.isList) && isDistinct && fits.allSatisfy { field.accepts($0, in: library) }
    guard isRead else { return false }
    if a == b { return true }
    if abs(a.count - b.count) == 1 {
      let (short, long) = a.count < b.count ? (a, b) : (b, a)
      return long.indices.contains { Array(long[..<$0] + long[($0 + 1)...]) == short }
    }
    guard a.count == b.count else { return false }
    let different = a.indices.filter { a[$0] != b[$0] }
    if different.count == 2, different[1] == different[0] + 1, a[different[0]] == b[different[1]],
      a[different[1]] == b[different[0]]
    {
      return true
    }
    return different.count == 1 && field.type != .text && field.type != .textList && !fits.isEmpty
  }

  private static func letters(_ key: String) -> [Character] {
    Folding.fold(key).filter { $0.isLetter || $0.isNumber }.map { $0 }
  }
}

extension Record {
  fileprivate func isList(_ key: String) -> Bool {
    slots.contains { slot in
      slot.field == nil && slot.shape == .item && withBytes(of: slot.key) { $0.elementsEqual(key.utf8) }
    }
  }
}
