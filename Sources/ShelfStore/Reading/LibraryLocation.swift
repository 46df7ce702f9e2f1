import ShelfModel
import ShelfSystem

/// Finds the library that a command works on.
package enum LibraryLocation {
  /// Returns the absolute path of the nearest library, searching `start` and then its parent folders.
  package static func find(from start: String, fileSystem: any FileSystem) throws(LibraryError) -> String {
    guard var folder = fileSystem.resolve(start) else { throw .noLibraryFound(from: start) }
    let first = folder
    while true {
      if isLibrary(folder, fileSystem) { return folder }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { throw .noLibraryFound(from: first) }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  /// Returns the absolute path of the library in a folder. Throws an error if the folder is not a library.
  package static func check(_ path: String, fileSystem: any FileSystem) throws(LibraryError) -> String {
    guard let root = fileSystem.resolve(path), isLibrary(root, fileSystem) else {
      throw .notALibrary(path: path, library: try? find(from: path, fileSystem: fileSystem))
    }
    return root
  }

  /// Returns whether a folder is a library: whether it has a manifest, or a change in progress that may create one.
  private static func isLibrary(_ folder: String, _ fileSystem: any FileSystem) -> Bool {
    switch (try? fileSystem.status(folder + "/" + Manifest.fileName))?.type {
    case .file, .link: true
    default: Journal(at: folder, fileSystem: fileSystem).isAtWork
    }
  }
}
