/// A file to import, as its bytes.
package struct SourceFile: Sendable {
  /// The path as it was given, or `-` for standard input.
  package let path: String
  /// What the file holds; of a database, only the header.
  package let bytes: [UInt8]
  /// What lies beside the file and belongs to it: the corrections that a reader made to what KOReader knows of a book.
  package let companion: [UInt8]?
  /// Whether these are the bytes of the state before the one at the path, which is damaged.
  package var isOlder = false
  /// Where the file is, whatever the current folder and links are; nil if it is in no folder.
  package var place: String?
  /// The database that the file is; nil if it is none.
  package let database: DatabaseImage?

  /// - Parameters:
  ///   - log: of a database, the pages that have not been written into it yet.
  ///   - journal: of a database, the pages that a transaction under way has overwritten in it.
  package init(
    path: String, bytes: [UInt8], companion: [UInt8]? = nil, log: [UInt8]? = nil, journal: [UInt8]? = nil
  ) {
    self.path = path
    self.companion = companion
    database = DatabaseImage(bytes, log: log, journal: journal)
    // Databases may be large: they are held once.
    self.bytes = database == nil ? bytes : Array(bytes.prefix(DatabaseImage.headerSize))
  }

  /// The file's own name.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The maximum size of a text, in bytes: rows of ordinary length take twenty times their size in memory.
  package static let mostText = 64 << 20
  /// The maximum size of a database, in bytes.
  package static let mostDatabase = 1 << 30
}
