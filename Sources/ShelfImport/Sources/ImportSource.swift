import ShelfFormats
import ShelfSystem

/// The files to import: files that the user named, and files in folders that the user named.
///
/// If the user named a single file, it must be readable. In a folder, `FolderName` selects files by their names, and
/// the contents then decide. Files that cannot be read are reported, and links are not followed. If several files
/// describe the same book, the best one is preferred: Calibre's database replaces the OPF files next to the books,
/// except for books that it does not know, and KOReader's statistics are read after its sidecars.
///
/// A database is read together with its write-ahead log and its rollback journal, because the newest rows may be in
/// these files. If another program changes any of these files while they are read, all of them are read again.
package struct ImportSource {
  private let fileSystem: any FileSystem
  /// The files, in the order of the user's paths, and sorted within a folder.
  package private(set) var files: [SourceFile] = []
  /// Whether one of the paths is a folder.
  package private(set) var hasFolder = false
  /// Files in folders that could not be read; the others are imported.
  package private(set) var unreadable: [SourceError] = []
  /// Links in folders that might lead to files to import and were not followed.
  package private(set) var links: [String] = []

  package init(fileSystem: any FileSystem) { self.fileSystem = fileSystem }

  /// Adds a file or a folder, by its path.
  package mutating func add(_ path: String) throws(SourceError) {
    let resolved = fileSystem.resolve(path) ?? path
    var (found, covered, links): ([String], [String], [String]) = ([resolved], [], [])
    do throws(FileError) {
      if try fileSystem.status(resolved)?.type == .directory {
        hasFolder = true
        (found, covered, links) = try self.found(in: resolved)
      }
    } catch {
      throw SourceError(error.reason, in: path)
    }
    self.links += links.map { path + $0.dropFirst(resolved.count) }
    defer { addUnknown(covered) { path + $0.dropFirst(resolved.count) } }
    for file in found {
      let name = path + file.dropFirst(resolved.count)
      guard found.count > 1 else {
        files.append(try read(name, file))
        return
      }
      let source: SourceFile
      do throws(SourceError) {
        source = try read(name, file)
      } catch {
        unreadable.append(error)
        continue
      }
      // Most file names do not show what a file contains, so its contents decide.
      if FolderName.of(source.name)?.isCertain != true, ImportFormat.of(source) == nil { continue }
      files.append(source)
    }
  }

  /// Adds the OPF files of books that the database of their Calibre library does not contain.
  private mutating func addUnknown(_ covered: [String], _ name: (String) -> String) {
    if covered.isEmpty { return }
    let known = files.filter { $0.name == FolderName.calibre }
      .reduce(into: Set<String>()) { $0.formUnion(CalibreDatabase.identities(in: $1)) }
    for file in covered {
      guard let source = try? read(name(file), file), let identity = CalibrePackage.identity(of: source),
        !known.contains(identity)
      else { continue }
      files.append(source)
    }
  }

  /// Adds the data from standard input.
  package mutating func add(standardInput bytes: [UInt8]) {
    let packed = PackedFile(bytes)
    files.append(SourceFile(path: "-", bytes: packed.bytes, companion: packed.companion))
  }

  private func read(_ path: String, _ resolved: String) throws(SourceError) -> SourceFile {
    do throws(FileError) {
      // A pipe can be read only once.
      let isFile = try fileSystem.status(resolved)?.type == .file
      let isDatabase = isFile ? DatabaseImage.isDatabase(try head(of: resolved)) : false
      if !isDatabase { return try readText(path, resolved) }
    } catch {
      guard error.code == FileError.tooLarge else { throw SourceError(error.reason, in: path) }
      throw .tooLarge(path, size: ((try? fileSystem.status(resolved)?.size) ?? nil).map { Int($0) })
    }
    for _ in 0..<ImportSource.maxReadings { if let database = try readDatabase(path, resolved) { return database } }
    throw SourceError(
      "another program is writing to it; close the program or eject the device, and try again", in: path)
  }

  private func readText(_ path: String, _ resolved: String) throws(FileError) -> SourceFile {
    // The size is checked first, so that a file that is too large is not read.
    if let size = try fileSystem.status(resolved)?.size, size > SourceFile.maxText {
      throw FileError(code: FileError.tooLarge, operation: "read", path: path)
    }
    let packed = PackedFile(try fileSystem.contents(of: resolved, limit: SourceFile.maxText, .input))
    var (bytes, companion) = (packed.bytes, packed.companion)
    var isOlder = false
    if resolved.hasSuffix(".lua"), !ImportSource.isWhole(bytes),
      let old = try? fileSystem.contents(of: resolved + ".old", limit: SourceFile.maxText), ImportSource.isWhole(old)
    {
      (bytes, isOlder) = (old, true)
    }
    if resolved.hasSuffix(".lua"), let slash = resolved.lastIndex(of: "/") {
      companion = try? fileSystem.contents(of: resolved[...slash] + "custom_metadata.lua", limit: SourceFile.maxText)
    }
    var file = SourceFile(path: path, bytes: bytes, companion: companion)
    file.isOlder = isOlder
    file.resolvedPath = resolved
    return file
  }

  /// Returns whether a Lua table can be parsed. If a device loses power while it writes a table, the file may be
  /// truncated or filled with zeros.
  private static func isWhole(_ bytes: [UInt8]) -> Bool { (try? LuaTable.parse(bytes)) != nil }

  // MARK: - Databases

  /// The log and the journal of a database, with the database's header.
  private struct Companions: Hashable {
    /// The header, which shows whether a database without a log has changed.
    let head: [UInt8]
    let log: [UInt8]?
    let journal: [UInt8]?
  }

  /// The maximum number of attempts to read a database that keeps changing.
  private static let maxReadings = 3

  /// Reads a consistent state of a database and the files that belong to it. Returns nil if another program was
  /// writing.
  ///
  /// Nothing is locked, because a lock would keep other programs from writing.
  private func readDatabase(_ path: String, _ resolved: String) throws(SourceError) -> SourceFile? {
    let (before, after): (Companions, Companions)
    let bytes: [UInt8]
    // The sizes are checked before any file is read, because a file may be far too large.
    for ending in ["", "-wal", "-journal"] {
      let size = ((try? fileSystem.status(resolved + ending)?.size) ?? nil).map { Int($0) } ?? 0
      if size > SourceFile.maxDatabase { throw .tooLargeDatabase(path + ending, size: size) }
    }
    do throws(FileError) {
      before = try companions(of: resolved)
      bytes = try fileSystem.contents(of: resolved, limit: SourceFile.maxDatabase, .input)
      after = try companions(of: resolved)
    } catch {
      // The file that cannot be read may be the log or the journal.
      throw SourceError(error.reason, in: path + error.path.dropFirst(resolved.count))
    }
    guard before == after, bytes.starts(with: before.head) else { return nil }
    if let journal = before.journal, RollbackJournal.isOneOfSeveral(journal) {
      throw SourceError(
        "a change to several databases was interrupted; open the database with its own program, and try again", in: path
      )
    }
    var file = SourceFile(path: path, bytes: bytes, log: before.log, journal: before.journal)
    file.resolvedPath = resolved
    return file
  }

  /// Reads the header of a database, its log, which may contain the newest rows, and its journal, which may contain
  /// changes to roll back.
  ///
  /// Throws an error if any of them cannot be read.
  private func companions(of path: String) throws(FileError) -> Companions {
    func contents(_ ending: String) throws(FileError) -> [UInt8]? {
      guard try fileSystem.status(path + ending) != nil else { return nil }
      do throws(FileError) {
        return try fileSystem.contents(of: path + ending, limit: SourceFile.maxDatabase)
      } catch  where error.code == FileError.notFound {
        return nil
      }
    }
    return Companions(head: try head(of: path), log: try contents("-wal"), journal: try contents("-journal"))
  }

  /// Returns the start of a file, up to the size of a database's header.
  private func head(of path: String) throws(FileError) -> [UInt8] {
    let file = try fileSystem.open(path, in: nil, .input)
    defer { fileSystem.close(file) }
    return try fileSystem.start(of: file, count: DatabaseImage.headerSize, path: path)
  }

  // MARK: - Folders

  private static let maxFiles = 200_000

  /// Returns the files to import from a folder, the OPF files that a Calibre database makes redundant, and the links
  /// that were not followed although their names match.
  private func found(in path: String) throws(FileError) -> (files: [String], covered: [String], links: [String]) {
    var (found, links): ([String], [String]) = ([], [])
    var folders = [path]
    while let folder = folders.popLast() {
      for name in try fileSystem.entries(in: folder).compactMap(\.name) {
        let child = folder + "/" + name
        guard let status = try fileSystem.status(child) else { continue }
        switch status.type {
        case .directory: if name != ".git", name != ".shelf", name != ".caltrash" { folders.append(child) }
        case .file:
          guard let known = FolderName.of(name) else { break }
          if known.isSidecar || known.isCertain || !folder.hasSuffix(".sdr") { found.append(child) }
        case .link: if FolderName.isMissed(asLink: name) { links.append(child) }
        default: break
        }
        if found.count > ImportSource.maxFiles {
          throw FileError(code: FileError.tooLarge, operation: "read", path: path)
        }
      }
    }
    // As in KOReader, the older state is used only if the newer one is missing.
    let sidecars = Set(found)
    found.removeAll { $0.hasSuffix(".lua.old") && sidecars.contains(String($0.dropLast(".old".count))) }
    let libraries = found.filter { $0.hasSuffix("/" + FolderName.calibre) }
      .map { $0.dropLast(FolderName.calibre.count) }
    let covered = found.filter { file in
      file.hasSuffix("/" + FolderName.package) && libraries.contains { file.hasPrefix($0) }
    }
    found.removeAll(where: Set(covered).contains)
    let last = found.filter { $0.lowercased().hasSuffix("/" + FolderName.statistics) }
    return (found.filter { !last.contains($0) }.sorted() + last, covered.sorted(), links.sorted())
  }
}
