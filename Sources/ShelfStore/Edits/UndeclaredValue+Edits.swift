import ShelfText
import YAMLEdit

/// Compares values of undeclared fields, and writes them into existing files.
extension UndeclaredValue {
  /// Returns the canonical form of a value, which is the same for all values that are equal even if they are written
  /// differently.
  ///
  /// Numbers are compared by value, mappings without regard to the order of their members, and references by id.
  package static func canonical(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let digits):
      // A longer number may be an identifier, in which every digit matters.
      guard digits.utf8.count <= 15, let number = Double(digits), number.isFinite else { return value }
      return .number("\(number)")
    case .array(let items):
      return .array(items.map { JSONValue.Item(value: canonical($0.value), line: 0, range: 0..<0) })
    case .object(let members):
      if let id = reference(value) { return .text(id) }
      let last = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      return .object(
        last.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: canonical($0.value), line: 0) })
    default: return value
    }
  }

  /// Returns whether two values are equal, even if they are written differently.
  private static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool { written(canonical(a)) == written(canonical(b)) }

  /// Returns the document with an undeclared field set to a value, or removed if the value is nil. Parts that do not
  /// change keep their bytes.
  static func setting(_ key: String, to value: JSONValue?, in document: Document) throws(EditRefusal) -> Document {
    guard let value else { return try document.applying(.remove([.key(key)])) }
    guard let node = document.node(at: [.key(key)]) else {
      let last = document.entries(of: 0).last.flatMap { document.text(of: $0.key) }
      return try document.applying(.insert(key: key, written(value), into: [], after: last))
    }
    let edits = edits(of: node, at: [.key(key)], to: value, document)
    if let changed = try? document.applying(edits), let node = changed.node(at: [.key(key)]),
      isSame(self.value(of: node, changed), value)
    {
      return changed
    }
    // An edit does not replace a value with a value of another type that has the same text, such as `5` with `"5"`.
    // Therefore the field is first set to an empty list.
    return try document.applying([.set([.key(key)], .list([])), .set([.key(key)], written(value))])
  }

  /// Returns edits that change only the parts of a node whose values differ.
  private static func edits(of node: Int, at path: [Step], to new: JSONValue, _ document: Document) -> [Edit] {
    let (entries, members) = (document.entries(of: node), new.members)
    let keys = entries.compactMap { document.text(of: $0.key) }
    guard !keys.isEmpty, keys.count == entries.count, !members.isEmpty, reference(new) == nil else {
      return isSame(value(of: node, document), new) ? [] : [.set(path, written(new))]
    }
    var edits: [Edit] = []
    var previous: String?
    for member in members {
      if let old = entries.first(where: { document.text(of: $0.key) == member.key })?.value {
        edits += self.edits(of: old, at: path + [.key(member.key)], to: member.value, document)
      } else {
        edits.append(.insert(key: member.key, written(member.value), into: path, after: previous))
      }
      previous = member.key
    }
    let gone = keys.filter { key in !members.contains { $0.key == key } }
    return edits + gone.map { .remove(path + [.key($0)]) }
  }
}
