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
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == PageList.head[...] else { return nil }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: " "),
        let path = SitePath(reading: String(line[line.index(after: space)...]))
      else { return nil }
      let name = line[..<space]
      if let checksum = PageChecksum(name) {
        add(path, checksum)
      } else if let id = RecordID(String(name)) {
        add(path, of: id)
      } else {
        return nil
      }
    }
  }

  mutating func add(_ path: SitePath, _ checksum: PageChecksum) { files[path, default: []].insert(checksum) }

  mutating func add(_ path: SitePath, of book: RecordID) { addresses[book, default: []].insert(path) }

  /// Whether a file with these contents was made under a path.
  func holds(_ path: SitePath, _ bytes: [UInt8]) -> Bool { files[path]?.contains(PageChecksum(bytes)) ?? false }

  /// Returns a list of what either says.
  func union(_ other: PageList) -> PageList {
    var all = self
    for (path, checksums) in other.files { all.files[path, default: []].formUnion(checksums) }
    for (book, paths) in other.addresses { all.addresses[book, default: []].formUnion(paths) }
    return all
  }

  var bytes: [UInt8] {
    var lines = files.flatMap { path, checksums in checksums.map { "\($0) \(path.text)" } }
    lines += addresses.flatMap { book, paths in paths.map { "\(book) \($0.text)" } }
    return Array(([PageList.head] + lines.sorted()).joined(separator: "\n").utf8) + [0x0A]
  }
}
