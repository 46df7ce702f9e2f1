/// A pattern for names of files that may be imported from a folder: a row of the table.
struct FolderName {
  /// The name in lower case, with a star for any text.
  let pattern: String
  /// Whether a file with this name is certainly meant for import, so that problems with it are reported.
  ///
  /// Other files are imported if their contents are in a known format.
  let isCertain: Bool

  /// Calibre's database, which contains all data from the files next to the books.
  static let calibre = "metadata.db"
  /// The file that Calibre writes next to a book.
  static let package = "metadata.opf"
  /// KOReader's database, which contains less about a book than the book's sidecar.
  static let statistics = "statistics.sqlite3"

  private static let all: [FolderName] =
    [
      calibre, package, statistics, "koboreader.sqlite", "kobo.sqlite", "my clippings.txt", "info.yaml",
      "aeannotation*.sqlite", "bklibrary*.sqlite", "metadata.*.lua", "metadata.*.lua.old",
    ].map { FolderName(pattern: $0, isCertain: true) }
    + [
      "*metadata.*.lua", "*metadata.*.lua.old", "metadata.*.json", "*.csv", "*.tsv", "*.xls", "*.json", "*.jsonl",
      "*.bib", "*.ris", "*.rdf", "*.org", "*.opf", "*.md", "*.txt", "*.html", "*.yaml", "*.yml", "*.toml", "*.sqlite",
      "*.sqlite3", "*.db", "*.tar.gz", "*.docx", "*.backup",
    ].map { FolderName(pattern: $0, isCertain: false) }

  /// Returns whether to report that a link with this name was skipped, because it may lead to the data of a device.
  static func isMissed(asLink name: String) -> Bool {
    of(name)?.isCertain ?? (name == ".kobo" || name.hasSuffix(".sdr"))
  }

  /// Returns the pattern that a name matches, or nil if importing the folder should not include the file.
  static func of(_ name: String) -> FolderName? {
    // Hidden files belong to the system.
    if name.hasPrefix(".") { return nil }
    let lower = name.lowercased()
    return all.first { $0.matches(lower) }
  }

  /// Whether the file may be a sidecar, which KOReader keeps in a folder with other files about the same book.
  var isSidecar: Bool { pattern.contains(".lua") || pattern == "metadata.*.json" }

  private func matches(_ name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == pattern }
    guard name.hasPrefix(first), name.hasSuffix(last), name.utf8.count >= first.utf8.count + last.utf8.count else {
      return false
    }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
