import ShelfStore
import ShelfText
import YAMLEdit

/// The rows that an import rejected, as a file in the source's own format that the user can correct and import again.
package struct Rejects: Sendable {
  /// How a format arranges entries in a file.
  enum Form: Hashable, Sendable {
    /// Entries follow one another, below a head such as the header of a table. Rows of databases are lines of JSON.
    case rows(head: [UInt8])
    /// Entries are items of a JSON array, between the text that opens the array and the text that closes it.
    case array(open: String, close: String)
    /// Entries are the values of a JSON object. Its keys do not matter.
    case object
    /// Entries are items of a YAML list.
    case yaml
  }

  /// How entries are arranged in the current file.
  var form = Form.rows(head: [])
  private var first: Form?
  private var entries: [[UInt8]] = []
  /// Whether entries come from files with different columns, which cannot be combined in one file.
  package private(set) var isMixed = false

  /// Starts the next file.
  mutating func beginFile() { form = .rows(head: []) }

  /// Adds an entry exactly as it appears in its file.
  mutating func add(_ raw: some Collection<UInt8>) {
    if raw.isEmpty { return }
    if let first { isMixed = isMixed || first != form } else { first = form }
    entries.append(Array(raw))
  }

  /// Adds an entry of a JSON or YAML file.
  mutating func add(_ value: JSONValue) {
    if form == .yaml { return add(Rejects.item(value)) }
    var json = JSONWriter()
    json.value(value)
    add(json.take())
  }

  /// Returns a value as an item of a YAML list.
  private static func item(_ value: JSONValue) -> [UInt8] {
    guard case .mapping(let entries) = UndeclaredValue.written(value), !entries.isEmpty,
      let written = try? Document.bytes(of: entries.map { ($0.key, $0.value) })
    else {
      // JSON is valid YAML.
      var json = JSONWriter()
      json.value(value)
      return Array("- ".utf8) + json.take() + [0x0A]
    }
    var item: [UInt8] = []
    for (number, line) in written.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if !line.isEmpty { item += Array((number == 0 ? "- " : "  ").utf8) + line }
      item.append(0x0A)
    }
    // The text already ends with a line break, so the loop has added one line break too many.
    return item.dropLast()
  }

  /// The contents of the file, or empty if there are no entries.
  package var file: [UInt8] {
    guard let first, !entries.isEmpty else { return [] }
    func joined(_ items: [[UInt8]]) -> [UInt8] { Array(items.joined(separator: Array(",\n".utf8))) }
    switch first {
    case .rows(let head):
      let lines = entries.map { $0.last == 0x0A ? $0 : $0 + [0x0A] }
      return head + lines.joined()
    case .array(let open, let close): return Array("\(open)\n".utf8) + joined(entries) + Array("\n\(close)\n".utf8)
    case .object:
      let members = entries.enumerated().map { Array("\"\($0 + 1)\": ".utf8) + $1 }
      return Array("{\n".utf8) + joined(members) + Array("\n}\n".utf8)
    case .yaml: return entries.flatMap { $0 }
    }
  }
}
