import ShelfModel
import ShelfSystem

/// Writes the files of a site: those that changed, and nothing that it did not make.
package struct SiteWriter {
  private let place: SitePlace
  private let files: any FileSystem
  /// Folders that were found to be folders, and no links.
  private var folders: Set<String> = []
  private var outcome = Outcome()

  /// The name of a file that is being written.
  static let newName = ".shelf-page-new"
  /// How many bytes are held before they are written.
  private static let batchBytes = 32 << 20
  private static let batchPages = 2000
  /// The largest file that is compared with a page.
  private static let mostBytes = 64 << 20

  /// What came of it.
  package struct Outcome: Sendable {
    package var made = 0
    package var changed = 0
    package var removed = 0
    package var same = 0
    /// Files that are left as they are, since this program did not make them or somebody changed them since.
    package var kept: [String] = []
    /// Such files that the site no longer has.
    package var keptThoughGone: [String] = []

    package var total: Int { made + changed + same }
  }

  package init(_ place: SitePlace, fileSystem: any FileSystem) {
    self.place = place
    files = fileSystem
  }

  /// Writes a site into its folder.
  ///
  /// The list of files says old and new together before any file is written, so that after an end at any point the next
  /// run knows them all; it is narrowed last.
  ///
  /// - Throws: `SitePlace.Refusal`, `FileError`.
  package mutating func write(_ site: Site) throws -> Outcome {
    outcome = Outcome()
    folders = []
    _ = try files.makeDirectories(place.path)
    let old = try readList()
    var new = PageList()
    let former = remember(site, old, &new)
    let pages = site.pages(former: former)
    var start = 0
    var waiting: [(path: SitePath, bytes: [UInt8], isNew: Bool)] = []
    var bytes = 0
    while start < pages.count {
      let batch = pages[start..<min(start + SiteWriter.batchPages, pages.count)]
      start = batch.endIndex
      let made = Parallel.map(batch.count, threads: site.threads) { range in
        range.map { batch[batch.startIndex + $0].make() }
      }.flatMap { $0 }
      for (page, contents) in zip(batch, made) {
        guard let isNew = try state(of: page.path, contents, old, &new) else { continue }
        waiting.append((page.path, contents, isNew))
        bytes += contents.count
      }
      if bytes >= SiteWriter.batchBytes || start == pages.count, !waiting.isEmpty {
        try replaceList(old.union(new))
        for page in waiting { try write(page.path, page.bytes, isNew: page.isNew) }
        waiting = []
        bytes = 0
      }
    }
    try removeOthers(old, new)
    if try new.bytes != currentList() { try replaceList(new) }
    return outcome
  }

  /// Notes the addresses of books, and returns those that they had before.
  private func remember(_ site: Site, _ old: PageList, _ new: inout PageList) -> [RecordID: [SitePath]] {
    var former: [RecordID: [SitePath]] = [:]
    for (book, path) in site.addresses {
      new.add(path, of: book)
      let others = (old.addresses[book] ?? []).filter { $0 != path && $0.parts.first == "books" && $0.parts.count == 3 }
      if others.isEmpty { continue }
      former[book] = others.sorted()
      for other in others { new.add(other, of: book) }
    }
    return former
  }

  /// Returns whether a file has to be made (true), or replaced (false); nil if it stays as it is.
  private mutating func state(
    of path: SitePath, _ wanted: [UInt8], _ old: PageList, _ new: inout PageList
  ) throws(FileError) -> Bool? {
    guard isReachable(path) else {
      outcome.kept.append(path.text)
      return nil
    }
    guard let present = try contents(at: path) else {
      new.add(path, PageChecksum(wanted))
      return true
    }
    if case .bytes(let bytes) = present {
      if bytes == wanted {
        new.add(path, PageChecksum(wanted))
        outcome.same += 1
        return nil
      }
      if old.holds(path, bytes) {
        new.add(path, PageChecksum(wanted))
        return false
      }
    }
    outcome.kept.append(path.text)
    return nil
  }

  private enum Present {
    case bytes([UInt8])
    /// A link, a folder, or what is too large to be a page.
    case other
  }

  private func contents(at path: SitePath) throws(FileError) -> Present? {
    let file = absolute(path)
    guard let status = try status(file) else { return nil }
    guard status.type == .file, status.size <= SiteWriter.mostBytes else { return .other }
    return .bytes(try files.contents(of: file, limit: SiteWriter.mostBytes))
  }

  /// Returns what is at a path; nothing is where a part of the path is not there.
  private func status(_ path: String) throws(FileError) -> FileStatus? {
    do throws(FileError) { return try files.status(path) } catch {
      if error.code == FileError.notFound { return nil }
      throw error
    }
  }

  /// Whether every folder on the way to a file is a folder or is not there yet, and none is a link.
  private mutating func isReachable(_ path: SitePath) -> Bool {
    var folder = place.path
    for name in path.parts.dropLast() {
      folder += "/" + name
      if folders.contains(folder) { continue }
      guard let status = try? files.status(folder) else { return true }
      guard status.type == .directory else { return false }
      folders.insert(folder)
    }
    return true
  }

  private mutating func write(_ path: SitePath, _ bytes: [UInt8], isNew: Bool) throws {
    let file = absolute(path)
    if let slash = file.lastIndex(of: "/") { _ = try files.makeDirectories(String(file[..<slash])) }
    try replace(file, bytes, by: SiteWriter.newName)
    if isNew { outcome.made += 1 } else { outcome.changed += 1 }
  }

  /// Removes what was made before and is not made now, if it is still as it was made.
  private mutating func removeOthers(_ old: PageList, _ new: PageList) throws {
    var emptied: Set<[String]> = []
    for path in old.files.keys.sorted() where new.files[path] == nil && !outcome.kept.contains(path.text) {
      guard isReachable(path), let present = try contents(at: path) else { continue }
      guard case .bytes(let bytes) = present, old.holds(path, bytes) else {
        outcome.keptThoughGone.append(path.text)
        continue
      }
      try files.remove(absolute(path))
      outcome.removed += 1
      for count in 1..<max(1, path.parts.count) { emptied.insert(Array(path.parts.prefix(count))) }
    }
    // The innermost first; one that is not empty stays.
    for folder in emptied.sorted(by: { $0.count > $1.count }) {
      try? files.removeDirectory(place.path + "/" + folder.joined(separator: "/"))
    }
  }

  // MARK: - The list

  private func readList() throws -> PageList {
    guard let bytes = try currentList() else { return PageList() }
    guard let list = PageList(bytes) else {
      throw SitePlace.Refusal.invalidList(path: place.path + "/" + PageList.name)
    }
    return list
  }

  private func currentList() throws -> [UInt8]? {
    let path = place.path + "/" + PageList.name
    return try files.status(path) == nil ? nil : files.contents(of: path, limit: PageList.mostBytes)
  }

  private func replaceList(_ list: PageList) throws {
    try replace(place.path + "/" + PageList.name, list.bytes, by: PageList.name + ".new")
  }

  /// Writes a file in one step; what was left of a run that was killed goes.
  private func replace(_ path: String, _ bytes: [UInt8], by name: String) throws {
    let new = place.path + "/" + name
    if try files.status(new) != nil { try files.remove(new) }
    try files.createFile(new, bytes, mode: nil, synced: false)
    try files.rename(new, to: path)
  }

  private func absolute(_ path: SitePath) -> String { place.path + "/" + path.text }
}
