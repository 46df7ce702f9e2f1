import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfSystem

/// The cover pictures of the library, which are read only as far as a check requires.
package struct CoverFacts: Sendable {
  package private(set) var covers = Covers()
  /// The reason why the folder cannot be listed, or nil if it can be listed.
  private(set) var problem: FileError?
  /// Returns a file of the library, or only its first `limit` bytes if `isStart` is set. Returns nil if the file cannot
  /// be read, or if the whole file is wanted and exceeds the limit.
  private let read: @Sendable (_ path: String, _ limit: Int, _ isStart: Bool) -> [UInt8]?

  /// The numbers of bytes to read when looking for a picture's size. The second is for pictures that start with a lot
  /// of metadata.
  private static let (start, longStart) = (2 << 10, 256 << 10)

  package init() { read = { _, _, _ in nil } }

  package init(
    _ covers: Covers, problem: FileError? = nil,
    read: @escaping @Sendable (_ path: String, _ limit: Int, _ isStart: Bool) -> [UInt8]?
  ) {
    (self.covers, self.problem, self.read) = (covers, problem, read)
  }

  /// Returns the facts, updated for files that repairs have changed.
  func after(_ files: [ExactPath: [UInt8]?]) -> CoverFacts {
    let changed = Dictionary(
      uniqueKeysWithValues: files.filter { CoverPath.isCover($0.key.text) }.map { ($0.key.text, $0.value) })
    if changed.isEmpty { return self }
    let read = read
    let new = changed.compactMap { path, bytes in
      bytes.map { Covers.File(path: path, owner: CoverPath.owner(of: path), isRegular: true, size: $0.count) }
    }
    return CoverFacts(Covers(covers.files.filter { changed[$0.path] == nil } + new), problem: problem) {
      path, limit, isStart in
      guard let known = changed[path] else { return read(path, limit, isStart) }
      return known.flatMap { isStart ? Array($0.prefix(limit)) : $0.count > limit ? nil : $0 }
    }
  }

  /// Returns the contents of a picture, or nil if it cannot be read or is too large to be decoded.
  func contents(of file: Covers.File) -> [UInt8]? {
    file.isRegular ? read(file.path, CoverPicture.maxInput, false) : nil
  }

  /// Returns the contents of a file in the folder: a picture, or the list of sources.
  func contents(of path: String) -> [UInt8]? {
    if let file = covers.files.first(where: { $0.path == path }) { return contents(of: file) }
    return path == CoverPath.sources ? read(path, CoverSources.maxBytes, false) : nil
  }

  /// The result of looking at the start of a file.
  enum Look {
    case image(ImageHead)
    /// The file is not in a known image format, or does not specify the size of the image.
    case noImage
    /// The file is the placeholder that Git LFS writes for a file it has not downloaded.
    case lfsPointer
    case unreadable
  }

  /// Reads the start of a picture.
  func look(at file: Covers.File) -> Look {
    guard file.isRegular, let start = read(file.path, CoverFacts.start, true) else { return .unreadable }
    if let head = ImageHead(start) { return .image(head) }
    if UnreadableFile.isLFSPointer(start) { return .lfsPointer }
    guard ImageHead.form(of: start) != nil, let more = read(file.path, CoverFacts.longStart, true),
      let head = ImageHead(more)
    else { return .noImage }
    return .image(head)
  }
}
