import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfSystem

/// What is known of the pictures of books, which are read as far as a check has to know.
package struct CoverFacts: Sendable {
  package private(set) var covers = Covers()
  /// Why the folder cannot be listed; nil if it can.
  private(set) var problem: FileError?
  /// Returns what a file of the library begins with, or all of it; nil if it cannot be read, or is larger than the limit.
  private let read: @Sendable (_ path: String, _ limit: Int, _ isStart: Bool) -> [UInt8]?

  /// How much of a picture tells its size; of one with much metadata, more has to be read.
  private static let (start, longStart) = (2 << 10, 256 << 10)

  package init() { read = { _, _, _ in nil } }

  package init(
    _ covers: Covers, problem: FileError? = nil,
    read: @escaping @Sendable (_ path: String, _ limit: Int, _ isStart: Bool) -> [UInt8]?
  ) {
    (self.covers, self.problem, self.read) = (covers, problem, read)
  }

  /// Returns the facts once files have been changed by repairs.
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

  /// Returns all of a picture; nil if it cannot be read, or is larger than any that is.
  func contents(of file: Covers.File) -> [UInt8]? {
    file.isRegular ? read(file.path, CoverPicture.mostInput, false) : nil
  }

  /// Returns what a file of the folder holds, such as the one about the covers.
  func contents(of path: String) -> [UInt8]? {
    if let file = covers.files.first(where: { $0.path == path }) { return contents(of: file) }
    return path == CoverPath.sources ? read(path, CoverSources.mostBytes, false) : nil
  }

  enum Look {
    case image(ImageHead)
    /// The first bytes are those of no image, or it has no size.
    case noImage
    /// It is what Git LFS puts in the place of a file that it has not downloaded.
    case lfsPointer
    case unreadable
  }

  /// Looks at the first bytes of a picture.
  func look(at file: Covers.File) -> Look {
    guard file.isRegular, let start = read(file.path, CoverFacts.start, true) else { return .unreadable }
    if let head = ImageHead(start) { return .image(head) }
    if start.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return .lfsPointer }
    guard ImageHead.form(of: start) != nil, let more = read(file.path, CoverFacts.longStart, true),
      let head = ImageHead(more)
    else { return .noImage }
    return .image(head)
  }
}
