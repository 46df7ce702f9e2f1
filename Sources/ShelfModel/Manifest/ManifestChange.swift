import YAMLEdit

/// What changed in `shelf.yaml` between two states, setting by setting.
package struct ManifestChange: Sendable {
  /// A setting that changed, and what it was and is: one value, or several of a list.
  package struct Setting: Hashable, Sendable {
    /// The keys that lead to it: `goal` and `2026`.
    package let keys: [String]
    package let old: [String]
    package let new: [String]
    /// Whether it is a list, which may have one value, or none.
    package let isList: Bool
  }

  /// In the order of the file as it is now, with what is gone at the end; none if only layout or comments changed, or if one
  /// of the states does not read.
  package let settings: [Setting]

  /// - Parameters:
  ///   - old: the file before; nil if there was none.
  ///   - new: the file after; nil if there is none.
  package init(old: [UInt8]?, new: [UInt8]?) {
    guard let old, let new, let before = Flat(old), let after = Flat(new) else {
      settings = []
      return
    }
    let gone = before.names.filter { after.values[$0] == nil }
    settings = (after.names + gone).compactMap { keys in
      let (old, new) = (before.values[keys], after.values[keys])
      if old == new { return nil }
      return Setting(
        keys: keys, old: old?.texts ?? [], new: new?.texts ?? [], isList: (new ?? old)?.isList ?? false)
    }
  }

  /// The settings of one state by their keys.
  private struct Flat {
    struct Value: Equatable {
      var texts: [String]
      var isList: Bool
    }

    private(set) var names: [[String]] = []
    private(set) var values: [[String]: Value] = [:]

    /// Reads a file; nil if it does not read.
    init?(_ bytes: [UInt8]) {
      guard let document = try? Document(bytes, limits: Limits()), let root = document.node(at: []) else { return nil }
      add(root, [], document)
    }

    private mutating func add(_ node: Int, _ keys: [String], _ document: Document) {
      switch document.nodes[node].kind {
      case .mapping:
        for entry in document.entries(of: node) {
          add(entry.value, keys + [document.text(of: entry.key) ?? ""], document)
        }
      case .sequence:
        set(keys, Value(texts: document.items(of: node).map { document.text(of: $0) ?? "" }, isList: true))
      case .scalar, .alias: set(keys, Value(texts: [document.text(of: node) ?? ""], isList: false))
      }
    }

    private mutating func set(_ keys: [String], _ value: Value) {
      if values.updateValue(value, forKey: keys) == nil { names.append(keys) }
    }
  }
}
