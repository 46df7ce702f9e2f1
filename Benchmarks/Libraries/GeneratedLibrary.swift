/// A generated library on disk, in a git repository.
struct GeneratedLibrary {
  let records: Int
  let folder: String
  let generator: LibraryGenerator
}
