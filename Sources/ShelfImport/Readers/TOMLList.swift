import ShelfFormats
import ShelfText

extension ImportFormat {
  /// Reading lists in TOML that people keep for their web sites, and notes with TOML as their front matter.
  static let toml = ImportFormat(
    name: "toml", title: "TOML list",
    summary: "a reading list such as data/books.toml of Hugo, keys with --map; the front matter of a note about a book",
    origin: "your web site", isInFolders: false, isGeneric: true,
    isOwn: { _ in false },
    recognizes: { probe in
      guard !probe.isDatabase, TOMLList.isTOML(probe.text) else { return false }
      let isLarge = probe.file.bytes.count > SourceProbe.maxTree
      return isLarge || (try? TOMLList.parse(probe.file)).map { GenericList.isPlain($0, probe.maps) } ?? true
    },
    firstSign: { (try? TOMLList.parse($0.file)) == nil ? .max : 1 },
    read: { file, options, batch throws(SourceError) in
      let text = TextDecoding(file.bytes)
      batch.reportEncoding(text)
      // Rejected entries are written as a YAML list, which can also be imported.
      batch.rejects.form = .yaml
      if let front = TOMLList.frontMatter(text.bytes),
        text.bytes[front.count...].contains(where: { $0 > 0x20 && $0 != UInt8(ascii: "+") })
      {
        batch.notes.append("the text below the front matter of \(file.path) was skipped")
      }
      let tree: JSONValue
      do throws(TOMLParser.Failure) {
        tree = try TOMLList.parse(file)
      } catch {
        throw SourceError(error.reason, in: file.path, line: error.line)
      }
      try GenericList.readTree(tree, options, into: &batch, in: file)
    })
}

private enum TOMLList {
  static func parse(_ file: SourceFile) throws(TOMLParser.Failure) -> JSONValue {
    let bytes = TextDecoding(file.bytes).bytes
    return YAMLText.titled(try TOMLParser.parse(frontMatter(bytes) ?? bytes), bytes, file)
  }

  /// Returns the front matter of a note, with its first line turned into a comment.
  static func frontMatter(_ bytes: [UInt8]) -> [UInt8]? {
    YAMLText.frontMatter(bytes, between: "+++").map { [UInt8(ascii: "#")] + $0.dropFirst() }
  }

  /// Returns whether a file, or its front matter, starts with a table header or an assignment, and assigns a string, a
  /// list or a table to at least one key.
  static func isTOML(_ text: String) -> Bool {
    let start = text.hasPrefix("+++\n") ? text.dropFirst(4) : text.drop { $0 == "\u{FEFF}" }
    let lines = start.prefix(8192).split(separator: "\n")
      .filter { !$0.allSatisfy(\.isWhitespace) && $0.first != "#" }
    guard let first = lines.first else { return false }
    let isTable = first.wholeMatch(of: /\[{1,2}[\w."' \-]+\]{1,2}\s*/) != nil
    let isValue = first.contains(/^\s*[\w\-."']+\s*=\s*(["'\[{+\-\d]|true\b|false\b)/)
    return (isTable || isValue) && lines.contains { $0.contains(/^\s*[\w\-]+\s*=\s*["'\[{]/) }
  }
}
