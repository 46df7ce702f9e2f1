/// What records of other kinds need to know to refer to a record.
struct Target {
  let id: String
  let name: String

  /// The name of its file, without the extension.
  var stem: String { Self.stem(id, name) }

  /// A reference in a list, in the way the program writes it.
  var item: String { "  - \(id) # \(name)\n" }

  /// Returns the name for the file of a record; the names made here need no more than this.
  static func stem(_ id: String, _ name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return "\(words.joined(separator: "-"))-\(id.prefix(8))"
  }
}
