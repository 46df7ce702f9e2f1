import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// A library that stays open, and is kept up to date with its files: what a browser or a server for editors shows.
///
/// `Workspace.watch` tells which files have changed; a change of one file costs the same in a library of any size, if the
/// record keeps its id and its references and no one else holds `library` meanwhile.
package struct LiveLibrary {
  package let workspace: Workspace
  /// The library as it was when it was last read.
  package private(set) var library: Library
  /// What the user has typed in files, by path relative to the library, which counts instead of what the disk holds.
  private var held: [String: [UInt8]] = [:]

  /// Reads the library.
  package init(_ workspace: Workspace) throws(LibraryError) {
    self.workspace = workspace
    library = try workspace.read()
  }

  /// Takes a library that has just been read.
  package init(_ workspace: Workspace, _ library: Library) {
    self.workspace = workspace
    self.library = library
  }

  /// Reads what has changed.
  ///
  /// - Throws: `LibraryError` if the manifest cannot be read; the library is then as it was.
  package mutating func follow(_ change: FolderWatch.Change) throws(LibraryError) {
    if case .files(let paths) = change, !paths.contains(Manifest.fileName), let contents = try contents(of: paths) {
      library.update(contents)
    } else {
      library = try readAgain()
    }
  }

  private func readAgain() throws(LibraryError) -> Library { try workspace.read().replacing(held) }

  /// Takes what the user has typed in files, which counts from now on; files that are no longer among them are read
  /// from the disk.
  package mutating func hold(_ texts: [String: [UInt8]]) {
    let left = Set(held.keys).subtracting(texts.keys)
    var contents: [String: [UInt8]?] = texts.filter { held[$0.key] != $0.value }
    held = texts
    if !left.isEmpty {
      guard let stored = try? self.contents(of: left) else {
        library = (try? readAgain()) ?? library.replacing(texts)
        return
      }
      contents.merge(stored) { $1 }
    }
    library.update(contents)
  }

  /// Returns what files hold by now; nil if the library is being changed at this moment.
  private func contents(of paths: Set<String>) throws(LibraryError) -> [String: [UInt8]?]? {
    let journal = workspace.journal
    do throws(FileError) {
      let before = try journal.state()
      guard !before.isMoving else { return nil }
      var contents: [String: [UInt8]?] = [:]
      for path in paths where Kind.of(path: path) != nil && held[path] == nil {
        // What is no longer a file of its own, or too large, is judged by the one that reads everything.
        guard let found = try workspace.host.fileSystem.status(workspace.root + "/" + path) else {
          // Where the whole library has gone, no record of it was deleted.
          guard try workspace.host.fileSystem.status(workspace.root + "/" + Manifest.fileName) != nil else {
            return nil
          }
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
}
