import ShelfModel

/// What a change may do to a path in the library.
///
/// A journal may have come with a library from a stranger, and finishing a change does what the journal says. So a
/// change writes only where a library keeps its own files, none of which determines which programs run.
enum JournalPath {
  /// A file of the library itself, which a change may make, replace and remove.
  case own
  /// A record outside of the kinds' folders, which doctor moves to its place: a change may remove it, and put it back
  /// if nothing is there, but may never replace it.
  case stray
  /// Anything else, which no change touches.
  case foreign

  /// Files at the top of a library that are its own.
  private static let files: Set<Substring> = [
    Substring(Manifest.fileName), ".gitignore", ".gitattributes",
  ]

  /// Judges a path relative to the library.
  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isImport = path.hasPrefix(".shelf/imports/")
    if parts.count == 1, JournalPath.files.contains(parts[0]) {
      self = .own
    } else if parts.contains(where: { $0.isEmpty || $0.contains("\0") })
      || parts.dropFirst(isImport ? 1 : 0).contains(where: { $0.hasPrefix(".") })
    {
      self = .foreign
    } else if isImport || parts.count > 1 && Kind.allCases.contains(where: { $0.folder == parts[0] }) {
      self = .own
    } else {
      self = RecordFile.isName(String(parts[parts.count - 1])) ? .stray : .foreign
    }
  }

  /// Returns whether a change may do this to the path.
  ///
  /// - Parameters:
  ///   - hadFile: whether the file existed before the change.
  ///   - hasFile: whether it exists after the change.
  func allows(hadFile: Bool, hasFile: Bool) -> Bool {
    switch self {
    case .own: true
    case .stray: !(hadFile && hasFile)
    case .foreign: false
    }
  }
}
