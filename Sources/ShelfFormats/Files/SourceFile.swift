/// A file to import, in memory.
package struct SourceFile: Sendable {
  /// The path as the user gave it, or `-` for standard input.
  package let path: String
  /// The contents of the file; for a database, only the header.
  package let bytes: [UInt8]
  /// The contents of a second file that belongs to this one: the user's corrections to KOReader's metadata of a book.
  package let companion: [UInt8]?
  /// Whether the bytes are from an older version of the file, because the file at the path is damaged.
  package var isOlder = false
  /// The file's absolute path with symbolic links resolved, or nil for input without a path.
  package var resolvedPath: String?
  /// The database that the file contains, or nil if the file is not a database.
  package let database: DatabaseImage?

  /// - Parameters:
  ///   - log: for a database, its write-ahead log, with pages that have not been written to the database yet.
  ///   - journal: for a database, its rollback journal, with the original pages that an unfinished transaction has
  ///     overwritten.
  package init(
    path: String, bytes: [UInt8], companion: [UInt8]? = nil, log: [UInt8]? = nil, journal: [UInt8]? = nil
  ) {
    self.path = path
    self.companion = companion
    database = DatabaseImage(bytes, log: log, journal: journal)
    // A database may be large, so keep only one copy of it.
    self.bytes = database == nil ? bytes : Array(bytes.prefix(DatabaseImage.headerSize))
  }

  /// The name of the file without its folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The maximum size of text, in bytes. Rows of ordinary length take up twenty times as much memory.
  package static let maxText = 64 << 20
  /// The maximum size of a database, in bytes.
  package static let maxDatabase = 1 << 30
}
