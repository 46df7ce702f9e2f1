import ShelfModel

/// What a catalogue is asked about.
package enum CatalogueQuestion: Hashable, Sendable {
  /// The edition with a number.
  case isbn(ISBN)
  /// What is found by words of titles and authors.
  case words(String)
  /// The work with a key of the catalogue, of which an edition's record does not say all.
  case work(String)
  /// The record under a key of the catalogue, because another one moved there.
  case record(String)

  var isWork: Bool { if case .work = self { true } else { false } }
}
