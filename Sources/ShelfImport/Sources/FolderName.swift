/// What the name of a file in a folder says of what it holds: a row of the table.
struct FolderName {
  /// The name in lower case; a star stands for anything.
  let pattern: String
  /// Whether it is one that can be imported, whatever it holds, so that what is wrong with it is said.
  ///
  /// Of the others their contents tell.
  let isCertain: Bool

  /// Calibre's database, which says all that the files beside the books say.
  static let calibre = "metadata.db"
  /// What Calibre writes beside a book.
  static let package = "metadata.opf"
  /// KOReader's database, which says less of a book than the sidecar does.
  static let statistics = "statistics.sqlite3"

  private static let all: [FolderName] =
    [
      calibre, package, statistics, "koboreader.sqlite", "kobo.sqlite", "my clippings.txt", "info.yaml",
      "aeannotation*.sqlite", "bklibrary*.sqlite", "metadata.*.lua", "metadata.*.lua.old",
    ].map { FolderName(pattern: $0, isCertain: true) }
    + [
      "*metadata.*.lua", "*metadata.*.lua.old", "*.csv", "*.tsv", "*.xls", "*.json", "*.jsonl", "*.bib", "*.opf",
      "*.md", "*.txt", "*.html", "*.yaml", "*.yml", "*.sqlite", "*.sqlite3", "*.db", "*.tar.gz", "*.docx",
      "*.backup",
    ].map { FolderName(pattern: $0, isCertain: false) }

  /// Returns whether a link of this name is named as passed over: what devices keep may lie behind it.
  static func isMissed(asLink name: String) -> Bool {
    of(name)?.isCertain ?? (name == ".kobo" || name.hasSuffix(".sdr"))
  }

  /// Returns what a name says; nil if a user who names the folder does not mean the file.
  static func of(_ name: String) -> FolderName? {
    // Systems keep their own there.
    if name.hasPrefix(".") { return nil }
    let lower = name.lowercased()
    return all.first { $0.matches(lower) }
  }

  /// Whether it may lie in the folder in which KOReader keeps what it knows of a book, beside other files of it.
  var isSidecar: Bool { pattern.contains(".lua") }

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
