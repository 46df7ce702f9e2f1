import ShelfModel

/// The class of a path in the library, which determines what a change may do to the file.
///
/// A journal may have come with a library from a stranger, and finishing a change carries out the journal's
/// instructions. Therefore a change may write only to the library's own files. None of these files can make shelf run a
/// program.
enum JournalPath {
  /// A file of the library itself, which a change may create, replace and remove.
  case own
  /// A record outside the kinds' folders, which doctor moves to its proper place, or a copy of the manifest or of the
  /// list of fetched covers.
  ///
  /// A change may remove such a file, and may restore it if the path is free, but may not replace it.
  case stray
  /// Any other file, which no change may touch.
  case foreign

  /// The folder with the library's import bases.
  static let imports = ".shelf/imports/"

  /// The library's own files at its top level.
  private static let files: Set<Substring> = [
    Substring(Manifest.fileName), ".gitignore", ".gitattributes",
  ]

  /// Classifies a path relative to the library.
  init(_ path: String) {
    let isImport = path.hasPrefix(JournalPath.imports)
    if JournalPath.files.contains(path[...]) {
      self = .own
    } else if !JournalPath.isPlain(isImport ? path.utf8.dropFirst(".shelf/".utf8.count) : path.utf8[...]) {
      self = .foreign
    } else if isImport || CoverPath.isOwn(path) || Kind.allCases.contains(where: { path.hasPrefix($0.folder + "/") }) {
      self = .own
    } else {
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
      let isBackup = Manifest.isBackup(path) || Manifest.isBackup(path, of: CoverPath.sources)
      self = RecordFile.isName(String(name)) || isBackup ? .stray : .foreign
    }
  }

  /// Returns whether no component of a path is empty or starts with a dot, and none contains a zero byte.
  private static func isPlain(_ path: Substring.UTF8View) -> Bool {
    var isStart = true
    for byte in path {
      if byte == 0 || isStart && (byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")) { return false }
      isStart = byte == UInt8(ascii: "/")
    }
    return !isStart
  }

  /// Returns whether a change may create, replace or remove the file at the path, as the parameters describe.
  ///
  /// - Parameters:
  ///   - hadFile: whether the file exists before the change.
  ///   - hasFile: whether the file exists after the change.
  func allows(hadFile: Bool, hasFile: Bool) -> Bool {
    switch self {
    case .own: true
    case .stray: !(hadFile && hasFile)
    case .foreign: false
    }
  }
}
