import ShelfModel
import ShelfText
import YAMLEdit

extension Check {
  static let unknownField = Check(
    "unknown-field", .warning, "an undeclared field",
    reason: """
      It is kept and shown, but has no type and is neither searched nor checked; it may be a typo. A field of your own is \
      declared in shelf.yaml, and then works like any other.
      """,
    example: "titel: Dune",
    repair: "Renames it to the intended field. Safe if only one is similar, and the record does not have it.",
    .record { check, record, examination in
      let schema = examination.library.schema
      let former = Set(schema.fields(of: record.kind).flatMap(\.formerKeys))
      return record.unknownFields.filter { !former.contains($0.key) }.map { unknown in
        UnknownField.finding(check, record, unknown, schema)
      }
    })
}

private enum UnknownField {
  static func finding(
    _ check: Check, _ record: Record, _ unknown: (key: String, texts: [String]), _ schema: Schema
  ) -> Finding {
    let fields = schema.fields(of: record.kind).filter { $0.type != .formerIDs }
    let absent = fields.filter { record.key(of: $0) == nil }
    let near = Nearest.words(to: unknown.key, among: absent.map(\.key)).compactMap { schema.field($0, of: record.kind) }
    let repairs = near.map { field in
      let isSafe = near.count == 1 && isSlip(unknown, field)
      return Repair(
        near.count == 1 ? "rename" : field.key, "rename it to “\(field.key)”",
        isSafe ? .nothing : near.count == 1 ? .consent : .choice, record,
        [.renameKey([.key(unknown.key)], to: field.key)])
    }
    let meant = near.first.map { "; did you mean “\($0.key)”?" } ?? ""
    return Finding(
      check, record, unknown.key, at: record.range(ofKey: unknown.key),
      "\(record.kind.withArticle) has no field “\(unknown.key.firstLine)”\(meant)",
      advice: near.isEmpty ? advice(unknown.key, record.kind, fields) : nil, repairs: repairs)
  }

  private static func advice(_ key: String, _ kind: Kind, _ fields: [Field]) -> Advice {
    if let field = Nearest.words(to: key, among: fields.map(\.key)).first {
      return "combine it with “\(field)”, which the record already has"
    }
    let isPlain = key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" }
    let own = isPlain && key.firstLine == key ? key : "…"
    return "declare a field of your own in shelf.yaml: “fields: {\(kind.singular): {\(own): {type: text}}}”"
  }

  /// Returns whether the key can only be a typo: letters swapped, missing or added, or different case or hyphens; or
  /// one wrong letter, if the value is valid for the field's type and would not be for just any.
  private static func isSlip(_ unknown: (key: String, texts: [String]), _ field: Field) -> Bool {
    let (a, b) = (letters(unknown.key), letters(field.key))
    let fits = unknown.texts.filter { !$0.isEmpty }
    let isRead = fits.isEmpty || field.type.target != nil || field.type.read(fits) != nil
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
