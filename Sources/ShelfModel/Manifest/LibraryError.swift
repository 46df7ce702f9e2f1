import ShelfSystem
import YAMLEdit

/// Why a library cannot be read or written at all.
package enum LibraryError: Error, Sendable {
  /// No folder with `shelf.yaml` at this path; `library` is the one above it that it is in.
  case notALibrary(path: String, library: String? = nil)
  /// No folder with `shelf.yaml` at this path or above it.
  case noLibraryFound(from: String)
  /// The manifest asks for a newer format than this program knows.
  case newerFormat(found: Int, known: Int, path: String)
  case manifest(UnreadableFile)
  /// Other processes change the library faster than it can be read.
  case busy(path: String)
  case file(FileError)
}
