import ShelfModel
import ShelfText
import YAMLEdit

/// A field in one of the versions being merged, with its lines.
struct FieldEntry {
  let name: FieldIdentity
  /// The field's row in the kind's table, or nil if it is not declared.
  let field: Field?
  /// The key in the file, which may be a former key.
  let key: String
  let above: [TextLine]
  let lines: [TextLine]
  let content: FieldContent
  let comments: [String]
  /// Whether the value is a block scalar at the end of the file without a final line break.
  let isOpenBlock: Bool

  init(
    _ child: ChildLines.Child, named name: FieldIdentity, _ field: Field?, in document: Document, _ end: TextLine.End?
  ) {
    func lines(_ range: Range<Int>) -> [TextLine] { TextLine.lines(of: document.bytes[range], ending: end) }
    self.name = name
    self.field = field
    key = child.key.flatMap { document.text(of: $0) } ?? ""
    above = lines(child.above)
    self.lines = lines(child.lines)
    content = FieldContent(of: child.node, in: document, field)
    isOpenBlock = FieldContent.isOpen(child.node, in: document)
    comments = document.comments(of: child)
  }

  /// Parses the lines of one entry. The result is nil if they contain no entry, or more than one.
  init?(_ lines: [TextLine], named name: FieldIdentity, _ field: Field?) {
    guard let document = try? Document(lines.joined), !document.nodes.isEmpty, let rows = document.childLines(of: 0),
      rows.children.count == 1, rows.head.isEmpty, !document.usesProperties
    else { return nil }
    self.init(rows.children[0], named: name, field, in: document, nil)
  }

  /// Returns whether two entries are written in the same way, apart from line endings.
  func isWritten(as other: FieldEntry?) -> Bool {
    guard let other else { return false }
    return content == other.content && lines.contents == other.lines.contents
  }

  /// The entry as a separate document, with LF at the end of each line.
  var document: Document? { try? Document(lines.map { $0.ending(.lineFeed).terminated(.lineFeed) }.joined) }

  /// The value as text for display, or nil if the field is missing or empty.
  var shownValue: String? {
    guard let document, content != .nothing else { return nil }
    let node = FieldEntry.valueNode
    let texts = FieldContent.scalars(of: node, in: document, field)
    return texts?.joined(separator: ", ")
      ?? String(decoding: document.bytes[document.nodes[node].content], as: UTF8.self)
  }

  /// The index of the value's node in `document`.
  static let valueNode = 2
}
