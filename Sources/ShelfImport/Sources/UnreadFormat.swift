import ShelfText

/// A format that shelf recognizes but cannot read.
struct UnreadFormat: Sendable {
  let name: String
  /// Instructions for converting a file into a format that shelf reads.
  let way: String
  /// Returns whether a file is in this format, judging only by its contents.
  let recognizes: @Sendable (SourceProbe) -> Bool

  /// The reason why a file in this format is not imported.
  var reason: String { "this is \(name), which shelf cannot read; \(way)" }

  /// Returns the format of a file, or nil if the file is in none of these formats.
  static func of(_ probe: SourceProbe) -> UnreadFormat? { all.first { $0.recognizes(probe) } }

  private static let zotero = "import it in Zotero and export CSL JSON, which shelf can read"

  static let all: [UnreadFormat] = [
    UnreadFormat(name: "MARC (ISO 2709)", way: zotero) { isMARC($0.file.bytes) },
    UnreadFormat(name: "MARCXML", way: zotero) {
      ["collection", "record"].contains(root(of: $0)?.name) && $0.contains("http://www.loc.gov/MARC21/slim")
    },
    UnreadFormat(name: "MODS", way: zotero) { ["mods", "modscollection"].contains(root(of: $0)?.name) },
    UnreadFormat(name: "RDF", way: zotero) { root(of: $0)?.name == "rdf" },
    UnreadFormat(name: "EndNote XML", way: zotero) { root(of: $0)?.name == "xml" && $0.contains("<records>") },
    UnreadFormat(name: "Refer/BibIX, the tagged format of EndNote", way: zotero) {
      lines(of: $0).first?.contains(/^%[0-9A-Z] \S/) ?? false
    },
    UnreadFormat(
      name: "a GCstar collection", way: "export it from GCstar as CSV (File > Export), including the column names"
    ) {
      root(of: $0).map { $0.name == "collection" && $0.attributes.contains("type=\"GC") } ?? false
    },
    UnreadFormat(
      name: "an EPUB book",
      way: "Calibre's `ebook-meta FILE --to-opf metadata.opf` extracts its metadata, which shelf can read"
    ) { isZip($0, of: "mimetypeapplication/epub+zip") },
    UnreadFormat(
      name: "an Org file without properties of books such as :AUTHOR:",
      way:
        "`M-x org-table-export` in Emacs exports a table as CSV, and shelf can read a list such as `- Dune by Frank Herbert`"
        + " from a file that contains nothing else"
    ) { lines(of: $0).contains { $0.contains(/^(?i)(#\+[a-z_]+:|\s*:PROPERTIES:\s*$)/) } },
  ]

  /// Returns the lines at the start of a file that are not blank.
  private static func lines(of probe: SourceProbe) -> [Substring] {
    if probe.isBinary || probe.isDatabase { return [] }
    let text = probe.text.prefix(8192)
    return text.split(whereSeparator: \.isNewline).map { $0.first == "\u{FEFF}" ? $0.dropFirst() : $0 }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns the root element of an XML file, or nil for any other file. The name is in lower case and has no prefix.
  private static func root(of probe: SourceProbe) -> (name: String, attributes: Substring)? {
    guard probe.first == "<", !probe.isBinary,
      let match = probe.text.prefix(8192).firstMatch(of: /<(?:[A-Za-z][\w.\-]*:)?([A-Za-z][\w.\-]*)([^>]*)/)
    else { return nil }
    return (match.1.lowercased(), match.2)
  }

  /// Returns whether a file is a ZIP archive that contains this text near its start. The text may be the name of the
  /// first file in the archive, followed by its contents.
  private static func isZip(_ probe: SourceProbe, of file: String) -> Bool {
    probe.file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
      && String(decoding: probe.file.bytes.prefix(4096), as: UTF8.self).containsBytes(file)
  }

  /// Returns whether a file starts like a MARC record (ISO 2709), whose leader contains its length and the layout of
  /// its fields.
  private static func isMARC(_ bytes: [UInt8]) -> Bool {
    bytes.count > 24 && bytes[..<5].allSatisfy { (0x30...0x39).contains($0) } && bytes[10..<12].elementsEqual("22".utf8)
      && bytes[20..<23].elementsEqual("450".utf8)
  }
}
