import ShelfFormats

extension ImportFormat {
  /// Any table of books with a header, including the tables that `shelf export csv` writes.
  static let csv = ImportFormat(
    name: "csv", title: "table",
    summary:
      "any table of books or quotes with a header, columns with --map; tables from `shelf export csv` or `quotes`",
    origin: "a spreadsheet, exports of Libib and Openreads, or `shelf export csv`", isInFolders: false, isGeneric: true,
    isOwn: { ShelfTable.isOwn($0.firstRow) || QuoteTable.isOwn($0.firstRow) || ShelfList.isTable($0) },
    recognizes: { probe in
      !probe.isDatabase && !probe.isJSON
        && (ShelfTable.isOwn(probe.firstRow) || QuoteTable.isOwn(probe.firstRow) || ShelfList.isTable(probe)
          || GenericList.isPlain(probe) && !isYAML(probe))
    },
    read: { file, options, batch throws(SourceError) in
      let probe = SourceProbe(file, maps: options.maps)
      if ShelfTable.isOwn(probe.firstRow) { return try ShelfTable.read(file, options, into: &batch) }
      if try ShelfList.readTable(file, probe, options, into: &batch) { return }
      let isPlain = options.maps.isEmpty && options.rows(of: file.path) != .books
      if isPlain, QuoteTable.isOwn(probe.firstRow) { return try ShelfQuoteTable.read(file, options, into: &batch) }
      if ShelfList.isTable(probe), !GenericList.isPlain(probe) {
        throw SourceError(ShelfList.whyUnknown, in: file.path)
      }
      try GenericList.readTable(file, probe.firstRow, options, into: &batch)
    })

  /// Returns whether a file that starts with a comment is a list in YAML, or has no header at all.
  private static func isYAML(_ probe: SourceProbe) -> Bool {
    guard probe.first == "#" else { return false }
    return TableStart.isComment(probe.firstRow) || probe.yaml.map { GenericList.isPlain($0, probe.maps) } ?? false
  }
}
