/// Where the client sees the files of a library.
struct LibraryPaths: Sendable {
  /// The library's absolute path, without links.
  let root: String
  /// The same folder as the client names it, which may lead through a link.
  let shownRoot: String
  /// The texts that are open, by path relative to the library.
  var open: [String: OpenText] = [:]

  /// Returns the address of a file, in the client's own spelling if the file is open.
  func uri(_ path: String) -> String { open[path]?.uri ?? FileURI.uri(shownRoot + "/" + path) }
}
