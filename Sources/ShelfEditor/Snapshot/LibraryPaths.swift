/// The file paths of a library, as the client sees them.
struct LibraryPaths: Sendable {
  /// The library's absolute path, with symbolic links resolved.
  let root: String
  /// The library's absolute path as the client spells it, which may contain a symbolic link.
  let shownRoot: String
  var open: [String: OpenText] = [:]

  /// Returns the URI of a file, in the client's own spelling if the file is open.
  func uri(_ path: String) -> String { open[path]?.uri ?? FileURI.uri(shownRoot + "/" + path) }
}
