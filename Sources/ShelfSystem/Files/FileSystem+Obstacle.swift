extension FileSystem {
  /// Returns what keeps a new file from a path below a folder: the path itself if something is there, or a folder of it
  /// that is not a folder; nil if nothing does.
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
