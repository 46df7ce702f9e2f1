import ShelfModel
import ShelfText
import YAMLEdit

/// A version of a record, split into the lines of its fields.
struct RecordVersion {
  let hasByteOrderMark: Bool
  /// The directives and the `---` line.
  let head: [TextLine]
  let entries: [FieldEntry]
  /// The lines after the last entry.
  let tail: [TextLine]
  /// The column of the keys, or nil if there are no keys.
  let column: Int?

  /// The maximum number of YAML nodes. No real record has more.
  private static let maxNodes = 100_000

  /// The reason why a version cannot be merged field by field, and the location of the problem.
  struct Refusal: Error {
    var reason: String
    var offset: Int?
  }

  /// Splits a version into the lines of its fields.
  ///
  /// - Parameters:
  ///   - end: the line ending for all lines, or nil to keep the existing ones.
  ///   - isBase: whether the version may be empty, as the base is when both sides added the file.
  init(
    _ bytes: [UInt8], _ fields: [Field], _ limits: Limits, end: TextLine.End?, isBase: Bool
  ) throws(Refusal) {
    let document: Document
    do throws(YAMLError) {
      document = try Document(bytes, limits: limits)
    } catch {
      throw Refusal(reason: error.message, offset: error.offset)
    }
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    func lines(_ range: Range<Int>) -> [TextLine] { TextLine.lines(of: bytes[range], ending: end) }
    if document.nodes.isEmpty, isBase {
      (head, entries, tail, column) = ([], [], lines((hasByteOrderMark ? 3 : 0)..<bytes.count), nil)
      return
    }
    guard document.nodes.first?.kind == .mapping else { throw Refusal(reason: "is not a record") }
    guard !document.usesProperties else { throw Refusal(reason: "has an anchor, an alias or a tag") }
    guard document.nodes[0].next < RecordVersion.maxNodes else { throw Refusal(reason: "has too many fields") }
    guard let rows = document.childLines(of: 0) else { throw Refusal(reason: "has fields that share a line") }
    guard rows.children.allSatisfy({ $0.key.flatMap { document.text(of: $0) } != nil }) else {
      throw Refusal(reason: "has a key that is not text")
    }
    head = lines((hasByteOrderMark ? 3 : 0)..<rows.head.upperBound)
    tail = lines(rows.tail)
    column = rows.column
    entries = RecordVersion.entries(rows, fields, in: document, end)
  }

  /// Splits the value of a field that is a mapping in block style. The line of the field's key becomes the head.
  ///
  /// - Returns: nil if the entries share lines.
  init?(valueOf entry: FieldEntry, _ fields: [Field], _ end: TextLine.End) {
    guard let document = entry.document, document.nodes[FieldEntry.valueNode].kind == .mapping,
      let rows = document.childLines(of: FieldEntry.valueNode),
      rows.children.allSatisfy({ $0.key.flatMap { document.text(of: $0) } != nil })
    else { return nil }
    hasByteOrderMark = false
    head = TextLine.lines(of: document.bytes[rows.head], ending: end)
    tail = []
    column = rows.column
    entries = RecordVersion.entries(rows, fields, in: document, end)
  }

  /// Creates an empty mapping.
  init() { (hasByteOrderMark, head, entries, tail, column) = (false, [], [], [], nil) }

  private static func entries(
    _ rows: ChildLines, _ fields: [Field], in document: Document, _ end: TextLine.End?
  ) -> [FieldEntry] {
    let keys = rows.children.map { $0.key.flatMap { document.text(of: $0) } ?? "" }
    return zip(rows.children, names(of: keys, fields)).map { child, name in
      FieldEntry(child, named: name, field(name, fields), in: document, end)
    }
  }

  static func field(_ name: FieldIdentity, _ fields: [Field]) -> Field? {
    if case .field(let index) = name { fields[index] } else { nil }
  }

  /// Returns the identities of the fields. A former key identifies the field only if the current key is missing.
  private static func names(of keys: [String], _ fields: [Field]) -> [FieldIdentity] {
    var present: [[UInt8]: Int] = [:]
    var former: [[UInt8]: Int] = [:]
    for (index, field) in fields.enumerated() {
      present[Array(field.key.utf8)] = index
      for key in field.formerKeys { former[Array(key.utf8)] = index }
    }
    var taken = Set(keys.compactMap { present[Array($0.utf8)] })
    return keys.map { key in
      let bytes = Array(key.utf8)
      if let index = present[bytes] { return .field(index) }
      if let index = former[bytes], taken.insert(index).inserted { return .field(index) }
      return .unknown(bytes)
    }
  }

  var table: [FieldIdentity: FieldEntry] {
    Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The contents of all fields that are not empty.
  var contents: [FieldIdentity: FieldContent] { table.mapValues(\.content).filter { $0.value != .nothing } }
}
