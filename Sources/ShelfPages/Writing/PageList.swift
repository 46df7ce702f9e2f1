import ShelfModel

/// The list of the files in a site's folder that shelf has written, `.shelf-pages`.
///
/// Each line contains a checksum and a path, or an id and a path: the id of a book or genre and a path that its page
/// has or once had, the id of a book and the path of one of its authors or series, or an id derived from the current
/// path of an author or series and a path that its page once had. shelf replaces or removes a file only if the list
/// contains its path and its current checksum, so files from other sources and files that the user edited are kept.
/// Former paths become redirects.
struct PageList: Sendable {
  static let name = ".shelf-pages"
  /// The maximum size of the file, in bytes.
  static let maxBytes = 256 << 20

  /// The checksum of each file. While pages are being written, this is the new checksum.
  private(set) var files: [String: PageChecksum] = [:]
  /// Additional checksums for a path. While pages are being written, a file can have either its old or its new
  /// contents.
  private var others: [String: Set<PageChecksum>] = [:]
  /// The paths by id.
  private(set) var addresses: [RecordID: [String]] = [:]

  private static let head = "shelf pages 1"

  init() {}

  /// Creates an empty list with capacity for files and books.
  init(files: Int, books: Int) {
    self.files.reserveCapacity(files)
    addresses.reserveCapacity(books)
  }

  /// Parses a list, whose contents are not trusted. The result is nil if the list is invalid.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, first.elementsEqual(PageList.head.utf8) else { return nil }
    files.reserveCapacity(lines.count)
    addresses.reserveCapacity(lines.count / 2)
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: 0x20), SitePath.isPath(line[(space + 1)...]) else { return nil }
      let path = String(decoding: line[(space + 1)...], as: UTF8.self)
      let name = line[..<space]
      if let checksum = PageChecksum(name) {
        add(path, checksum)
      } else if let id = name.withUnsafeBufferPointer({ RecordID(utf8: $0) }) {
        add(path, of: id)
      } else {
        return nil
      }
    }
  }

  mutating func add(_ path: String, _ checksum: PageChecksum) {
    guard let former = files.updateValue(checksum, forKey: path), former != checksum else { return }
    others[path, default: []].insert(former)
    others[path]?.remove(checksum)
  }

  mutating func add(_ path: String, of id: RecordID) {
    if let known = addresses[id], known.contains(path) { return }
    addresses[id, default: []].append(path)
  }

  /// Adds the checksums that another list contains for a path.
  mutating func keep(_ path: String, of other: PageList) {
    for checksum in other.others[path] ?? [] { add(path, checksum) }
    if let checksum = other.files[path] { add(path, checksum) }
  }

  /// Returns whether the list contains a path with a given checksum.
  func holds(_ path: String, _ checksum: PageChecksum) -> Bool {
    files[path] == checksum || others[path]?.contains(checksum) ?? false
  }

  /// Returns the contents of another list's file, followed by the lines that only this list contains.
  ///
  /// - Parameter bytes: the contents of the other list's file, or nil if the file does not exist.
  func bytes(below bytes: [UInt8]?, of other: PageList) -> [UInt8] {
    var bytes = bytes ?? Array(PageList.head.utf8)
    if bytes.last != 0x0A { bytes.append(0x0A) }
    for (path, checksum) in files where !other.holds(path, checksum) {
      PageList.append(.checksum(checksum), path, to: &bytes)
    }
    for (path, checksums) in others {
      for checksum in checksums where !other.holds(path, checksum) {
        PageList.append(.checksum(checksum), path, to: &bytes)
      }
    }
    for (id, paths) in addresses {
      let known = other.addresses[id] ?? []
      for path in paths where !known.contains(path) { PageList.append(.record(id), path, to: &bytes) }
    }
    return bytes
  }

  /// The file's contents, sorted by path, so that diffs stay small.
  var bytes: [UInt8] {
    var lines: [(path: String, name: Name)] = []
    lines.reserveCapacity(files.count + addresses.count)
    for (path, checksum) in files { lines.append((path, .checksum(checksum))) }
    for (path, checksums) in others { lines += checksums.map { (path, .checksum($0)) } }
    for (id, paths) in addresses { lines += paths.map { (path: $0, name: .record(id)) } }
    lines.sort { $0.path < $1.path || $0.path == $1.path && $0.name.text < $1.name.text }
    var bytes = Array(PageList.head.utf8) + [0x0A]
    bytes.reserveCapacity(lines.count * 96)
    for line in lines { PageList.append(line.name, line.path, to: &bytes) }
    return bytes
  }

  private static func append(_ name: Name, _ path: String, to bytes: inout [UInt8]) {
    bytes += name.text.utf8
    bytes.append(0x20)
    bytes += path.utf8
    bytes.append(0x0A)
  }

  /// The first word of a line: the checksum of a file, or the id that the path belongs to.
  private enum Name {
    case checksum(PageChecksum)
    case record(RecordID)

    var text: String {
      switch self {
      case .checksum(let checksum): checksum.description
      case .record(let id): id.description
      }
    }
  }
}
