/// The texts of fields, by the fields' keys: those of a draft, or those that the last import brought.
///
/// Tens of thousands of drafts with a dozen fields each are held at once: a list takes a third of a dictionary's room,
/// and is as fast to search.
package struct FieldTexts: Sendable, Sequence, Equatable {
  private var entries: [(key: String, value: [String])]

  package init() { entries = [] }

  private init(entries: [(key: String, value: [String])]) { self.entries = entries }

  package subscript(key: String) -> [String]? {
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

  private func place(of key: String) -> Int? {
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

  package func makeIterator() -> IndexingIterator<[(key: String, value: [String])]> { entries.makeIterator() }
}
