import ShelfFormats
import ShelfModel

/// Checksums that identify an imported file, by its path and by its contents.
package struct SourceChecksums: Sendable, Equatable {
  /// A checksum of the file's path, which is the same for everything from standard input.
  package let place: String
  /// A checksum of the contents and of the options for reading them, or nil for a database, since only its header is in
  /// memory.
  package let contents: String?

  /// The version of the values that shelf reads from files.
  ///
  /// When this number increases, files that were imported before are not treated as outdated, so that they can provide
  /// the new values.
  private static let reading = 1

  init(_ file: SourceFile, _ options: ImportOptions) {
    place = SHA1.shortHex(Array((file.resolvedPath ?? "-").utf8))
    if file.database != nil {
      contents = nil
      return
    }
    let maps = options.allMaps.map { "\($0.column)=\($0.field.key)" }
    let dates = (options.datesOfFiles[file.path] ?? options.dates).map { "\($0)" } ?? ""
    let shelves = options.shelves == .tags ? "tags" : options.shelves == .genres ? "genres" : "\(options.takesShelves)"
    let how = ([String(SourceChecksums.reading), shelves, dates] + maps).joined(separator: "\u{1F}")
    contents = SHA1.shortHex(SHA1.digest(file.bytes) + SHA1.digest(file.companion ?? []) + Array(how.utf8))
  }
}
