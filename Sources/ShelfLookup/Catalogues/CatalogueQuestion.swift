import ShelfModel

package enum CatalogueQuestion: Hashable, Sendable {
  /// The edition with an ISBN.
  case isbn(ISBN)
  /// Books that match these words, such as words of the title and the author.
  case words(String)
  /// A work, identified by the catalogue's key, for facts that the edition's record lacks.
  case work(String)
  /// A record, identified by the catalogue's key, for example after it has moved.
  case record(String)

  var isWork: Bool { if case .work = self { true } else { false } }
}
