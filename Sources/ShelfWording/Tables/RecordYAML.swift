import ShelfModel
import ShelfText

/// Record files as documents in a YAML stream.
package enum RecordYAML {
  /// Returns a document: `---`, the path as a comment, and the text of the file without its own byte order mark and
  /// `---`.
  package static func text(of record: Record, mark: String? = nil) -> [UInt8] {
    var source = record.source[...]
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { source = source.dropFirst(3) }
    if source.starts(with: Array("---\n".utf8)) { source = source.dropFirst(4) }
    if source.starts(with: Array("---\r\n".utf8)) { source = source.dropFirst(5) }
    var text = Array("---\n# \(mark.map { $0 + " " } ?? "")\(VisibleText.line(record.path))\n".utf8)
    text += source
    if text.last != 0x0A { text.append(0x0A) }
    return text
  }
}
