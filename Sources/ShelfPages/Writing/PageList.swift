import ShelfModel

/// The list of the files that the program made in a folder, `.shelf-pages`: only those are ever replaced or removed.
struct PageList: Sendable {
  static let name = ".shelf-pages"
  /// The maximum size of the file.
  static let mostBytes = 256 << 20

  /// The checksum of what was made under each path; the last one while pages are being written.
  private(set) var files: [String: PageChecksum] = [:]
  /// The other checksums of paths with several: while pages are being written, a file is as it was or as it will be.
  private var others: [String: Set<PageChecksum>] = [:]
  /// The addresses that each public book has or had.
  private(set) var addresses: [RecordID: [String]] = [:]

  private static let head = "shelf pages 1"

  init() {}

  /// Makes an empty list for about as many files and books.
  init(files: Int, books: Int) {
    self.files.reserveCapacity(files)
    addresses.reserveCapacity(books)
  }

  /// Reads a list, which may come from anywhere; nil if it is none.
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

  mutating func add(_ path: String, of book: RecordID) {
    if let known = addresses[book], known.contains(path) { return }
    addresses[book, default: []].append(path)
  }

  /// Copies the checksums of a path from another list.
  mutating func keep(_ path: String, of other: PageList) {
    for checksum in other.others[path] ?? [] { add(path, checksum) }
    if let checksum = other.files[path] { add(path, checksum) }
  }

  /// Whether a file with a checksum was made under a path.
  func holds(_ path: String, _ checksum: PageChecksum) -> Bool {
    files[path] == checksum || others[path]?.contains(checksum) ?? false
  }

  /// Returns a list of what another one and this one say: the other one as it is, and below it what this one has beside it.
  ///
  /// - Parameter bytes: the other one as it is written; nil if it is not.
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
    for (book, paths) in addresses {
      let known = other.addresses[book] ?? []
      for path in paths where !known.contains(path) { PageList.append(.book(book), path, to: &bytes) }
    }
    return bytes
  }

  /// The list as it is written: by path, so that a change of few pages is one of few lines.
  var bytes: [UInt8] {
    var lines: [(path: String, name: Name)] = []
    lines.reserveCapacity(files.count + addresses.count)
    for (path, checksum) in files { lines.append((path, .checksum(checksum))) }
    for (path, checksums) in others { lines += checksums.map { (path, .checksum($0)) } }
    for (book, paths) in addresses { lines += paths.map { (path: $0, name: .book(book)) } }
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

  /// What a line says of its path: the checksum of a file there, or the book whose address it is.
  private enum Name {
    case checksum(PageChecksum)
    case book(RecordID)

    var text: String {
      switch self {
      case .checksum(let checksum): checksum.description
      case .book(let id): id.description
      }
    }
  }
}
