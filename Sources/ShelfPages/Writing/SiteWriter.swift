import ShelfKit
import ShelfSystem
import Synchronization

/// Publishes a site incrementally: writes the files that have changed, and removes files that are no longer part of the
/// site.
///
/// Every page is generated in memory, on several threads, and compared with the file at its path. Identical files,
/// usually almost all of them, are not touched. A different file is replaced only if its checksum is on the folder's
/// list (`PageList`). Otherwise the user or another program wrote or edited it, so it is kept and reported. Files on
/// the list that the site no longer has are removed under the same condition. The list itself may have lost a page, for
/// example in a merge, so files that have the path and the markup of a page but are not on the list are reported too.
/// Changed pages are written in batches of 32 MiB, to limit memory.
///
/// A run can be killed at any point. Therefore the list is extended before a batch is written, so that it contains both
/// the old and the new checksums, and the next run recognizes either version of a file as shelf's. When all files are
/// written, the list is reduced to the current checksums. Each file is replaced by a rename, so that a server never
/// delivers an incomplete page. shelf never writes through a symbolic link in a file's path.
package struct SiteWriter {
  private let lock: SiteLock
  private let files: any FileSystem
  private var outcome = Outcome()
  /// The paths in `outcome` that were kept.
  private var reported: Set<String> = []

  /// The prefix of temporary files, which is followed by the process id.
  private static let newName = ".shelf-page-new"
  /// The size, in bytes, that the changed contents must reach before they are written.
  private static let batchBytes = 32 << 20
  /// The maximum size of a file that is compared with a page, in bytes.
  private static let maxBytes = 64 << 20
  /// The size of the start of a file that is searched for the mark of a page, in bytes.
  private static let startBytes = 16 << 10

  /// The numbers of files that were created, changed, removed or left unchanged, and the files that were kept.
  package struct Outcome: Sendable {
    package var made = 0
    package var changed = 0
    package var removed = 0
    package var same = 0
    /// Files that were not replaced, because shelf did not write them or because they were edited after shelf had
    /// written them.
    package var kept: [String] = []
    /// Files that do not belong to the site, or no longer do, but were kept for the same reasons.
    package var keptThoughGone: [String] = []

    package var total: Int { made + changed + same }
  }

  /// - Parameter lock: the lock on the folder. The caller must acquire it before it reads the library.
  package init(_ lock: SiteLock, fileSystem: any FileSystem) {
    self.lock = lock
    files = fileSystem
  }

  private var place: SitePlace { lock.place }

  /// Publishes a library.
  ///
  /// - Throws: `SitePlace.Refusal`, `FileError`.
  package mutating func write(_ content: PublicLibrary) throws -> Outcome {
    outcome = Outcome()
    try removeTemporaryFiles()
    try checkOrigin()
    let (listed, old) = try currentList()
    let site = Site(content)
    var new = try writePages(of: site, listed, old)
    try removeOthers(old, &new)
    reported = Set(outcome.kept + outcome.keptThoughGone)
    try reportUnlisted(in: [], new)
    let list = new.bytes
    if list != listed { try replaceList(list) }
    return outcome
  }

  // MARK: - Pages

  /// Generates all pages, and writes the pages that changed.
  ///
  /// - Parameters:
  ///   - listed: the contents of the list's file, or nil if the file does not exist.
  ///   - old: the parsed list.
  /// - Returns: the list of the files of the site.
  private mutating func writePages(of site: Site, _ listed: [UInt8]?, _ old: PageList) throws -> PageList {
    var new = PageList(files: old.files.count, books: old.addresses.count)
    let former = new.remember(site, old)
    let pages = site.pages(former: former)
    var start = 0
    while start < pages.count {
      let made = try make(pages, from: start, old, threads: site.threads)
      start += made.count
      for page in made { note(page, old, &new) }
      let changed = made.filter { $0.contents != nil }
      if changed.isEmpty { continue }
      try replaceList(new.bytes(below: listed, of: old))
      try write(changed)
    }
    return new
  }

  /// A page that was generated and compared with the file at its path.
  private struct RenderedPage {
    let path: SitePath
    let checksum: PageChecksum
    var state = State.same
    /// The contents to write, or nil if nothing has to be written.
    var contents: [UInt8]?

    enum State {
      case same
      case isNew
      case changed
      /// The path contains a file that shelf must not replace.
      case foreign
    }
  }

  /// Generates pages on several threads, starting at a position in `pages`, until the changed contents fill a batch.
  ///
  /// - Returns: the results for these pages, in order.
  private func make(_ pages: [SitePage], from start: Int, _ old: PageList, threads: Int) throws -> [RenderedPage] {
    let next = Atomic(start)
    let bytes = Atomic(0)
    let pieces = Parallel.run(threads: threads) { () -> Result<[(Int, RenderedPage)], any Error> in
      Result {
        var made: [(Int, RenderedPage)] = []
        var folders = KnownFolders()
        while bytes.load(ordering: .relaxed) < SiteWriter.batchBytes {
          let position = next.add(1, ordering: .relaxed).oldValue
          guard position < pages.count else { break }
          let page = try compare(pages[position], old, &folders)
          bytes.add(page.contents?.count ?? 0, ordering: .relaxed)
          made.append((position, page))
        }
        return made
      }
    }
    var made = [RenderedPage?](repeating: nil, count: min(pages.count, next.load(ordering: .relaxed)) - start)
    for piece in pieces { for (position, page) in try piece.get() { made[position - start] = page } }
    return made.compactMap { $0 }
  }

  /// Generates a page and compares it with the file at its path.
  private func compare(
    _ page: SitePage, _ old: PageList, _ folders: inout KnownFolders
  ) throws(FileError) -> RenderedPage {
    let wanted = page.make()
    var made = RenderedPage(path: page.path, checksum: PageChecksum(wanted))
    // If nothing has to be written, symbolic links in the path are harmless.
    if (try? files.contents(of: absolute(page.path), limit: wanted.count)) == wanted { return made }
    guard isReachable(page.path, &folders) else {
      made.state = .foreign
      return made
    }
    switch try contents(at: page.path) {
    case nil: made.state = .isNew
    case .bytes(let bytes):
      if bytes == wanted { return made }
      made.state = old.holds(page.path.text, PageChecksum(bytes)) ? .changed : .foreign
    case .other: made.state = .foreign
    }
    if made.state != .foreign { made.contents = wanted }
    return made
  }

  private mutating func note(_ page: RenderedPage, _ old: PageList, _ new: inout PageList) {
    switch page.state {
    case .foreign:
      // An edited page stays on the list, so that it can be reported once it is no longer part of the site.
      new.keep(page.path.text, of: old)
      return outcome.kept.append(page.path.text)
    case .same: outcome.same += 1
    case .isNew: outcome.made += 1
    case .changed: outcome.changed += 1
    }
    new.add(page.path.text, page.checksum)
  }

  private func write(_ pages: [RenderedPage]) throws(FileError) {
    var folders: Set<String> = [place.path]
    for page in pages {
      guard let contents = page.contents else { continue }
      let file = absolute(page.path)
      let folder = String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
      if folders.insert(folder).inserted { _ = try files.makeDirectories(folder) }
      try replace(file, contents)
    }
  }

  private enum Present {
    case bytes([UInt8])
    /// The path leads to a symbolic link, a folder, or a file that is too large to be a page.
    case other
  }

  private func contents(at path: SitePath) throws(FileError) -> Present? {
    let file = absolute(path)
    guard let status = try status(file) else { return nil }
    guard status.type == .file, status.size <= SiteWriter.maxBytes else { return .other }
    do throws(FileError) {
      return .bytes(try files.contents(of: file, limit: status.size))
    } catch  where error.isOtherThanExpected {
      // The file was replaced with something else after its status was read.
      return .other
    }
  }

  /// Returns the status of a path, or nil if it or a folder in it does not exist.
  private func status(_ path: String) throws(FileError) -> FileStatus? {
    do throws(FileError) { return try files.status(path) } catch {
      if error.code == FileError.notFound { return nil }
      throw error
    }
  }

  /// Paths that are known to be folders and not symbolic links.
  private typealias KnownFolders = Set<String>

  /// Returns whether each folder in a path either does not exist yet or is a folder rather than a symbolic link.
  private func isReachable(_ path: SitePath, _ known: inout KnownFolders) -> Bool {
    var folder = place.path
    for name in path.parts.dropLast() {
      folder += "/" + name
      if known.contains(folder) { continue }
      guard let status = try? files.status(folder) else { return true }
      guard status.type == .directory else { return false }
      known.insert(folder)
    }
    return true
  }

  /// Removes the files from earlier runs that are no longer part of the site, unless they have been changed.
  private mutating func removeOthers(_ old: PageList, _ new: inout PageList) throws {
    var emptied: Set<[String]> = []
    var folders = KnownFolders()
    let gone = old.files.keys.filter { new.files[$0] == nil }
    for path in gone.sorted().compactMap({ SitePath(reading: Array($0.utf8)[...]) }) {
      guard try files.resolve(absolute(path)) != nil || contents(at: path) != nil else { continue }
      guard isReachable(path, &folders), case .bytes(let bytes) = try contents(at: path),
        old.holds(path.text, PageChecksum(bytes))
      else {
        new.keep(path.text, of: old)
        outcome.keptThoughGone.append(path.text)
        continue
      }
      try files.remove(absolute(path))
      outcome.removed += 1
      for count in 1..<max(1, path.parts.count) { emptied.insert(Array(path.parts.prefix(count))) }
    }
    // Remove the innermost folders first. Folders that are not empty cannot be removed.
    for folder in emptied.sorted(by: { $0.count > $1.count }) {
      try? files.removeDirectory(place.path + "/" + folder.joined(separator: "/"))
    }
  }

  /// Reports the files that are pages of shelf but are neither on the list nor reported yet.
  private mutating func reportUnlisted(in parts: [String], _ list: PageList) throws {
    let entries = try files.entries(in: ([place.path] + parts).joined(separator: "/"))
    // A folder with its own list is another site.
    if !parts.isEmpty, entries.contains(where: { $0.name == PageList.name }) { return }
    for entry in entries.sorted(by: { $0.name ?? "" < $1.name ?? "" }) {
      guard let name = entry.name,
        let path = SitePath(reading: Array((parts + [name]).joined(separator: "/").utf8)[...])
      else { continue }
      switch try entry.type ?? files.status(absolute(path))?.type {
      case .directory where path.parts.count < SitePath.maxParts && SitePath.pageFolders.contains(path.parts[0]):
        try reportUnlisted(in: path.parts, list)
      case .link where path.parts.count < SitePath.maxParts:
        for path in [path, SitePath(path.parts + ["index.html"])] where files.resolve(absolute(path)) != nil {
          reportUnlisted(path, list)
        }
      case .directory, nil: continue
      default: reportUnlisted(path, list)
      }
    }
  }

  private mutating func reportUnlisted(_ path: SitePath, _ list: PageList) {
    guard path.mayBePage, list.files[path.text] == nil, !isReported(path),
      isReported(pagePath(of: path)) || isMarked(path)
    else { return }
    outcome.keptThoughGone.append(path.text)
    reported.insert(path.text)
  }

  private func isReported(_ path: SitePath) -> Bool { reported.contains(path.text) }

  /// Returns the path of the page that a cover belongs to. Any other path is returned as it is.
  private func pagePath(of path: SitePath) -> SitePath {
    path.parts.last == "cover.jpg" ? SitePath(Array(path.parts.dropLast()) + ["index.html"]) : path
  }

  /// Returns whether a file, or the page of a cover, has the mark of a page. This is also true if it cannot be read, or
  /// if a cover has no page.
  private func isMarked(_ path: SitePath) -> Bool {
    let page = pagePath(of: path)
    let target = files.resolve(absolute(page)) ?? absolute(page)
    guard let file = try? files.open(target, in: nil, .read) else { return true }
    defer { files.close(file) }
    guard let start = try? files.start(of: file, count: SiteWriter.startBytes, path: target) else { return true }
    // git may have converted the line breaks.
    let text = String(decoding: start.filter { $0 != 0x0D }, as: UTF8.self)
    return text.replacing("&#39;", with: "'").contains(page.mark)
  }

  // MARK: - Origin of the folder

  /// Checks that a folder inside the library contains only the files on its list.
  ///
  /// A folder to which shelf has written before is not checked. Any other folder may have come with a copy of the
  /// library.
  private func checkOrigin() throws {
    guard place.isInLibrary, let inode = try files.status(place.path)?.inode else { return }
    let origin = SiteOrigin(library: place.library, fileSystem: files)
    if !origin.isKnown(inode) {
      let list = try currentList().list
      if let path = try unlisted(in: [], list) { throw SitePlace.Refusal.unlisted(path: place.name + "/" + path) }
    }
    origin.note(inode)
  }

  /// Returns the first path in a folder that does not match the list, or nil if all paths match.
  private func unlisted(in parts: [String], _ list: PageList) throws -> String? {
    let path = ([place.path] + parts).joined(separator: "/")
    for entry in try files.entries(in: path) {
      guard let name = entry.name else { return (parts + ["?"]).joined(separator: "/") }
      if parts.isEmpty, name == PageList.name || name == ".git" { continue }
      let inner = parts + [name]
      let text = inner.joined(separator: "/")
      switch try files.status(path + "/" + name)?.type {
      case nil: continue
      case .directory where inner.count < SitePath.maxParts:
        if let path = try unlisted(in: inner, list) { return path }
      case .file:
        guard let path = SitePath(reading: Array(text.utf8)[...]), case .bytes(let bytes) = try contents(at: path),
          list.holds(text, PageChecksum(bytes))
        else { return text }
      default: return text
      }
    }
    return nil
  }

  // MARK: - The list

  /// Returns the contents of the list's file, and the parsed list.
  private func currentList() throws -> (bytes: [UInt8]?, list: PageList) {
    let path = place.path + "/" + PageList.name
    if try files.status(path) == nil { return (nil, PageList()) }
    let bytes = try files.contents(of: path, limit: PageList.maxBytes)
    guard let list = PageList(bytes) else { throw SitePlace.Refusal.invalidList(path: path) }
    return (bytes, list)
  }

  private func replaceList(_ bytes: [UInt8]) throws {
    try replace(place.path + "/" + PageList.name, bytes)
  }

  private func replace(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    let new = "\(place.path)/\(SiteWriter.newName).\(files.processID)"
    if try files.status(new) != nil { try files.remove(new) }
    try files.createFile(new, bytes, mode: nil, synced: false)
    try files.rename(new, to: path)
  }

  /// Returns whether a name belongs to a temporary file.
  static func isTemporary(_ name: String) -> Bool {
    // Version 1.0.0 used a different name for a new list.
    name.hasPrefix(newName) || name == PageList.name + ".new"
  }

  /// Removes the temporary files of runs that were killed.
  private func removeTemporaryFiles() throws(FileError) {
    for entry in try files.entries(in: place.path) {
      if let name = entry.name, SiteWriter.isTemporary(name), entry.type == .file {
        try files.remove(place.path + "/" + name)
      }
    }
  }

  private func absolute(_ path: SitePath) -> String { place.path + "/" + path.text }
}
