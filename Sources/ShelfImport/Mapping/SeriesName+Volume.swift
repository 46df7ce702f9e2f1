import ShelfFormats
import ShelfText

/// Titles of volumes, which library catalogues give instead of a series: `Bd. 1: Arbeitswelt und Bürgergeist`.
extension SeriesName {
  /// If the source stores the title of a volume as the series, appends it to the title of the book, because all volumes
  /// have the same book title.
  static func withoutVolume(title: String, series: String) -> (title: String, series: String) {
    guard isVolume(series) else { return (title, series) }
    let volume = CleanText.collapse(series)
    return (title.isEmpty || Folding.fold(title).contains(Folding.fold(volume)) ? title : "\(title). \(volume)", "")
  }

  /// Returns whether text begins with a word for a volume and a number, in which case it is not the name of a series.
  private static func isVolume(_ text: String) -> Bool {
    if text.utf8.count > maxBytes { return false }
    let folded = Folding.fold(text)
    let word = folded.prefix { $0.isLetter }
    guard volumeWords.contains(String(word)) else { return false }
    let rest = folded.dropFirst(word.count).drop { ". ".contains($0) }
    let number = rest.prefix { $0.isLetter || $0.isNumber }
    let isNumber = number.allSatisfy(\.isNumber) || number.allSatisfy { "ivxlc".contains($0) }
    // In `Part 5 Press`, the rest of a name follows the number.
    let after = rest.dropFirst(number.count).first { $0 != " " }
    return !number.isEmpty && isNumber && after.map { ":.,;/-–—(=".contains($0) } ?? true
  }

  /// The maximum size of a text that is searched for the number of a volume, in bytes.
  static let maxBytes = 1000

  private static let volumeWords: Set<String> = [
    "bd", "band", "halbband", "teilband", "teil", "tl", "vol", "volume", "part", "pt", "tome", "t", "partie", "tomo",
    "parte", "tom", "deel", "dl", "del", "bind",
  ]
}
