import YAMLEdit

/// One value of a field, with its position in the file.
package struct FieldItem {
  package let field: Field
  /// The key in the file, which can be a former key.
  package let key: String
  /// The zero-based position in the list, or nil for a single value.
  package let index: Int?
  package let text: String
  /// The byte range of the value in the file. For an empty value, this is the position after the key.
  package var range: Range<Int>
  /// The comment after the value, or nil if there is none.
  package var comment: String?
  /// Whether the value is a mapping, a nested list or an alias instead of text.
  package let isNested: Bool
  /// All values of the field.
  private let siblings: Siblings

  /// The values of one field, for checking whether it contains an id more than once. The ids are counted on first use.
  final class Siblings {
    fileprivate var texts: [String] = []
    fileprivate lazy var ids = texts.reduce(into: [:] as [RecordID: Int]) { counts, text in
      if let id = RecordID(text) { counts[id, default: 0] += 1 }
    }
  }

  fileprivate init(
    field: Field, key: String, index: Int?, text: String, range: Range<Int>, comment: String?, isNested: Bool,
    siblings: Siblings
  ) {
    self.field = field
    self.key = key
    self.index = index
    self.text = text
    self.range = range
    self.comment = comment
    self.isNested = isNested
    self.siblings = siblings
    siblings.texts.append(text)
  }

  /// Returns whether another value of the field contains the same id.
  package func hasSibling(_ id: RecordID) -> Bool {
    siblings.ids[id, default: 0] > (RecordID(text) == id ? 1 : 0)
  }

  /// The path to the value in the YAML document.
  package var path: [Step] { index.map { [.key(key), .index($0)] } ?? [.key(key)] }
}

extension Record {
  /// Returns the references in the file, each with the kind that its target should have.
  package func references(_ schema: Schema) -> [(item: FieldItem, target: Kind)] {
    schema.fields(of: kind).flatMap { field -> [(item: FieldItem, target: Kind)] in
      guard let target = field.type.target else { return [] }
      return items(of: field).filter { !$0.isNested }.map { ($0, target) }
    }
  }

  /// Returns the values of a field, except empty ones.
  package func items(of field: Field) -> [FieldItem] {
    guard let key = key(of: field) else { return [] }
    return withSlots { bytes, sourceCount, slots in
      var items: [FieldItem] = []
      let siblings = FieldItem.Siblings()
      for (position, slot) in slots.filter({ $0.field == UInt16(field.index) }).enumerated()
      where slot.value.count > 0 && slot.shape != .emptyList {
        let index = slot.shape == .item ? position : nil
        let value = Int(slot.value.start)..<Int(slot.value.start + slot.value.count)
        items.append(
          FieldItem(
            field: field, key: key, index: index, text: String(decoding: bytes[value], as: UTF8.self), range: value,
            comment: Record.comment(after: value.upperBound, bytes, sourceCount).map {
              String(decoding: $0, as: UTF8.self).trimmed
            }.flatMap { $0.isEmpty ? nil : $0 }, isNested: slot.shape == .nested,
            siblings: siblings))
      }
      if items.contains(where: { $0.range.upperBound > sourceCount }) { locate(&items, in: bytes[..<sourceCount]) }
      return items
    }
  }

  /// Finds the byte ranges of values whose text does not occur verbatim in the file. This requires parsing the file
  /// again.
  private func locate(_ items: inout [FieldItem], in source: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let document = try? Document(Array(source)), let value = document.node(at: [.key(items[0].key)]) else {
      return
    }
    let nodes = document.items(of: value)
    for position in items.indices where items[position].range.upperBound > source.count {
      let node = items[position].index.map { nodes.indices.contains($0) ? nodes[$0] : value } ?? value
      items[position].range = document.nodes[node].content
      items[position].comment = document.trailingComment(of: node).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Returns the comment after a value that occurs verbatim in the file, without `#` and surrounding spaces, or nil if
  /// there is none. A quotation mark and a comma can precede the comment.
  package static func comment(
    after end: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var start = end
    if start < count, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") { start += 1 }
    while start < count, isBlank(bytes[start]) { start += 1 }
    if start < count, bytes[start] == UInt8(ascii: ",") { start += 1 }
    while start < count, isBlank(bytes[start]) { start += 1 }
    guard start > end, start < count, bytes[start] == UInt8(ascii: "#") else { return nil }
    start += 1
    while start < count, isBlank(bytes[start]) { start += 1 }
    var stop = start
    while stop < count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<stop])
  }

  /// Returns the byte range of a key in the file, or nil if the key does not occur.
  package func range(ofKey key: String) -> Range<Int>? {
    if let range = verbatimRange(ofKey: key) { return range }
    guard let document = try? Document(source), let root = document.nodes.indices.first else { return nil }
    return document.entries(of: root).first { document.text(of: $0.key) == key }
      .map { document.nodes[$0.key].content }
  }

  /// Returns the byte range of a key that occurs verbatim in the file, including its quotation marks.
  private func verbatimRange(ofKey key: String) -> Range<Int>? {
    withSlots { bytes, sourceCount, slots in
      let key = Array(key.utf8)
      for slot in slots where Int(slot.key.start) + Int(slot.key.count) < sourceCount && slot.key.count > 0 {
        let start = Int(slot.key.start)
        let end = start + Int(slot.key.count)
        guard bytes[start..<end].elementsEqual(key) else { continue }
        let isQuoted = start > 0 && [0x22, 0x27].contains(bytes[start - 1]) && bytes[end] == bytes[start - 1]
        return isQuoted ? start - 1..<end + 1 : start..<end
      }
      return nil
    }
  }

  package func comment(after item: FieldItem) -> String? {
    item.comment
  }
}
