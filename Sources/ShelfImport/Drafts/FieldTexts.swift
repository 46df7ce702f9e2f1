import ShelfModel

/// The texts of fields, by what the fields are called: those of a draft, or those that the last import brought.
///
/// Tens of thousands of drafts with a dozen fields each are held at once: a list takes a third of a dictionary's room,
/// and is as fast to search.
package struct FieldTexts: Sendable, Sequence, Equatable {
  private var entries: [(key: FieldHandle, value: [String])]

  package init() { entries = [] }

  private init(entries: [(key: FieldHandle, value: [String])]) { self.entries = entries }

  package subscript(key: FieldHandle) -> [String]? {
    get { place(of: key).map { entries[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let texts?): entries[place].value = texts
      case (let place?, nil): entries.remove(at: place)
      case (nil, let texts?): entries.append((key, texts))
      case (nil, nil): break
      }
    }
  }

  /// The texts of the field of a table.
  package subscript(field: Field) -> [String]? {
    get { self[FieldHandle(field)] }
    set { self[FieldHandle(field)] = newValue }
  }

  private func place(of key: FieldHandle) -> Int? {
    for place in entries.indices where entries[place].key == key { return place }
    return nil
  }

  /// Whether they say the same of the same fields, in whatever order.
  package static func == (a: FieldTexts, b: FieldTexts) -> Bool {
    a.entries.count == b.entries.count && a.entries.allSatisfy { b[$0.key] == $0.value }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Those of the fields that have texts.
  var withoutEmpty: FieldTexts { FieldTexts(entries: entries.filter { !$0.value.isEmpty }) }

  package var underestimatedCount: Int { entries.count }

  package func makeIterator() -> IndexingIterator<[(key: FieldHandle, value: [String])]> { entries.makeIterator() }
}
