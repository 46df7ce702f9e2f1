/// A pattern for the names of files to import from a folder.
struct FolderName {
  /// The file name in lowercase, with `*` for any text.
  let pattern: String
  /// Whether a file with this name is certainly meant to be imported, so that problems with it are reported.
  ///
  /// Other files are imported if their contents are in a known format.
  let isCertain: Bool

  /// Calibre's database, which contains all the data in the OPF files next to the books.
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

  /// Returns whether to report that a link with this name was skipped, because its target may be data to import.
  static func isMissed(asLink name: String) -> Bool {
    of(name)?.isCertain ?? (name == ".kobo" || name.hasSuffix(".sdr"))
  }

  /// Returns the pattern that a file name matches, or nil if the file is not imported from a folder.
  static func of(_ name: String) -> FolderName? {
    // Hidden files belong to the system.
    if name.hasPrefix(".") { return nil }
    let lower = name.lowercased()
    return all.first { $0.matches(lower) }
  }

  /// Whether the file may be a KOReader sidecar, which is in a folder with other files about the same book.
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
