/// The id and name of a record that other records can refer to.
struct Target {
  let id: String
  let name: String

  var stem: String { Self.stem(id, name) }

  /// An item in a list of references, in the format that shelf writes.
  var item: String { "  - \(id) # \(name)\n" }

  /// Returns the file name for a record, without the extension. Generated names need no other escaping.
  static func stem(_ id: String, _ name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return "\(words.joined(separator: "-"))-\(id.prefix(8))"
  }
}
