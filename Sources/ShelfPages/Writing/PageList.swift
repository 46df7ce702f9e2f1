import ShelfModel

/// The list of the files that the program made in a folder, `.shelf-pages`: only those are ever replaced or removed.
struct PageList: Sendable {
  static let name = ".shelf-pages"
  /// The maximum size of the file.
  static let mostBytes = 256 << 20

  /// The checksums of what was made under each path; more than one while pages are being written.
  private(set) var files: [SitePath: Set<PageChecksum>] = [:]
  /// The addresses that each public book has or had.
  private(set) var addresses: [RecordID: Set<SitePath>] = [:]

  private static let head = "shelf pages 1"

  init() {}

  /// Reads a list, which may come from anywhere; nil if it is none.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, first.elementsEqual(PageList.head.utf8) else { return nil }
    files.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: 0x20), let path = SitePath(reading: line[(space + 1)...]) else {
        return nil
      }
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

  mutating func add(_ path: SitePath, _ checksum: PageChecksum) { files[path, default: []].insert(checksum) }

  mutating func add(_ path: SitePath, of book: RecordID) { addresses[book, default: []].insert(path) }

  /// Whether a file with a checksum was made under a path.
  func holds(_ path: SitePath, _ checksum: PageChecksum) -> Bool { files[path]?.contains(checksum) ?? false }

  /// Returns a list of what either says.
  func union(_ other: PageList) -> PageList {
    var all = self
    for (path, checksums) in other.files { all.files[path, default: []].formUnion(checksums) }
    for (book, paths) in other.addresses { all.addresses[book, default: []].formUnion(paths) }
    return all
  }

  /// The list as it is written: by path, so that a change of few pages is one of few lines.
  var bytes: [UInt8] {
    var lines: [(path: String, name: String)] = []
    lines.reserveCapacity(files.count + addresses.count)
    for (path, checksums) in files { lines += checksums.map { (path.text, $0.description) } }
    for (book, paths) in addresses { lines += paths.map { ($0.text, book.description) } }
    lines.sort { $0 < $1 }
    var bytes = Array(PageList.head.utf8) + [0x0A]
    bytes.reserveCapacity(lines.count * 64)
    for line in lines {
      bytes += line.name.utf8
      bytes.append(0x20)
      bytes += line.path.utf8
      bytes.append(0x0A)
    }
    return bytes
  }
}
