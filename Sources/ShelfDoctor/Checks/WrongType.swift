import ShelfModel
import YAMLEdit

extension Check {
  static let wrongType = Check(
    "wrong-type", .error, "a value that does not match its field's type",
    reason: """
      shelf cannot compare, sort or count the value. Queries and statistics therefore treat the field as missing.
      """,
    example: "rating: five",
    repair: "Writes the value in the form that its type requires. This is safe if the value can mean only one thing.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        if field.type == .id { return [] }
        let items = record.items(of: field)
        if let nested = items.first(where: \.isNested) { return [WrongType.nested(check, record, field, nested)] }
        if !field.type.isList, items.count > 1 || items.first?.index != nil {
          return [WrongType.list(check, record, field, items)]
        }
        // A reference that is not an id is reported by `reference-by-name`.
        if field.type.target != nil { return [] }
        return items.filter { WrongType.isWrong($0) }.findings { WrongType.finding(check, record, $0) }
      }
    })
}

private enum WrongType {
  static func list(_ check: Check, _ record: Record, _ field: Field, _ items: [FieldItem]) -> Finding {
    var repairs: [Repair] = []
    if items.count == 1, field.type.read([items[0].text]) != nil {
      let form: Scalar.Form = field.type == .text ? .text : .literal
      repairs = [
        Repair(
          "unwrap", "write “\(items[0].text.firstLine)” without the list", .consent, record,
          [.set([.key(items[0].key)], .scalar(Scalar(items[0].text, form: form)))])
      ]
    }
    return Finding(
      check, record, field.key, at: items[0].range,
      "“\(field.key)” takes a single value, not a list" + (items.count > 1 ? " of \(items.count.grouped)" : ""),
      advice: items.count > 1 ? "keep one of the values" : nil, repairs: repairs)
  }

  /// Returns whether a value is invalid in a way that no other check reports.
  static func isWrong(_ item: FieldItem) -> Bool {
    let type = item.field.type
    if case .choice = type { return false }
    return type.read([item.text]) == nil && OutOfRange.nearest(to: item.text, as: type) == nil
  }

  static func finding(_ check: Check, _ record: Record, _ item: FieldItem) -> Finding {
    let type = item.field.type
    let meanings = LikelyMeanings.meanings(of: item.text, as: type)
    let form: Scalar.Form = type == .color ? .quoted : .literal
    let repairs = meanings.map { text in
      Repair(
        meanings.count == 1 ? "rewrite" : text, "write “\(text)”", meanings.count == 1 ? .nothing : .choice, record,
        [.set(item.path, .scalar(Scalar(text, form: form)))])
    }
    return Finding(
      check, record, item.field.key, at: item.range,
      "“\(item.text.firstLine)” is \(complaint(type))", advice: "write \(type.description)", repairs: repairs)
  }

  private static func complaint(_ type: FieldType) -> String {
    switch type {
    case .boolean: "neither true nor false"
    case .date: "not a date"
    case .timestamp: "not a time"
    case .color: "not a color"
    case .formerIDs: "not a UUID"
    default: "not \(type.description)"
    }
  }

  /// Returns the finding for a value that is a mapping, an alias, or a list within a list.
  static func nested(_ check: Check, _ record: Record, _ field: Field, _ item: FieldItem) -> Finding {
    let document = try? Document(record.source)
    let value = document?.node(at: [.key(item.key)])
    let items = document.flatMap { document in value.map { document.items(of: $0) } } ?? []
    let part = document.flatMap { document in items.first { document.text(of: $0) == nil } }
    let node = document.flatMap { document in (field.type.isList ? part ?? value : value).map { document.nodes[$0] } }
    let place = field.type.isList && part != nil ? "the list “\(field.key)” contains" : "“\(field.key)” contains"
    let range = node?.content ?? item.range
    if node?.kind == .alias {
      return Finding(
        check, record, field.key, at: range, place + " an alias, which shelf does not follow",
        advice: "write the value that it stands for")
    }
    return Finding(
      check, record, field.key, at: range,
      place
        + (node?.kind == .mapping ? " a mapping" : (part == nil || !field.type.isList ? " a list" : " another list")),
      advice: "write \(field.type.description)")
  }
}

extension String {
  /// The first line, shortened to 60 characters for messages.
  var firstLine: String {
    let line = prefix { !$0.isNewline }
    if line.unicodeScalars.count > String.shownScalars {
      let scalars = line.unicodeScalars.prefix(String.shownScalars)
      return String(String.UnicodeScalarView(scalars)).trimmed + "…"
    }
    return line.endIndex == endIndex ? String(line) : line + " …"
  }

  private static let shownScalars = 60

  /// The text on a single line, as it appears in a comment after a reference.
  var oneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
