import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// A library that stays open, and is kept up to date with its files: what a browser or a server for editors shows.
///
/// `Workspace.watch` tells which files have changed; a change of one file costs the same in a library of any size, if the
/// record keeps its id and its references and nobody else holds `library` meanwhile.
package struct LiveLibrary {
  package let workspace: Workspace
  /// The library as it was when it was last read.
  package private(set) var library: Library

  /// Reads the library.
  package init(_ workspace: Workspace) throws(LibraryError) {
    self.workspace = workspace
    library = try workspace.read()
  }

  /// Reads what has changed, and tells what became of the files of records.
  ///
  /// - Throws: `LibraryError` if the manifest cannot be read; the library is then as it was.
  package mutating func follow(_ change: FolderWatch.Change) throws(LibraryError) -> [FileUpdate] {
    if case .files(let paths) = change, !paths.contains(Manifest.fileName), let contents = try contents(of: paths) {
      return library.update(contents)
    }
    return try readAgain()
  }

  /// Returns what files hold by now; nil if somebody is changing the library at this moment.
  private func contents(of paths: Set<String>) throws(LibraryError) -> [String: [UInt8]?]? {
    let journal = workspace.journal
    do throws(FileError) {
      let before = try journal.state()
      guard !before.isMoving else { return nil }
      var contents: [String: [UInt8]?] = [:]
      for path in paths where Kind.of(path: path) != nil {
        // What is no longer a file of its own, or too large, is judged by the one that reads everything.
        guard let found = try? workspace.host.fileSystem.status(workspace.root + "/" + path) else {
          contents[path] = .some(nil)
          continue
        }
        guard found.type == .file, found.size <= Limits().bytes else { return nil }
        contents[path] = try workspace.host.fileSystem.contents(
          of: workspace.root + "/" + path, limit: Limits().bytes)
      }
      return try journal.state().shows(sameAs: before, nil) ? contents : nil
    } catch {
      return nil
    }
  }

  private mutating func readAgain() throws(LibraryError) -> [FileUpdate] {
    let old = library
    library = try workspace.read()
    return library.updates(since: old)
  }
}
