import ShelfText

/// Names of columns and fields that contain the numbers of copies, such as inventory numbers, barcodes and call
/// numbers.
package enum CopyNumberName {
  /// Returns whether a name says that the values number copies.
  package static func matches(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    if isOfLoans(name) { return false }
    return ["no", "num", "id", "code", "cote", "copy"].contains(letters) || letters.hasSuffix("nr")
      || ["inv", "nr"].contains { letters.hasPrefix($0) } || words.contains { letters.contains($0) }
      || isNumbered(Folding.words(name))
  }

  /// Returns whether a name says that the values are call numbers, which all copies of a book may share.
  package static func isOfTitle(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    return letters == "cote" || ["signatur", "shelfmark", "callno"].contains { letters.contains($0) }
  }

  /// Returns whether the last word says that the values are numbers, as in `Card No`, but not those of volumes.
  private static func isNumbered(_ words: [String]) -> Bool {
    guard words.count > 1, let first = words.first, let last = words.last else { return false }
    return ["no", "num", "id"].contains(last)
      && !["vol", "volume", "series", "book", "band", "bd", "issue", "isbn"].contains(first)
  }

  /// Returns whether a name says that the values number loans.
  package static func isOfLoans(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    return ["loan", "leih", "pret", "rowno", "rownumber", "zeile"].contains { letters.contains($0) }
  }

  private static let words = [
    "number", "nummer", "numero", "barcode", "strichcode", "signatur", "inventar", "shelfmark", "accession", "exemplar",
    "etikett", "signature", "callno",
  ]
}
