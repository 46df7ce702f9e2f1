import ShelfModel
import YAMLEdit

/// The content of a field in a form that allows versions to be compared. Equal values have equal contents even if they
/// are written differently.
enum FieldContent: Hashable {
  /// The field is missing or empty.
  case nothing
  /// A value of the field's type.
  case value(FieldValue)
  /// Text, or a value that is not valid for the field's type.
  case text([UInt8])
  /// The items of a list, even if the file contains a single value instead of a list.
  case items([ListItem])
  /// Any other YAML node.
  case tree(Tree)

  enum ListItem: Hashable {
    case id(RecordID)
    case text([UInt8])

    init(_ text: String, of type: FieldType) {
      if type != .textList, let id = RecordID(text) { self = .id(id) } else { self = .text(Array(text.utf8)) }
    }
  }

  /// A YAML node with its subtree.
  indirect enum Tree: Hashable {
    case scalar([UInt8])
    case list([Tree])
    case mapping([[Tree]])
  }

  /// Reads the value of an entry.
  ///
  /// If a block scalar at the end of a file lacks a final line break, the line break is added to the value, since some
  /// editors write it and others do not.
  init(of node: Int, in document: Document, _ field: Field?) {
    let scalars = FieldContent.scalars(of: node, in: document, field)
    let texts = scalars?.filter { !$0.isEmpty }
    switch (field?.type, texts) {
    case (nil, let texts?) where document.nodes[node].kind == .scalar:
      self = texts.first.map { .text(Array($0.utf8)) } ?? .nothing
    case (let type?, let texts?) where type.isList:
      self = texts.isEmpty ? .nothing : .items(texts.map { ListItem($0, of: type) })
    case (let type?, let texts?) where texts.count < 2:
      self = texts.first.map { FieldContent($0, of: type) } ?? .nothing
    default: self = .tree(FieldContent.tree(of: node, in: document))
    }
  }

  private init(_ text: String, of type: FieldType) {
    if type != .text, let value = type.read([text]) {
      self = .value(value)
    } else {
      self = .text(Array(text.utf8))
    }
  }

  package var text: [UInt8]? { if case .text(let text) = self { text } else { nil } }

  var timestamp: Timestamp? { if case .value(.timestamp(let moment)) = self { moment } else { nil } }

  var date: CalendarDate? { if case .value(.date(let day)) = self { day } else { nil } }

  /// The items of a list, an empty array for a missing field, or nil for any other content.
  package var items: [ListItem]? {
    switch self {
    case .nothing: []
    case .items(let items): items
    default: nil
    }
  }

  /// Returns the text of a scalar, or the text of each scalar in a list, with an empty string for a plain `~`. Returns
  /// nil for any other node.
  ///
  /// In the owner field, `~` is kept, because there it means that the record deliberately has no owner.
  static func scalars(of node: Int, in document: Document, _ field: Field?) -> [String]? {
    let keepsNull = field?.has(.owner) ?? false
    let nodes = document.nodes[node].kind == .sequence ? document.items(of: node) : [node]
    let texts = nodes.compactMap { document.isNull($0) && !keepsNull ? "" : document.text(of: $0) }
    guard texts.count == nodes.count else { return nil }
    return nodes == [node] && isOpen(node, in: document) ? texts.map { $0 + "\n" } : texts
  }

  /// Returns whether a block scalar at the end of the file lacks a final line break that would be part of its value.
  static func isOpen(_ node: Int, in document: Document) -> Bool {
    let range = document.nodes[node].content
    return document.nodes[node].isBlockScalar && range.upperBound == document.bytes.count
      && document.bytes.last != 0x0A && !document.bytes[range].prefix(3).contains(UInt8(ascii: "-"))
  }

  private static func tree(of node: Int, in document: Document) -> Tree {
    switch document.nodes[node].kind {
    case .sequence: .list(document.items(of: node).map { tree(of: $0, in: document) })
    case .mapping:
      .mapping(document.entries(of: node).map { [tree(of: $0.key, in: document), tree(of: $0.value, in: document)] })
    case .scalar, .alias: .scalar(Array((document.text(of: node) ?? "").utf8))
    }
  }
}
