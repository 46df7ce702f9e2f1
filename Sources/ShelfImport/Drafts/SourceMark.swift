import ShelfFormats
import ShelfModel
import ShelfText

/// What tells a file that is imported from others: where it is, and what it holds.
package struct SourceMark: Sendable, Equatable {
  /// A checksum of its place; that of standard input is the same for all that comes from there.
  package let place: String
  /// A checksum of its contents, and of how they are read; nil for a database, of which only the header is held.
  package let contents: String?

  /// Which values are read of a file: a new number lets files that were imported before tell of more.
  private static let reading = 1

  init(_ file: SourceFile, _ options: ImportOptions) {
    place = SourceKey.hash(bytes: Array((file.place ?? "-").utf8))
    if file.database != nil {
      contents = nil
      return
    }
    let maps = options.maps.map { "\($0.column)=\($0.field.key)" }
    let dates = (options.datesOfFiles[file.path] ?? options.dates).map { "\($0)" } ?? ""
    let how = ([String(SourceMark.reading), String(options.takesShelves), dates] + maps).joined(separator: "\u{1F}")
    contents = SourceKey.hash(
      bytes: SHA1.digest(file.bytes) + SHA1.digest(file.companion ?? []) + Array(how.utf8))
  }
}
