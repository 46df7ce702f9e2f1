import ShelfFormats
import ShelfModel

/// A format that can be imported: a row of the table.
package struct ImportFormat: Sendable {
  package let name: String
  /// What it is called in a sentence.
  package let title: String
  /// What is taken.
  package let takes: String
  /// Where a person gets such a file.
  package let origin: String
  /// Whether a file of it is taken from a folder without being asked for.
  var isInFolders = true
  /// Whether it is any list, of no program in particular.
  var isGeneric = false
  /// Returns whether a file was written by a library of ours.
  var isOwn: @Sendable (SourceProbe) -> Bool = { _ in false }
  /// Looks at a batch once all of its files are read.
  var finish: @Sendable (inout SourceBatch) -> Void = { _ in }
  /// Returns whether a file is of this format, by its contents alone.
  let recognizes: @Sendable (SourceProbe) -> Bool
  /// Reads a file into a batch.
  let read: @Sendable (SourceFile, ImportOptions, inout SourceBatch) throws(SourceError) -> Void

  /// All formats, those that are recognised by more first.
  package static let all: [ImportFormat] = [
    .goodreads, .storygraph, .hardcover, .bookwyrm, .librarything, .kobo, .calibre, .kindle, .koreader, .readwise,
    .appleBooks, .playBooks, .openreads, .cslJSON,
    .openlibrary, .json, .bibtex, .csv, .yaml, .list,
  ]

  /// Returns the format with a name.
  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Returns the format of a file by its contents; nil if it could not be told.
  ///
  /// - Parameter maps: columns and keys that become fields because the user said so.
  package static func of(_ file: SourceFile, maps: [(column: String, field: FieldHandle)] = []) -> ImportFormat? {
    let probe = SourceProbe(file, maps: maps)
    return probe.isBinary ? nil : all.first { $0.recognizes(probe) }
  }
}
