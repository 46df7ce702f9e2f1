import ShelfModel
import YAMLEdit

/// Turns an assignment into minimal edits of one document.
///
/// Values that do not change keep their bytes, including quotes and comments. If a list is set and only one item
/// differs, that item is replaced in place. Otherwise the edits remove the items that are no longer wanted and append
/// the new ones. If this would not produce the requested order, the list is rewritten. A field that already has the
/// requested value is not touched, even if the value is written differently. A new field is inserted after the nearest
/// field that precedes it in the kind's table.
package struct FieldEdits {
  let field: Field
  /// The table of the kind's fields, which determines the position of a new field.
  let fields: [Field]

  package init(field: Field, fields: [Field]) {
    self.field = field
    self.fields = fields
  }

  /// Returns the document after the assignment, which is the same document if the field already has that value.
  package func apply(_ assignment: Assignment, to document: Document) throws(EditRefusal) -> Document {
    let old = texts(in: document)
    let new = result(of: assignment, old)
    let isOpaque = assignment.operation == .set && holdsMore(than: old, document)
    // Clearing a field removes its key, even if the field has no value.
    let isCleared = assignment.operation == .set && new.isEmpty && key(in: document) != nil
    if !isOpaque, !isCleared, !removesNull(assignment, document), field.isSame(old, new.map(\.text)) { return document }
    guard let key = key(in: document), let node = document.node(at: [.key(key)]) else {
      return try document.applying(
        .insert(key: field.key, field.value(new), into: [], after: predecessor(in: document)))
    }
    switch assignment.operation {
    case .add, .append: return try add(new.dropFirst(old.count), to: key, node, document)
    case .remove: return try remove(assignment.values, from: key, node, document)
    case .set where new.isEmpty: return try document.applying(.remove([.key(key)]))
    case .set: return try set(new, key, node, document)
    }
  }

  /// Returns whether the assignment removes a `~` that represents the absence of a value.
  private func removesNull(_ assignment: Assignment, _ document: Document) -> Bool {
    guard assignment.operation == .remove, assignment.values.contains(where: { $0.text == "~" }),
      let key = key(in: document), let node = document.node(at: [.key(key)])
    else { return false }
    return document.isNull(node) || document.items(of: node).contains(where: document.isNull)
  }

  /// Appends values to a field, even if the field contains a single value instead of a list, or invalid items.
  private func add(
    _ values: ArraySlice<Assignment.Value>, to key: String, _ node: Int, _ document: Document
  ) throws(EditRefusal) -> Document {
    if document.text(of: node) == "" || document.isNull(node) {
      return try document.applying(.set([.key(key)], field.value(Array(values))))
    }
    return try document.applying(values.map { .append(field.scalar($0), to: [.key(key)]) })
  }

  /// Removes the items that equal one of the values. If no items remain, removes the field.
  private func remove(
    _ values: [Assignment.Value], from key: String, _ node: Int, _ document: Document
  ) throws(EditRefusal) -> Document {
    let items = document.items(of: node)
    let gone = SameValues(of: field, values.map(\.text))
    let isLeaving = items.map { document.text(of: $0).map(gone.contains) ?? false }
    let leaving = items.indices.filter { isLeaving[$0] }
    let isEmptied = items.indices.allSatisfy { isLeaving[$0] || document.text(of: items[$0]) == "" }
    if isEmptied { return try document.applying(.remove([.key(key)])) }
    return try document.applying(leaving.reversed().map { .remove([.key(key), .index($0)]) })
  }

  private func set(
    _ new: [Assignment.Value], _ key: String, _ node: Int, _ document: Document
  ) throws(EditRefusal) -> Document {
    guard field.type.isList else {
      // A record that deliberately has no owner must not keep the name of its old owner as a comment.
      let isNone = field.has(.owner) && new.first?.text == "~"
      let bare = isNone ? (try? document.applying(.setComment([.key(key)], nil))) ?? document : document
      return try bare.applying(.set([.key(key)], field.value(new)))
    }
    if document.nodes[node].kind == .sequence { return try setItems(new, key, node, document) }
    guard let old = document.text(of: node), !old.isEmpty, !document.isNull(node) else {
      return try document.applying(.set([.key(key)], field.value(new)))
    }
    if new.count == 1 { return try document.applying(.set([.key(key)], .scalar(field.scalar(new[0])))) }
    if field.isSame([old], [new[0].text]) { return try add(new.dropFirst(), to: key, node, document) }
    // The comment after a reference contains the name of the old target.
    let bare = field.type.target == nil ? document : (try? document.applying(.setComment([.key(key)], nil))) ?? document
    return try bare.applying(.set([.key(key)], field.value(new)))
  }

  /// Replaces one item, or removes items and appends others. Rewrites the list if that would not produce the requested
  /// order.
  private func setItems(
    _ new: [Assignment.Value], _ key: String, _ node: Int, _ document: Document
  ) throws(EditRefusal) -> Document {
    let items = document.items(of: node).map { document.text(of: $0) ?? "" }
    let replaced = zip(items.indices, new).filter { !field.isSame([items[$0]], [$1.text]) }
    // A list in brackets has no room for comments with the names of the records.
    let hasRoom = field.type.target == nil || document.nodes[node].style != .flow
    if hasRoom, items.count == new.count, let (index, value) = replaced.first, replaced.count == 1, items[index] != "" {
      return try document.applying(.set([.key(key), .index(index)], .scalar(field.scalar(value))))
    }
    let wanted = SameValues(of: field, new.map(\.text))
    let isKept = items.map(wanted.contains)
    let kept = items.indices.filter { isKept[$0] }
    guard field.isSame(kept.map { items[$0] }, new.prefix(kept.count).map(\.text)), !kept.isEmpty || items.isEmpty
    else {
      return try document.applying(.set([.key(key)], field.value(new, asList: true)))
    }
    let removals = items.indices.reversed().filter { !isKept[$0] }.map { Edit.remove([.key(key), .index($0)]) }
    return try document.applying(
      removals + new.dropFirst(kept.count).map { .append(field.scalar($0), to: [.key(key)]) })
  }

  func texts(in document: Document) -> [String] {
    values(in: document).compactMap { document.text(of: $0) }.filter { !$0.isEmpty }
  }

  /// Returns the field's value in the document. Values that are not text are returned as they are written in the file.
  func contents(in document: Document) -> [String] { contents(at: node(in: document), in: document) }

  /// Returns the field's value at a node of the document, or an empty array if the node is nil.
  func contents(at node: Int?, in document: Document) -> [String] {
    guard let node else { return [] }
    if field.has(.owner), isDeliberatelyEmpty(node, document) { return ["~"] }
    return values(at: node, document).map { node in
      document.text(of: node) ?? String(decoding: document.bytes[document.nodes[node].range], as: UTF8.self)
    }.filter { !$0.isEmpty }
  }

  /// Returns whether the field contains a value other than text: a mapping, an alias, or a nested list.
  private func holdsMore(than texts: [String], _ document: Document) -> Bool {
    contents(in: document).count > texts.count
  }

  /// Returns whether the value is a plain `~`, which records that the field is deliberately empty.
  private func isDeliberatelyEmpty(_ node: Int, _ document: Document) -> Bool {
    document.isNull(node) && document.bytes[document.nodes[node].range].elementsEqual("~".utf8)
  }

  private func values(in document: Document) -> [Int] {
    node(in: document).map { values(at: $0, document) } ?? []
  }

  private func values(at node: Int, _ document: Document) -> [Int] {
    let nodes = document.nodes[node].kind == .sequence ? document.items(of: node) : [node]
    return nodes.filter { !document.isNull($0) }
  }

  /// Returns the key that the document uses for the field, which may be a former key, or nil if the field is missing.
  func key(in document: Document) -> String? {
    ([field.key] + field.formerKeys).first { document.node(at: [.key($0)]) != nil }
  }

  private func node(in document: Document) -> Int? {
    key(in: document).flatMap { document.node(at: [.key($0)]) }
  }

  static func node(of field: Field, in values: [String: Int]) -> Int? {
    if let node = values[field.key] { return node }
    return field.formerKeys.isEmpty ? nil : field.formerKeys.lazy.compactMap { values[$0] }.first
  }

  private func result(of assignment: Assignment, _ old: [String]) -> [Assignment.Value] {
    let present = old.map { Assignment.Value(text: $0) }
    switch assignment.operation {
    // A person may have had several copies at the same time, so equal loans are different ones.
    case .set: return field.has(.loans) ? assignment.values : field.distinct(assignment.values)
    case .add:
      let known = SameValues(of: field, old)
      return present + field.distinct(assignment.values).filter { !known.contains($0.text) }
    case .append: return present + assignment.values
    case .remove:
      let gone = SameValues(of: field, assignment.values.map(\.text))
      return present.filter { !gone.contains($0.text) }
    }
  }

  /// Returns the key that a new field should follow. It belongs to the nearest field that precedes the new one in the
  /// table and is in the document.
  private func predecessor(in document: Document) -> String? {
    let values = document.values(of: fields)
    return fields[..<field.index].reversed().first { FieldEdits.node(of: $0, in: values) != nil }
      .flatMap { FieldEdits(field: $0, fields: fields).key(in: document) }
  }
}

extension Document {
  /// Returns the top-level values of a document by key, including at least the keys of the given fields. A field may
  /// have several keys.
  func values(of fields: [Field]) -> [String: Int] {
    if nodes.isEmpty { return [:] }
    // For a small file, collecting all of its values is faster than building a set of the declared keys, because a
    // library may declare hundreds. A large file may have a million keys, so only declared keys are collected from it.
    if nodes.count < 5000 {
      let named = entries(of: 0).compactMap { entry in text(of: entry.key).map { ($0, entry.value) } }
      return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }
    return values(ofKeys: Set(fields.flatMap { [$0.key] + $0.formerKeys }), in: 0)
  }
}

extension Field {
  /// Returns the values without duplicates.
  func distinct(_ values: [Assignment.Value]) -> [Assignment.Value] {
    if values.count < 2 { return values }
    var seen = SameValues(of: self)
    return values.filter { value in
      defer { seen.insert(value.text) }
      return !seen.contains(value.text)
    }
  }

  /// Returns whether two values are equal for the field's type, even if they are written differently.
  fileprivate func isSame(_ a: [String], _ b: [String]) -> Bool {
    if a == b { return true }
    guard a.count == b.count, let first = type.read(a), let second = type.read(b) else { return false }
    return first == second
  }

  /// Returns the YAML value for the given values. A text list with one item is written as a single text value.
  func value(_ values: [Assignment.Value], asList: Bool = false) -> Value {
    // If several values are assigned to a field for a single value, they are written as a list.
    if values.count > 1 || type.isList && (asList || type != .textList) { return .list(values.map(scalar)) }
    return .scalar(scalar(values[0]))
  }

  fileprivate func scalar(_ value: Assignment.Value) -> Scalar {
    let comment = value.name.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    return Scalar(value.text, form: type.form, comment: comment)
  }
}

/// A set of values of a field. Values that are equal for the field's type are the same element, even if they are
/// written differently.
private struct SameValues {
  private let type: FieldType
  private var texts: Set<String> = []
  private var values: Set<FieldValue> = []

  init(of field: Field, _ texts: [String] = []) {
    type = field.type
    for text in texts { insert(text) }
  }

  mutating func insert(_ text: String) {
    if texts.insert(text).inserted, let value = type.read([text]) { values.insert(value) }
  }

  /// Returns whether the set contains a value that is equal to this one.
  func contains(_ text: String) -> Bool {
    texts.contains(text) || type.read([text]).map(values.contains) ?? false
  }
}
