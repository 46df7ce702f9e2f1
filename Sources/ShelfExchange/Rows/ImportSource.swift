import ShelfModel
import ShelfSystem

/// What somebody wants to import: files, and folders that hold some.
package struct ImportSource {
  private let fileSystem: any FileSystem
  /// The files, as they were given or found.
  package private(set) var files: [SourceFile] = []
  /// Whether one of the paths is a folder.
  package private(set) var hasFolder = false

  package init(fileSystem: any FileSystem) { self.fileSystem = fileSystem }

  /// Adds a file or a folder, by its path.
  package mutating func add(_ path: String) throws(SourceError) {
    do throws(FileError) {
      let resolved = fileSystem.resolve(path) ?? path
      if try fileSystem.status(resolved)?.type == .directory {
        hasFolder = true
        return try addFolder(path, resolved)
      }
      files.append(try read(path, resolved))
    } catch {
      throw SourceError(error.reason, in: path)
    }
  }

  /// Adds what came from standard input.
  package mutating func add(standardInput bytes: [UInt8]) { files.append(SourceFile(path: "-", bytes: bytes)) }

  private func read(_ path: String, _ resolved: String) throws(FileError) -> SourceFile {
    var bytes = try fileSystem.contents(of: resolved, limit: SourceFile.mostDatabase, .input)
    // What an account of BookWyrm is exported as.
    if GzippedTar.isOne(bytes), let file = GzippedTar.file(named: "archive.json", in: bytes, limit: SourceFile.mostText)
    {
      bytes = file
    }
    let isDatabase = bytes.starts(with: Array("SQLite format 3\0".utf8))
    if !isDatabase, bytes.count > SourceFile.mostText {
      throw FileError(code: FileError.tooLarge, operation: "read", path: path)
    }
    var companion: [UInt8]?
    // The newest rows may be in it alone: one that cannot be read is not passed over.
    if isDatabase, try fileSystem.status(resolved + "-wal") != nil {
      companion = try fileSystem.contents(of: resolved + "-wal", limit: SourceFile.mostDatabase)
    }
    if resolved.hasSuffix(".lua"), let slash = resolved.lastIndex(of: "/") {
      companion = try? fileSystem.contents(of: resolved[...slash] + "custom_metadata.lua", limit: SourceFile.mostText)
    }
    return SourceFile(path: path, bytes: bytes, companion: companion)
  }

  // MARK: - Folders

  /// The names of files in a folder that somebody may mean, in lower case.
  private static let known: Set<String> = [
    "metadata.db", "metadata.opf", "koboreader.sqlite", "kobo.sqlite", "my clippings.txt", statistics,
  ]

  /// KOReader's database, which says less of a book than the sidecar does.
  private static let statistics = "statistics.sqlite3"

  private static let mostFiles = 200_000

  /// Adds the files in a folder that reading programs keep there; links are not followed.
  private mutating func addFolder(_ path: String, _ resolved: String) throws(FileError) {
    var found: [String] = []
    var folders = [resolved]
    while let folder = folders.popLast() {
      let descriptor = try fileSystem.open(folder, in: nil, .directory)
      defer { fileSystem.close(descriptor) }
      for entry in try fileSystem.entries(descriptor, path: folder) {
        guard let name = entry.name else { continue }
        let child = folder + "/" + name
        guard let status = try fileSystem.status(child) else { continue }
        switch status.type {
        case .directory: if name != ".git", name != ".shelf", name != ".caltrash" { folders.append(child) }
        case .file: if ImportSource.isKnown(name, in: folder) { found.append(child) }
        default: break
        }
        if found.count > ImportSource.mostFiles {
          throw FileError(code: FileError.tooLarge, operation: "read", path: path)
        }
      }
    }
    // A database of Calibre says all that the files beside the books say.
    let libraries = found.filter { $0.hasSuffix("/metadata.db") }.map { $0.dropLast("metadata.db".count) }
    found.removeAll { file in file.hasSuffix("/metadata.opf") && libraries.contains { file.hasPrefix($0) } }
    let last = found.filter { $0.lowercased().hasSuffix("/" + ImportSource.statistics) }
    for file in found.filter({ !last.contains($0) }).sorted() + last {
      files.append(try read(path + file.dropFirst(resolved.count), file))
    }
  }

  private static func isKnown(_ name: String, in folder: String) -> Bool {
    let lower = name.lowercased()
    if known.contains(lower) { return true }
    if lower.hasSuffix(".sqlite"), lower.hasPrefix("aeannotation") || lower.hasPrefix("bklibrary") { return true }
    if lower.hasPrefix("metadata.") { return lower.hasSuffix(".lua") }
    let isSidecar = folder.hasSuffix(".sdr")
    return !isSidecar && [".csv", ".json", ".jsonl", ".bib", ".tsv", ".opf", ".md"].contains { lower.hasSuffix($0) }
  }
}
