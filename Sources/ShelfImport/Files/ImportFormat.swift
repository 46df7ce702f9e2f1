import ShelfFormats
import ShelfModel

/// A format that shelf can import: a row of the table `all`.
///
/// shelf recognizes a file by its contents and ignores its name. In the order of the table, each format examines the
/// start of the file, a `SourceProbe`. The first format that recognizes it reads the file. Exports from particular
/// programs have distinctive column names or keys, so their formats precede the generic formats, which accept any list
/// whose columns suggest books.
///
/// A note in a table may contain an entry of a bibliography, and an entry may contain the header of a table. So if a
/// format finds its first sign below the first line, the format whose first sign is the highest reads the file.
///
/// A table or list in a folder may have any purpose. So when shelf imports a folder, it skips files in generic formats
/// unless the user names the format, or the file is recognizably from shelf or a known program (`isOwn`). If no format
/// recognizes a file, `UnknownFile` explains what it is.
package struct ImportFormat: Sendable {
  package let name: String
  /// The name of the format for use in a sentence.
  package let title: String
  /// A description of the data that is imported, for the help.
  package let summary: String
  /// A description of where the user can get such a file.
  package let origin: String
  /// Whether files of this format are imported if the user names only the folder that contains them.
  var isInFolders = true
  /// Whether the format is a list or table that does not belong to a particular program.
  var isGeneric = false
  /// Whether entries may have different named fields, so that the whole file must be read to determine whether a field
  /// that the user mapped exists.
  var namesFields = false
  /// Returns whether shelf or a known program wrote a file of a generic format. Such files are also imported from
  /// folders.
  var isOwn: @Sendable (SourceProbe) -> Bool = { _ in false }
  /// Completes a batch after all of its files have been read.
  var finish: @Sendable (inout SourceBatch) -> Void = { _ in }
  /// Returns whether a file has this format. Only the contents are considered.
  let recognizes: @Sendable (SourceProbe) -> Bool
  /// Returns the line of the first sign of the format in a file that the format recognizes, counting from 1. The value
  /// of a list without distinctive signs is `Int.max`.
  var firstSign: @Sendable (SourceProbe) -> Int = { $0.headerLine }
  let read: @Sendable (SourceFile, ImportOptions, inout SourceBatch) throws(SourceError) -> Void

  /// All formats, the most distinctive first.
  package static let all: [ImportFormat] = [
    .goodreads, .storygraph, .hardcover, .bookwyrm, .librarything, .kobo, .calibre, .kindle, .koreader, .readwise,
    .appleBooks, .playBooks, .openreads, .libby, .cslJSON, .zoteroRDF, .tellico,
    .openlibrary, .json, .bibtex, .ris, .org, .csv, .toml, .yaml, .list,
  ]

  /// Returns the format with the given name, or nil if there is none.
  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Returns the format of a file, judging by its contents, or nil if no format recognizes it.
  ///
  /// - Parameter maps: the columns and keys that the user mapped to fields.
  package static func of(_ file: SourceFile, maps: [(column: String, field: FieldHandle)] = []) -> ImportFormat? {
    let probe = SourceProbe(file, maps: maps)
    guard !probe.isBinary, let first = all.first(where: { $0.recognizes(probe) }) else { return nil }
    if first.firstSign(probe) == 1 { return first }
    return all.filter { $0.recognizes(probe) }.min { $0.firstSign(probe) < $1.firstSign(probe) }
  }
}
