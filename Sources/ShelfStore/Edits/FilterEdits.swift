import ShelfModel
import YAMLEdit

/// Changes of the saved filters in `shelf.yaml` that leave all other bytes as they are.
package struct FilterEdits {
  private let source: [UInt8]

  /// - Parameter source: the manifest as it is on the disk.
  package init(_ source: [UInt8]) { self.source = source }

  /// Returns the change that saves a filter, replacing any of the same name.
  package func saving(_ filter: SavedFilter) throws(EditError) -> FileChange {
    try change { document throws(EditRefusal) in
      // A query is text in quotation marks: most hold a character that has a meaning in YAML.
      let value = Value.scalar(Scalar(filter.text, form: .quoted))
      let path = [Step.key(FilterEdits.key), .key(filter.name)]
      if document.node(at: path) != nil { return try document.applying(.set(path, value)) }
      let filters = document.node(at: [.key(FilterEdits.key)])
      guard let filters, document.nodes[filters].kind == .mapping || document.text(of: filters) == "" else {
        return try adding(filter, to: document)
      }
      let last = FilterEdits.lastKey(of: [.key(FilterEdits.key)], in: document)
      return try document.applying(.insert(key: filter.name, value, into: [.key(FilterEdits.key)], after: last))
    }
  }

  /// Returns the change that deletes a filter.
  package func deleting(_ name: String) throws(EditError) -> FileChange {
    try change { document throws(EditRefusal) in
      try document.applying(.remove([.key(FilterEdits.key), .key(name)]))
    }
  }

  private static let key = "filters"

  /// Adds the first filter to a manifest without any: an entry is added where it belongs, and its value is then
  /// replaced with a mapping.
  private func adding(_ filter: SavedFilter, to document: Document) throws(EditRefusal) -> Document {
    let last = FilterEdits.lastKey(of: [], in: document)
    let place = Value.scalar(Scalar("x", form: .literal))
    let marked = try document.applying(.insert(key: FilterEdits.key, place, into: [], after: last))
    guard let node = marked.node(at: [.key(FilterEdits.key)]) else { throw EditRefusal(reason: "there is no mapping") }
    let entry = try Document.make([(key: filter.name, value: .scalar(Scalar(filter.text, form: .quoted)))])
    let line = entry.bytes.dropLast()
    let range = marked.nodes[node].range
    var bytes = marked.bytes
    if marked.nodes.first?.style == .flow {
      bytes.replaceSubrange(range, with: Array("{".utf8) + line + Array("}".utf8))
    } else {
      let lineBreak = bytes.contains(0x0D) ? "\r\n" : "\n"
      let start = range.lowerBound - (bytes[range.lowerBound - 1] == 0x20 ? 1 : 0)
      bytes.replaceSubrange(start..<range.upperBound, with: Array("\(lineBreak)  ".utf8) + line)
    }
    do throws(YAMLError) {
      return try Document(bytes)
    } catch {
      throw EditRefusal(reason: error.message, offset: error.offset)
    }
  }

  private static func lastKey(of path: [Step], in document: Document) -> String? {
    guard let mapping = document.node(at: path) else { return nil }
    return document.entries(of: mapping).last.flatMap { document.text(of: $0.key) }
  }

  private func change(
    _ body: (Document) throws(EditRefusal) -> Document
  ) throws(EditError) -> FileChange {
    let document: Document
    do throws(YAMLError) {
      document = try Document(source)
    } catch {
      throw .refused(path: Manifest.fileName, EditRefusal(reason: error.message, offset: error.offset))
    }
    do throws(EditRefusal) {
      return FileChange(path: Manifest.fileName, old: source, new: try body(document).bytes)
    } catch {
      throw .refused(path: Manifest.fileName, error)
    }
  }
}
