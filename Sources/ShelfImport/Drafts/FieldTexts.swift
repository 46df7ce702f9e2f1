import ShelfModel
import ShelfStore

/// The texts of fields, by what the fields are called: those of a draft, or those that the last import brought.
///
/// Tens of thousands of drafts with a dozen fields each are held at once: a list takes a third of a dictionary's room,
/// and is as fast to search.
package struct FieldTexts: Sendable, Sequence, Equatable {
  private var entries: [(key: FieldHandle, value: FewTexts)]

  package init() { entries = [] }

  private init(entries: [(key: FieldHandle, value: FewTexts)]) { self.entries = entries }

  package subscript(key: FieldHandle) -> [String]? {
    get { place(of: key).map { entries[$0].value.texts } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let texts?): entries[place].value = FewTexts(texts)
      case (let place?, nil): entries.remove(at: place)
      case (nil, let texts?): entries.append((key, FewTexts(texts)))
      case (nil, nil): break
      }
    }
  }

  /// The texts of the field of a table.
  package subscript(field: Field) -> [String]? {
    get { self[FieldHandle(field)] }
    set { self[FieldHandle(field)] = newValue }
  }

  /// Returns the first of a field's texts.
  func first(_ key: FieldHandle) -> String? { place(of: key).flatMap { entries[$0].value.first } }

  /// Whether something is said of a field.
  func has(_ key: FieldHandle) -> Bool { place(of: key) != nil }

  private func place(of key: FieldHandle) -> Int? {
    for place in entries.indices where entries[place].key == key { return place }
    return nil
  }

  /// Whether they say the same of the same fields, in whatever order.
  package static func == (a: FieldTexts, b: FieldTexts) -> Bool {
    a.entries.count == b.entries.count
      && a.entries.allSatisfy { entry in b.place(of: entry.key).map { b.entries[$0].value == entry.value } ?? false }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Those of the fields that have texts.
  var withoutEmpty: FieldTexts { FieldTexts(entries: entries.filter { !$0.value.isEmpty }) }

  /// Gives back the room that was made for more fields.
  mutating func shrink() {
    if entries.capacity > entries.count { entries = entries.withUnsafeBufferPointer { Array($0) } }
  }

  package var underestimatedCount: Int { entries.count }

  package func makeIterator() -> Iterator { Iterator(rest: entries.makeIterator()) }

  package struct Iterator: IteratorProtocol {
    fileprivate var rest: IndexingIterator<[(key: FieldHandle, value: FewTexts)]>

    package mutating func next() -> (key: FieldHandle, value: [String])? {
      rest.next().map { ($0.key, $0.value.texts) }
    }
  }
}
