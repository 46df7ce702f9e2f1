import ShelfSystem

/// The files of a change that is currently being carried out or rolled back, in their final state.
///
/// While files are being moved, each file is either in the journal or already in place. A reader looks in both places
/// and therefore sees either the whole change or none of it.
package struct Overlay: Sendable {
  /// The number of the change.
  let sequence: Int
  /// Whether the change is being carried out, rather than rolled back.
  let isInEffect: Bool
  /// The paths of all files of the change.
  let paths: Set<String>
  private let files: [JournalEntry.File]
  private let folder: String

  /// Reads the change in progress. The result is nil if the change has just been finished.
  init?(_ journal: Journal, _ state: Journal.State) throws(FileError) {
    isInEffect = !state.hasRolledBack
    folder = isInEffect ? journal.pending : journal.rolledBack
    guard let entry = try journal.entry(in: folder) else { return nil }
    sequence = entry.sequence
    files = entry.files
    paths = Set(files.map(\.path))
  }

  /// Returns the contents of the files, from the journal or from their final paths.
  func contents(
    of root: String, _ fileSystem: any FileSystem, limit: Int
  ) -> [(path: String, bytes: Result<[UInt8], FileError>)] {
    files.enumerated().compactMap { index, file in
      guard isInEffect ? file.newChecksum != nil : file.oldChecksum != nil else { return nil }
      let places = ["\(folder)/\(index).\(isInEffect ? "new" : "old")", root + "/" + file.path]
      for place in places {
        let bytes = Result { () throws(FileError) in try fileSystem.contents(of: place, limit: limit) }
        if case .failure(let error) = bytes, error.code == FileError.notFound { continue }
        // If this copy is incomplete, it was written after the file had been moved into place (see
        // `Journal.isInPlace`).
        if isInEffect, place == places[0], case .success(let bytes) = bytes,
          JournalEntry.checksum(bytes) != file.newChecksum
        {
          continue
        }
        return (file.path, bytes)
      }
      return nil
    }
  }
}
