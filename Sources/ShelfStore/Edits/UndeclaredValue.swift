import ShelfModel
import ShelfText
import YAMLEdit

/// The values of undeclared fields as JSON trees, so that a YAML value keeps its type through an export and an import.
///
/// The types follow YAML 1.2. A scalar that YAML parsers interpret differently (`012`, `1_000`, `yes`, `.inf`) is
/// treated as text.
package enum UndeclaredValue {
  /// Returns the undeclared fields of a record, in file order.
  package static func all(of record: Record) -> [(key: String, value: JSONValue)] {
    let keys = record.unknownFields.map(\.key)
    guard !keys.isEmpty, let document = try? Document(record.source), !document.nodes.isEmpty else { return [] }
    var tree = Tree(document: document)
    return document.entries(of: 0).compactMap { entry in
      let key = tree.key(entry.key)
      return keys.contains(key) ? (key, tree.value(of: entry.value)) : nil
    }
  }

  /// Returns a value in the form that is written to a file.
  package static func written(_ value: JSONValue) -> Value {
    if let scalar = scalar(value) { return .scalar(scalar) }
    if value.isArray {
      let scalars = value.items.compactMap { scalar($0.value) }
      return scalars.count == value.items.count ? .list(scalars) : .sequence(value.items.map { written($0.value) })
    }
    if let id = reference(value) { return .scalar(Scalar(id, form: .literal)) }
    var entries: [Value.Entry] = []
    for member in value.members {
      entries.removeAll { $0.key == member.key }
      entries.append(Value.Entry(member.key, written(member.value)))
    }
    return .mapping(entries)
  }

  /// Returns the id of a reference, or nil if the value is not a reference. A reference is an object with an `id` and a
  /// `name`, as exported by a library that declares the field.
  static func reference(_ value: JSONValue) -> String? {
    guard value.members.count == 2, value.members.contains(where: { $0.key == "name" }), let id = value["id"]?.text
    else {
      return nil
    }
    return RecordID(id) == nil ? nil : id
  }

  static func value(of node: Int, _ document: Document) -> JSONValue {
    var tree = Tree(document: document)
    return tree.value(of: node)
  }

  private static func scalar(_ value: JSONValue) -> Scalar? {
    switch value {
    case .null: return Scalar("~", form: .literal)
    case .flag(let flag): return Scalar(flag ? "true" : "false", form: .literal)
    case .number(let digits): return Scalar(digits, form: JSONValue.isNumber(digits) ? .literal : .text)
    case .text(let text):
      // A date is text in JSON, but is written to the file without quotes.
      let isDate = FieldType.timestamp.read([text]) != nil
      return Scalar(text, form: isDate ? .literal : .text)
    case .array, .object: return nil
    }
  }

  /// Converts the nodes of a document to a tree.
  private struct Tree {
    let document: Document
    /// The number of nested aliases around the current node, and the number of nodes that have replaced aliases so far.
    private var depth = 0
    private var copied = 0
    private static let maxDepth = 32
    private static let maxCopied = 100_000

    init(document: Document) { self.document = document }

    func key(_ node: Int) -> String {
      document.text(of: node) ?? String(decoding: document.bytes[document.nodes[node].range], as: UTF8.self)
    }

    mutating func value(of node: Int) -> JSONValue {
      switch document.nodes[node].kind {
      case .scalar: return scalar(node)
      case .alias:
        // Nested aliases may expand to more data than fits into memory. Beyond these limits, an alias is therefore kept
        // as text.
        let target = document.nodes[node].target
        let size = document.nodes[target].next - target
        guard depth < Tree.maxDepth, copied + size < Tree.maxCopied else { return .text(key(node)) }
        copied += size
        depth += 1
        defer { depth -= 1 }
        return value(of: target)
      case .sequence:
        return .array(
          document.items(of: node).map { JSONValue.Item(value: value(of: $0), line: 0, range: 0..<0) })
      case .mapping:
        return .object(
          document.entries(of: node).map { entry in
            JSONValue.Member(key: key(entry.key), value: value(of: entry.value), line: 0)
          })
      }
    }

    private func scalar(_ node: Int) -> JSONValue {
      let text = document.text(of: node) ?? ""
      let (node, bytes) = (document.nodes[node], document.bytes)
      // An anchor or a tag precedes the value.
      let isTagged = bytes[node.range.lowerBound..<node.content.lowerBound].contains(UInt8(ascii: "!"))
      return node.style == .plain && !isTagged ? Tree.typed(text) : .text(text)
    }

    /// Returns the typed value of an unquoted scalar.
    private static func typed(_ text: String) -> JSONValue {
      switch text {
      case "", "~", "null", "Null", "NULL": return .null
      case "true", "True", "TRUE": return .flag(true)
      case "false", "False", "FALSE": return .flag(false)
      default: break
      }
      if JSONValue.isNumber(text) { return .number(text) }
      if text.hasPrefix("0x"), let number = Int(text.dropFirst(2), radix: 16) { return .number("\(number)") }
      if text.hasPrefix("0o"), let number = Int(text.dropFirst(2), radix: 8) { return .number("\(number)") }
      let sign = text.hasPrefix("-") ? "-" : ""
      let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
      // `+5`, `.5` and `5.` are numbers in YAML, but not in JSON.
      let spelling = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
      return digits != "." && JSONValue.isNumber(sign + spelling) ? .number(sign + spelling) : .text(text)
    }
  }
}
