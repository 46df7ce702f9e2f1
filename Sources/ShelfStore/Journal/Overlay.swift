import ShelfSystem

/// A change that is being made or taken back right now: its files are read as they will be, wherever they lie by now.
package struct Overlay: Sendable {
  /// The number of the change.
  let sequence: Int
  /// True if the change holds, false if it is being taken back.
  let holds: Bool
  /// Every file of the change.
  let paths: Set<String>
  private let files: [JournalEntry.File]
  private let folder: String

  /// Reads the change that the journal is at work on; nil if there is none any longer.
  init?(_ journal: Journal, _ state: Journal.State) throws(FileError) {
    holds = !state.hasUndone
    folder = holds ? journal.pending : journal.undone
    guard let entry = try journal.entry(in: folder) else { return nil }
    sequence = entry.sequence
    files = entry.files
    paths = Set(files.map(\.path))
  }

  /// Returns the contents of the files: they are either in place or still in the journal.
  func contents(
    of root: String, _ fileSystem: any FileSystem, limit: Int
  ) -> [(path: String, bytes: Result<[UInt8], FileError>)] {
    files.enumerated().compactMap { index, file in
      guard holds ? file.newMark != nil : file.oldMark != nil else { return nil }
      let places = ["\(folder)/\(index).\(holds ? "new" : "old")", root + "/" + file.path]
      for place in places {
        let bytes = Result { () throws(FileError) in try fileSystem.contents(of: place, limit: limit) }
        if case .failure(let error) = bytes, error.code == FileError.notFound { continue }
        // A copy that is not whole was made after the file had been moved into place, see `Journal.isInPlace`.
        if holds, place == places[0], case .success(let bytes) = bytes, JournalEntry.mark(bytes) != file.newMark {
          continue
        }
        return (file.path, bytes)
      }
      return nil
    }
  }
}
