import YAMLEdit

/// Edits settings in a YAML file and preserves all other bytes. A setting is identified by its path of keys.
package struct SettingsEdit {
  package private(set) var document: Document
  /// The path of the file, for error messages.
  private let path: String

  /// - Throws: `EditError.refused` if the file is not YAML.
  package init(_ source: [UInt8], path: String) throws(EditError) {
    self.path = path
    document = try Document(editing: source, path: path)
  }

  /// Sets a setting, and creates the mappings that enclose it if they do not exist.
  package mutating func set(_ keys: [String], to value: Value) throws(EditError) {
    dropEmptyRoot()
    try change { document throws(EditRefusal) in
      if document.node(at: keys.map(Step.key)) != nil { return try document.applying(.set(keys.map(Step.key), value)) }
      let known = keys.indices.last { Self.isMapping(document, Array(keys[..<$0])) } ?? 0
      let parent = keys[..<known].map(Step.key)
      let new = keys[(known + 1)...].reversed().reduce(value) { .mapping([Value.Entry($1, $0)]) }
      if let node = document.node(at: parent + [.key(keys[known])]) {
        guard document.text(of: node) == "" || document.isNull(node) else {
          let place = document.nodes[node].range.lowerBound
          throw EditRefusal(reason: "“\(keys[known])” has a value that is not a mapping", offset: place)
        }
        return try document.applying(.set(parent + [.key(keys[known])], new))
      }
      let last = document.node(at: parent).flatMap { document.entries(of: $0).last }
      let key = last.flatMap { document.text(of: $0.key) }
      return try document.applying(.insert(key: keys[known], new, into: parent, after: key))
    }
  }

  /// Renames a setting, which keeps its position.
  package mutating func rename(_ keys: [String], to name: String) throws(EditError) {
    try change { document throws(EditRefusal) in try document.applying(.renameKey(keys.map(Step.key), to: name)) }
  }

  /// Appends items to a list, which is created if it does not exist.
  package mutating func append(_ items: [Scalar], to keys: [String]) throws(EditError) {
    let path = keys.map(Step.key)
    guard document.node(at: path) != nil else { return try set(keys, to: .list(items)) }
    try change { document throws(EditRefusal) in try document.applying(items.map { .append($0, to: path) }) }
  }

  /// Removes a setting, as well as any mapping that becomes empty as a result.
  package mutating func remove(_ keys: [String]) throws(EditError) {
    try change { document throws(EditRefusal) in try document.applying(.remove(keys.map(Step.key))) }
    dropEmptyRoot()
  }

  /// Removes `{}` from a document without settings, because settings that are added later would otherwise be written
  /// inside the braces, on the same line.
  private mutating func dropEmptyRoot() {
    guard let root = document.node(at: []), document.nodes[root].kind == .mapping, document.entries(of: root).isEmpty
    else { return }
    var bytes = document.bytes
    var range = document.nodes[root].range
    if bytes[range.upperBound...].first == UInt8(ascii: "\n") { range = range.lowerBound..<range.upperBound + 1 }
    bytes.removeSubrange(range)
    if let plain = try? Document(bytes) { document = plain }
  }

  /// Returns whether the path leads to a mapping that settings can be added to. An empty document is treated as a
  /// mapping.
  private static func isMapping(_ document: Document, _ keys: [String]) -> Bool {
    guard let node = document.node(at: keys.map(Step.key)) else { return keys.isEmpty }
    return document.nodes[node].kind == .mapping
  }

  private mutating func change(_ body: (Document) throws(EditRefusal) -> Document) throws(EditError) {
    do throws(EditRefusal) {
      document = try body(document)
    } catch {
      throw .refused(path: path, error)
    }
  }
}
