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

  /// The folder with what a library remembers of imports.
  static let imports = ".shelf/imports/"

  /// Files at the top of a library that are its own.
  private static let files: Set<Substring> = [
    Substring(Manifest.fileName), ".gitignore", ".gitattributes",
  ]

  /// Judges a path relative to the library.
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
      self = RecordFile.isName(String(name)) ? .stray : .foreign
    }
  }

  /// Returns whether no part of a path is empty or starts with a dot, and none has a zero in it.
  private static func isPlain(_ path: Substring.UTF8View) -> Bool {
    var isStart = true
    for byte in path {
      if byte == 0 || isStart && (byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")) { return false }
      isStart = byte == UInt8(ascii: "/")
    }
    return !isStart
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
