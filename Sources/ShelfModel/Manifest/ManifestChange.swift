import YAMLEdit

/// The differences between two versions of `shelf.yaml`, setting by setting.
package struct ManifestChange: Sendable {
  /// A setting that changed, with its old and new values. A single value is an array with one element, and a missing
  /// value is an empty array.
  package struct Setting: Hashable, Sendable {
    /// The path of keys that leads to the setting, such as `goal` and `2026`.
    package let keys: [String]
    package let old: [String]
    package let new: [String]
    /// Whether the setting is a list, even if it has one value or none.
    package let isList: Bool
  }

  /// The changed settings in the order of the new file, followed by the removed ones. The array is empty if only layout
  /// or comments changed, or if either version is missing or cannot be parsed.
  package let settings: [Setting]

  /// - Parameters:
  ///   - old: the old version, or nil if the file did not exist.
  ///   - new: the new version, or nil if the file no longer exists.
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

  /// The settings of one version, by their paths of keys.
  private struct Flat {
    struct Value: Equatable {
      var texts: [String]
      var isList: Bool
    }

    private(set) var names: [[String]] = []
    private(set) var values: [[String]: Value] = [:]

    /// Parses a version. The result is nil if it is not valid YAML.
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
