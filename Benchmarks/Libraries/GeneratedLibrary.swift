/// A generated library on disk, under git.
struct GeneratedLibrary {
  let records: Int
  let folder: String
  let generator: LibraryGenerator
}
