extension FileSystem {
  /// Returns the path that prevents a new file from being created, or nil if the path is free.
  ///
  /// The obstacle is the path itself if something exists there, or else the outermost parent that is not a folder.
  /// Paths are relative to `root`.
  package func obstacle(to path: String, in root: String) -> String? {
    if (try? status(root + "/" + path)) != nil { return path }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty ? "" : "/") + part
      guard let status = try? status(root + "/" + folder) else { return nil }
      if status.type != .directory { return folder }
    }
    return nil
  }
}
