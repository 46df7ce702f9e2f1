import ShelfText

/// Names of columns and fields that contain the numbers of copies, such as inventory numbers, barcodes and call numbers.
package enum CopyNumberName {
  /// Returns whether a name says that the values number copies.
  package static func matches(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    if isOfLoans(name) { return false }
    return ["no", "num", "id", "code", "cote", "copy"].contains(letters) || letters.hasSuffix("nr")
      || ["inv", "nr"].contains { letters.hasPrefix($0) } || words.contains { letters.contains($0) }
  }

  /// Returns whether a name says that the values number loans.
  package static func isOfLoans(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    return ["loan", "leih", "pret", "rowno", "rownumber", "zeile"].contains { letters.contains($0) }
  }

  private static let words = [
    "number", "nummer", "numero", "barcode", "strichcode", "signatur", "inventar", "shelfmark", "accession", "exemplar",
    "etikett",
  ]
}
