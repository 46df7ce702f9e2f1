import ShelfFormats
import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let largeCover = Check(
    "large-cover", .note, "a cover that is larger than necessary",
    reason: """
      Covers stay in every copy of the git repository forever. A file of 150 KB that is 600 pixels high is enough for \
      any screen. A photo that was added by hand may also contain the location where it was taken.
      """,
    example: "covers/dune-1a2b3c4d.jpg   # 4 MB, 3024 × 4032 pixels",
    repair: """
      Makes the picture smaller, turns it upright, and removes all other data, such as the location, from the file.
      """,
    .library { check, examination in
      var made = 0
      return examination.covers.covers.files.compactMap { file in
        guard case .image(let head) = examination.covers.look(at: file) else { return nil }
        let isLarge =
          file.size > CoverPicture.maxBytes || head.height > CoverPicture.maxHeight
          || head.width > CoverPicture.maxWidth
        if !isLarge { return nil }
        // Decoding a whole folder of photos would take minutes, so only the first few get a repair.
        made += 1
        return Finding(
          check, path: file.path, "it has \(file.size / 1000) KB and \(head.width) × \(head.height) pixels",
          advice: "replace it with `shelf book cover --from`",
          repairs: made > LargeCovers.maxRepairs ? [] : LargeCovers.repairs(file, examination))
      }
    })
}

private enum LargeCovers {
  /// The maximum number of pictures for which one examination offers a repair.
  static let maxRepairs = 20

  static func repairs(_ file: Covers.File, _ examination: Examination) -> [Repair] {
    guard let bytes = examination.covers.contents(of: file), let picture = try? CoverPicture(bytes) else { return [] }
    var path = file.path
    if !path.hasSuffix(".jpg"), let dot = path.lastIndex(of: ".") { path = path[..<dot] + ".jpg" }
    var steps: [Repair.Step] = [.write(path: path, old: path == file.path ? bytes : nil, new: picture.bytes)]
    if path != file.path {
      if examination.covers.covers.files.contains(where: { $0.path == path }) { return [] }
      steps.append(.write(path: file.path, old: bytes, new: nil))
      if let rename = rename(file.path, to: path, examination) { steps.append(rename) }
    }
    return [Repair("shrink", "rewrite it with \(picture.bytes.count / 1000) KB", .consent, steps)]
  }

  /// Returns the step that renames the entry in `SOURCES.yaml` that marks the picture as fetched, or nil if there is no
  /// such entry.
  private static func rename(_ path: String, to newPath: String, _ examination: Examination) -> Repair.Step? {
    func name(_ path: String) -> String { String(path.dropFirst(CoverPath.folder.count + 1)) }
    guard let bytes = examination.covers.contents(of: CoverPath.sources), let document = try? Document(bytes),
      document.node(at: [.key(name(path))]) != nil, document.node(at: [.key(name(newPath))]) == nil
    else { return nil }
    return .edit(path: CoverPath.sources, [.renameKey([.key(name(path))], to: name(newPath))])
  }
}
