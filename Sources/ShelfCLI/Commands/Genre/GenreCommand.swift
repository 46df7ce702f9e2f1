import ShelfModel

/// `shelf genre`: the commands for genres.
struct GenreCommand: RecordKind {
  static let kind = Kind.genre
  typealias Selection = GenreSelection
}
