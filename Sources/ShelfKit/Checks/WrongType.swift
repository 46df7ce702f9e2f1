import YAMLEdit

extension Check {
  static let wrongType = Check(
    "wrong-type", .error, "a value of another type than its field's",
    reason: "The value cannot be compared, sorted or counted; the field counts as if it were not there.",
    example: "rating: five",
    repair: "Writes the value as its type wants it. Safe where only one value can be meant.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        if field.type == .id || field.type.target != nil && !record.items(of: field).contains(where: \.isNested) {
          return []
        }
        let items = record.items(of: field)
        if let nested = items.first(where: \.isNested) {
          return [
            Finding(
              check, record, field.key, at: nested.range,
              "“\(field.key)” is \(field.type.description), and no value of several parts")
          ]
        }
        if !field.type.isList, items.count > 1 || items.first?.index != nil {
          return [WrongType.list(check, record, field, items)]
        }
        return items.compactMap { WrongType.finding(check, record, $0) }
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
          "unwrap", "write “\(items[0].text)” without the list", .consent, record,
          [.set([.key(items[0].key)], .scalar(Scalar(items[0].text, form: form)))])
      ]
    }
    return Finding(
      check, record, field.key, at: items[0].range,
      "“\(field.key)” holds one value, not a list" + (items.count > 1 ? " of \(items.count)" : ""),
      advice: "keep one of the values", repairs: repairs)
  }

  static func finding(_ check: Check, _ record: Record, _ item: FieldItem) -> Finding? {
    let type = item.field.type
    if type.read([item.text]) != nil { return nil }
    if case .choice = type { return nil }
    if case .integer = type, Int(item.text) != nil { return nil }
    let meanings = ValueReading.meanings(of: item.text, as: type)
    let form: Scalar.Form = type == .color ? .quoted : .literal
    let repairs = meanings.map { text in
      Repair(
        meanings.count == 1 ? "rewrite" : text, "write “\(text)”", meanings.count == 1 ? .nothing : .choice, record,
        [.set(item.path, .scalar(Scalar(text, form: form)))])
    }
    return Finding(
      check, record, item.field.key, at: item.range,
      "“\(item.text.firstLine)” is not \(type.description)", advice: "write \(type.description)", repairs: repairs)
  }
}

extension String {
  /// The first line, as messages show a value.
  var firstLine: String {
    let line = split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
    return (line ?? "") + (contains(where: \.isNewline) ? " …" : "")
  }
}
