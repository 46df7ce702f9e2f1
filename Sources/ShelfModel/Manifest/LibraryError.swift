import ShelfSystem

/// The reason why a library as a whole cannot be read or written.
package enum LibraryError: Error, Sendable {
  /// The folder at this path has no `shelf.yaml`; `library` is the library that contains the folder, if any.
  case notALibrary(path: String, library: String? = nil)
  /// Neither the folder at this path nor any of its parent folders has a `shelf.yaml`.
  case noLibraryFound(from: String)
  /// git tracks a manifest that is missing from the work tree, because it was deleted or because a sparse checkout
  /// omits it.
  ///
  /// - Parameters:
  ///   - top: the absolute path of the top of the work tree, with a slash at the end.
  ///   - folder: the path of the manifest's folder from there, either "" or a path that ends with `/`.
  case missingManifest(top: String, folder: String, isLeftOut: Bool)
  /// The manifest requires a newer format than this program supports.
  case newerFormat(found: Int, known: Int, path: String)
  case manifest(UnreadableFile)
  /// Other processes keep changing the library while shelf reads it.
  case busy(path: String)
  case file(FileError)
  /// git cannot read these records, which a sparse checkout omits from the work tree.
  case leftOut(paths: [String])
  /// git failed, so it is unknown which records a sparse checkout omits from the work tree.
  case git(any Error & Sendable)
}
