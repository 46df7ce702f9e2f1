import ShelfFormats

/// The relevant file in an archive that the user imports without unpacking it, and possibly a second file that belongs
/// to the first.
struct PackedFile {
  var bytes: [UInt8]
  var companion: [UInt8]?

  /// - Parameter bytes: the contents of a file. If it is not an archive, they are used unchanged.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if GzippedTar.isOne(bytes) {
      // The export of a BookWyrm account.
      self.bytes = GzippedTar.file(named: "archive.json", in: bytes, limit: SourceFile.maxText) ?? bytes
    } else if let archive = ZipArchive(bytes) {
      if let books = archive.file(OpenreadsBackup.file, limit: SourceFile.maxText) { self.bytes = books }
      if let collection = archive.file(Tellico.file, limit: SourceFile.maxText) { self.bytes = collection }
      if let document = archive.file(PlayBooks.document, limit: SourceFile.maxText) {
        let links = archive.file(PlayBooks.links, limit: SourceFile.maxText) ?? []
        if PlayBooks.areNotes(document) || PlayBooks.areNotes(links) {
          (self.bytes, companion) = (document, links)
        }
      }
    }
  }
}
