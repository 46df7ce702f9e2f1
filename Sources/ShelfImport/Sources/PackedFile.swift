import ShelfFormats

/// What counts of an archive that is imported as it is: one file of it, and what belongs to that.
struct PackedFile {
  var bytes: [UInt8]
  var companion: [UInt8]?

  /// - Parameter bytes: an archive; anything else is taken as it is.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if GzippedTar.isOne(bytes) {
      // The account of BookWyrm.
      self.bytes = GzippedTar.file(named: "archive.json", in: bytes, limit: SourceFile.mostText) ?? bytes
    } else if let archive = ZipArchive(bytes) {
      if let books = archive.file(OpenreadsBackup.file, limit: SourceFile.mostText) { self.bytes = books }
      if let document = archive.file(PlayBooks.document, limit: SourceFile.mostText) {
        let links = archive.file(PlayBooks.links, limit: SourceFile.mostText) ?? []
        if PlayBooks.areNotes(document) || PlayBooks.areNotes(links) {
          (self.bytes, companion) = (document, links)
        }
      }
    }
  }
}
