import ShelfText
import YAMLEdit

/// One version of a list, split into the lines of its items.
struct MergedList {
  /// The identity of an item in a merge: its value and a counter, since a list may contain a value more than once.
  struct Name: Hashable {
    var item: FieldContent.ListItem
    var occurrence: Int
  }

  struct Item {
    var name: Name
    var text: String
    var comment: String?
    /// The comment lines and blank lines above the item, or an empty array if the list is not in block style.
    var above: [TextLine] = []
    var lines: [TextLine] = []
  }

  private(set) var items: [Item] = []
  private(set) var values: Set<FieldContent.ListItem> = []
  private(set) var table: [Name: Item] = [:]
  /// The line of the key.
  private(set) var head: [TextLine] = []
  /// Whether each item has its own lines.
  private(set) var isBlock = false
  /// The column of the dashes.
  private(set) var column = 0

  init(_ entry: FieldEntry?) {
    guard let entry, let document = entry.document, let type = entry.field?.type else { return }
    let value = FieldEntry.valueNode
    let isSequence = document.nodes[value].kind == .sequence
    let nodes = isSequence ? document.items(of: value) : [value]
    let rows = isSequence ? document.childLines(of: value) : nil
    let end = entry.lines.first?.end ?? .lineFeed
    func lines(_ range: Range<Int>?) -> [TextLine] {
      range.map { TextLine.lines(of: document.bytes[$0], ending: end) } ?? []
    }
    var occurrences: [FieldContent.ListItem: Int] = [:]
    for (position, node) in nodes.enumerated() {
      guard let text = document.text(of: node), !text.isEmpty, !document.isNull(node) else { continue }
      let item = FieldContent.ListItem(text, of: type)
      let name = Name(item: item, occurrence: occurrences[item, default: 0])
      occurrences[item, default: 0] += 1
      let child = rows?.children[position]
      items.append(
        Item(
          name: name, text: text, comment: document.trailingComment(of: node), above: lines(child?.above),
          lines: lines(child?.lines)))
    }
    values = Set(occurrences.keys)
    table = Dictionary(items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    isBlock = rows != nil
    head = lines(rows?.head)
    column = rows?.column ?? 0
  }

  var names: [Name] { items.map(\.name) }

  /// Returns the list with its dashes in a different column, or nil if an item cannot be moved that far to the left.
  func indented(to column: Int) -> MergedList? {
    var result = self
    for position in items.indices {
      guard let above = TextLine.moved(items[position].above, by: column - self.column),
        let lines = TextLine.moved(items[position].lines, by: column - self.column)
      else { return nil }
      result.items[position].above = above
      result.items[position].lines = lines
      result.table[items[position].name] = result.items[position]
    }
    result.column = column
    return result
  }
}
