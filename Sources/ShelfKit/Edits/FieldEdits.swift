import YAMLEdit

/// Turns an assignment into edits of one document, as small as they can be.
struct FieldEdits {
  let field: Field
  /// The kind's table, which says where a new field goes.
  let fields: [Field]

  /// Returns the document with the assignment made; the same document where it holds already.
  func apply(_ assignment: Assignment, to document: Document) throws(EditRefusal) -> Document {
    let old = texts(in: document)
    let new = result(of: assignment, old)
    if isSame(old, new.map(\.text)) { return document }
    guard let key = key(in: document) else {
      return try document.applying(.insert(key: field.key, value(new), into: [], after: predecessor(in: document)))
    }
    if new.isEmpty { return try document.applying(.remove([.key(key)])) }
    guard field.type.isList, let node = document.node(at: [.key(key)]), document.nodes[node].kind == .sequence else {
      return try document.applying(.set([.key(key)], value(keepingComments(new, key, document))))
    }
    return try editList(document, key, node, new)
  }

  /// Takes items out and appends others; where that does not give the order asked for, writes the list anew.
  private func editList(
    _ document: Document, _ key: String, _ node: Int, _ new: [Assignment.Value]
  ) throws(EditRefusal) -> Document {
    let items = document.items(of: node).map { document.text(of: $0) ?? "" }
    let kept = items.indices.filter { index in new.contains { isSame([items[index]], [$0.text]) } }
    let appended = new.dropFirst(kept.count)
    let keptTexts = kept.map { items[$0] }
    guard isSame(keptTexts, new.prefix(kept.count).map(\.text)), !kept.isEmpty || items.isEmpty else {
      return try document.applying(.set([.key(key)], value(new, asList: true)))
    }
    var document = document
    for index in items.indices.reversed() where !kept.contains(index) {
      document = try document.applying(.remove([.key(key), .index(index)]))
    }
    for value in appended { document = try document.applying(.append(scalar(value), to: [.key(key)])) }
    return document
  }

  /// Returns the texts that the document has for the field.
  func texts(in document: Document) -> [String] {
    guard let key = key(in: document), let node = document.node(at: [.key(key)]) else { return [] }
    let nodes = document.nodes[node].kind == .sequence ? document.items(of: node) : [node]
    return nodes.compactMap { document.text(of: $0) }.filter { !$0.isEmpty }
  }

  /// Returns the key that the document uses for the field, which may be an older one.
  func key(in document: Document) -> String? {
    ([field.key] + field.formerKeys).first { document.node(at: [.key($0)]) != nil }
  }

  private func result(of assignment: Assignment, _ old: [String]) -> [Assignment.Value] {
    let present = old.map { Assignment.Value(text: $0) }
    switch assignment.operation {
    case .set: return distinct(assignment.values)
    case .add:
      return present
        + distinct(assignment.values).filter { value in !old.contains { isSame([$0], [value.text]) } }
    case .remove:
      return present.filter { item in !assignment.values.contains { isSame([item.text], [$0.text]) } }
    }
  }

  /// Returns the values without those that a list would hold twice.
  func distinct(_ values: [Assignment.Value]) -> [Assignment.Value] {
    values.enumerated().filter { position, value in !values[..<position].contains { isSame([$0.text], [value.text]) } }
      .map(\.element)
  }

  /// Returns whether two values are one for the field's type, however they are written.
  private func isSame(_ a: [String], _ b: [String]) -> Bool {
    if a == b { return true }
    guard a.count == b.count, let first = field.type.read(a), let second = field.type.read(b) else { return false }
    return first == second
  }

  /// A single reference that becomes a list takes its comment along as the comment of its item.
  private func keepingComments(_ new: [Assignment.Value], _ key: String, _ document: Document) -> [Assignment.Value] {
    guard field.type.isList, new.count > 1, let comment = document.trailingComment(at: [.key(key)]) else { return new }
    var new = new
    if new[0].name == nil { new[0].name = comment }
    return new
  }

  /// Returns the key after which a new field is written: the nearest one before it in the table that the file has.
  private func predecessor(in document: Document) -> String? {
    fields[..<field.index].reversed().lazy
      .compactMap { FieldEdits(field: $0, fields: fields).key(in: document) }.first
  }

  /// Returns what is written for values; a text list of one is written as that text.
  func value(_ values: [Assignment.Value], asList: Bool = false) -> Value {
    if field.type.isList, asList || values.count > 1 || field.type != .textList { return .list(values.map(scalar)) }
    return .scalar(scalar(values[0]))
  }

  private func scalar(_ value: Assignment.Value) -> Scalar {
    let form: Scalar.Form =
      switch field.type {
      case .text, .textList, .choice: .text
      case .color: .quoted
      default: .literal
      }
    let comment = value.name.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    return Scalar(value.text, form: form, comment: comment)
  }
}
