import ShelfModel

/// `shelf genre`.
struct GenreCommand: RecordKind {
  static let kind = Kind.genre
  typealias Selection = GenreSelection
}
