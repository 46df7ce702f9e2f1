import ShelfModel
import ShelfStore

/// A format that a library can be exported to: a row of the table.
package struct ExportFormat: Sendable {
  package let name: String
  /// What it is for, in one line.
  package let help: String
  /// The kinds whose records it can hold.
  package let kinds: [Kind]
  /// Whether it is several files, which go into a folder.
  package let isFolder: Bool
  /// Returns whether a file of an earlier export may be replaced; nil if any may.
  package let mayReplace: (@Sendable ([UInt8]) -> Bool)?
  /// Returns the files, by their names; one without a name for a single file.
  let write: @Sendable (ExportSelection) -> [File]

  package struct File: Sendable {
    /// The path in the folder that is exported to.
    package let name: String
    package let bytes: [UInt8]
  }

  init(
    name: String, help: String, kinds: [Kind], isFolder: Bool, mayReplace: (@Sendable ([UInt8]) -> Bool)? = nil,
    write: @escaping @Sendable (ExportSelection) -> [File]
  ) {
    self.name = name
    self.help = help
    self.kinds = kinds
    self.isFolder = isFolder
    self.mayReplace = mayReplace
    self.write = write
  }

  package static let all: [ExportFormat] = [.json, .jsonl, .csv, .goodreads, .bibtex, .cslJSON, .markdown]

  /// Returns the format with a name.
  package static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }

  /// Returns the files of an export.
  package func files(_ selection: ExportSelection) -> [File] { write(selection) }
}
