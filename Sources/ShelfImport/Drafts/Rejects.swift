import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// The rows that an import did not take, as a file of their own format, which can be mended and imported.
package struct Rejects: Sendable {
  /// How entries are arranged in a file of a format.
  enum Form: Hashable, Sendable {
    /// One after the other, below what the file begins with, such as a header. Those of databases are lines of JSON.
    case rows(head: [UInt8])
    /// As the items of a JSON array, with its surroundings.
    case array(open: String, close: String)
    /// As the values of a JSON object, under keys that do not matter.
    case object
    /// As the items of a YAML list.
    case yaml
  }

  /// How entries are arranged in the file that is being read.
  var form = Form.rows(head: [])
  private var first: Form?
  private var entries: [[UInt8]] = []
  /// Whether entries come from files with different columns, which no one file can hold.
  package private(set) var isMixed = false

  /// Begins another file.
  mutating func beginFile() { form = .rows(head: []) }

  /// Adds an entry as it is in its file.
  mutating func add(_ raw: some Collection<UInt8>) {
    if raw.isEmpty { return }
    if let first { isMixed = isMixed || first != form } else { first = form }
    entries.append(Array(raw))
  }

  /// Adds an entry of a JSON text, or of YAML.
  mutating func add(_ value: JSONValue) {
    if form == .yaml { return add(Rejects.item(value)) }
    var json = JSONWriter()
    json.value(value)
    add(json.take())
  }

  /// Returns an item of a YAML list.
  private static func item(_ value: JSONValue) -> [UInt8] {
    guard case .mapping(let entries) = UndeclaredValue.written(value), !entries.isEmpty,
      let written = try? Document.bytes(of: entries.map { ($0.key, $0.value) })
    else {
      // JSON is YAML too.
      var json = JSONWriter()
      json.value(value)
      return Array("- ".utf8) + json.take() + [0x0A]
    }
    var item: [UInt8] = []
    for (number, line) in written.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if !line.isEmpty { item += Array((number == 0 ? "- " : "  ").utf8) + line }
      item.append(0x0A)
    }
    // The last line ended already.
    return item.dropLast()
  }

  /// The file; empty if there is nothing in it.
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
