import ShelfHistory

extension Workspace {
  /// Returns whether the library's repository tracks files in a folder, so that a merge or a clone may have added them.
  ///
  /// - Parameter folder: an absolute path, in the library or elsewhere.
  package func tracksFiles(in folder: String) throws(GitError) -> Bool {
    let repository: Repository
    do throws(GitError) { repository = try self.repository() } catch {
      switch error {
      case .notInstalled, .noRepository, .bare: return false
      // If git fails, a folder in the library may have come with the repository. Any other folder is the user's own.
      default:
        if folder.hasPrefix(root + "/") { throw error }
        return false
      }
    }
    return try repository.tracksFiles(in: folder, ofLibraryAt: root)
  }
}
