import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// A library that stays open and follows its files, for the browser and for the language server.
///
/// `FolderWatch` reports changed files after a short debounce interval. In most cases only the changed records are
/// read, and a record that keeps its id and its references is replaced in place. That takes constant time regardless of
/// the library's size, provided that nothing else uses `library`. The whole library is read again if a faster update is
/// not possible, for example because the manifest has changed, it is unknown which files have changed, a record is no
/// longer a regular file, or another process is in the middle of a change.
///
/// Texts that are open in an editor take precedence over the files on disk until the editor closes them. A text with a
/// line that cannot be parsed is read without that line (see `ReadText`), so nothing may be written from such a
/// library.
package struct LiveLibrary {
  package let workspace: Workspace
  /// The current snapshot of the library.
  package private(set) var library: Library
  /// The texts that are open in an editor, by path relative to the library. They take precedence over the files.
  private var held: [String: [UInt8]] = [:]

  /// Reads the library.
  package init(_ workspace: Workspace) throws(LibraryError) {
    self.workspace = workspace
    library = try workspace.read()
  }

  /// Starts with a library that has just been read.
  package init(_ workspace: Workspace, _ library: Library) {
    self.workspace = workspace
    self.library = library
  }

  /// Reads the files that have changed.
  ///
  /// - Throws: `LibraryError` if the manifest cannot be read; in that case the library is unchanged.
  package mutating func follow(_ change: FolderWatch.Change) throws(LibraryError) {
    if case .files(let paths) = change, !paths.contains(Manifest.fileName), let contents = try contents(of: paths) {
      library.update(contents)
    } else {
      library = try readAgain()
    }
  }

  private func readAgain() throws(LibraryError) -> Library {
    let stored = try workspace.read()
    return stored.replacing(held, recovery: recovery(in: stored))
  }

  /// Returns the options for reading open texts that contain errors. The last good version of a record is the version
  /// on disk or, if that cannot be read either, the version in the current snapshot.
  private func recovery(in stored: Library) -> Library.Recovery {
    Library.Recovery(keepsNameless: false) { [library] path in
      stored.record(at: path)
        ?? library.record(at: path).flatMap { stored.read($0.source, as: $0.kind, path: path) }
    }
  }

  /// Replaces the set of texts that are open in an editor. Files that are no longer in the set are read from disk.
  package mutating func hold(_ texts: [String: [UInt8]]) {
    let left = Set(held.keys).subtracting(texts.keys)
    let contents: [String: [UInt8]?] = texts.filter { held[$0.key] != $0.value }
    held = texts
    if !left.isEmpty {
      guard let stored = try? self.contents(of: left) else {
        library = (try? readAgain()) ?? library.replacing(texts, recovery: recovery(in: library))
        return
      }
      library.update(stored)
    }
    library.update(contents, recovery: recovery(in: library))
  }

  /// Returns the current contents of files, or nil if the whole library has to be read instead.
  private func contents(of paths: Set<String>) throws(LibraryError) -> [String: [UInt8]?]? {
    let journal = workspace.journal
    do throws(FileError) {
      let before = try journal.state()
      guard !before.isMoving else { return nil }
      var contents: [String: [UInt8]?] = [:]
      for path in paths where Kind.of(path: path) != nil && held[path] == nil {
        guard let found = try workspace.host.fileSystem.status(workspace.root + "/" + path) else {
          // If the manifest is also missing, the library itself has disappeared, rather than its records having been
          // deleted.
          guard try workspace.host.fileSystem.status(workspace.root + "/" + Manifest.fileName) != nil else {
            return nil
          }
          contents[path] = .some(nil)
          continue
        }
        // The whole library is read again, because only the loader reports links, folders and files that are too large.
        guard found.type == .file, found.size <= Limits().bytes else { return nil }
        contents[path] = try workspace.host.fileSystem.contents(
          of: workspace.root + "/" + path, limit: Limits().bytes)
      }
      // A file that is gone may have left the sparse checkout.
      if contents.contains(where: { $0.value == nil }),
        (try? workspace.leftOutPaths())?.isDisjoint(with: contents.keys) != true
      {
        return nil
      }
      return try journal.state().shows(sameAs: before, nil) ? contents : nil
    } catch {
      return nil
    }
  }
}
