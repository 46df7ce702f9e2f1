import YAMLEdit

/// One value in a field of a record, with its place in the file.
package struct FieldItem {
  package let field: Field
  /// The key as the file has it, which may be an older one.
  package let key: String
  /// The position in a list; nil for a single value.
  package let index: Int?
  package let text: String
  /// The bytes of the value in the file; if nothing is written, the place after the key.
  package var range: Range<Int>
  /// Whether it is a mapping, a list in a list, or an alias instead of a text.
  package let isNested: Bool

  /// The path to the value in the document.
  package var path: [Step] { index.map { [.key(key), .index($0)] } ?? [.key(key)] }
}

extension Record {
  /// Returns the values in a field, without empty ones.
  package func items(of field: Field) -> [FieldItem] {
    guard let key = key(of: field) else { return [] }
    var document: Document?
    return withSlots { bytes, sourceCount, slots in
      var items: [FieldItem] = []
      for (position, slot) in slots.filter({ $0.field == UInt16(field.index) }).enumerated()
      where slot.value.count > 0 && slot.shape != .emptyList {
        let index = slot.shape == .item ? position : nil
        let value = Int(slot.value.start)..<Int(slot.value.start + slot.value.count)
        var item = FieldItem(
          field: field, key: key, index: index, text: String(decoding: bytes[value], as: UTF8.self), range: value,
          isNested: slot.shape == .nested)
        if value.upperBound > sourceCount {
          // The text is not verbatim in the file, so only the document knows its place.
          document = document ?? (try? Document(Array(bytes[..<sourceCount])))
          let node = document.flatMap { $0.node(at: item.path) }
          item.range = document.flatMap { document in node.map { document.nodes[$0].content } } ?? 0..<0
        }
        items.append(item)
      }
      return items
    }
  }

  /// Returns the bytes of a key in the file.
  package func range(ofKey key: String) -> Range<Int>? {
    guard let document = try? Document(source), let root = document.nodes.indices.first else { return nil }
    return document.entries(of: root).first { document.text(of: $0.key) == key }
      .map { document.nodes[$0.key].content }
  }

  /// Returns the comment after a value; nil if there is none.
  package func comment(after item: FieldItem) -> String? {
    let comment = (try? Document(source))?.trailingComment(at: item.path)
    return comment.flatMap { $0.isEmpty ? nil : $0 }
  }
}
