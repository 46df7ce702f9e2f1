import ShelfFormats
import ShelfText

/// The types of theses in bibliographies. In a library, a thesis is a book with a format such as `PhD thesis`.
package enum ThesisType {
  case doctoral, masters, other

  /// Recognizes the format of a thesis. The result is nil for the format of any other book.
  package init?(format: String) {
    let words = Set(Folding.words(format))
    guard format.utf8.count <= Self.maxBytes, !words.isDisjoint(with: Self.theses) else { return nil }
    if !words.isDisjoint(with: Self.mastersWords) {
      self = .masters
    } else if !words.isDisjoint(with: Self.doctoralWords) {
      self = .doctoral
    } else {
      self = .other
    }
  }

  /// - Parameter bibtex: the type of a BibTeX entry.
  init?(bibtex: String) {
    switch bibtex {
    case "phdthesis": self = .doctoral
    case "mastersthesis": self = .masters
    case "thesis": self = .other
    default: return nil
    }
  }

  /// The BibTeX entry type for a thesis of this type.
  package var bibtex: String {
    switch self {
    case .doctoral: "phdthesis"
    case .masters: "mastersthesis"
    case .other: "thesis"
    }
  }

  /// The format of a book with this type, unless the source states a more precise format.
  package var format: String {
    switch self {
    case .doctoral: "PhD thesis"
    case .masters: "master’s thesis"
    case .other: "thesis"
    }
  }

  /// Returns the format of a thesis, including the type that the source states.
  func format(stated: String) -> String {
    if stated.isEmpty { return format }
    return ThesisType(format: stated) == nil ? "\(CleanText.short(stated)) (\(format))" : stated
  }

  /// The maximum length of a format in bytes.
  private static let maxBytes = 400

  private static let mastersWords: Set<String> = [
    "master", "masters", "ma", "msc", "magister", "masterarbeit", "magisterarbeit", "mathesis",
  ]
  private static let doctoralWords: Set<String> = [
    "phd", "doctoral", "doctorate", "dissertation", "diss", "doktorarbeit", "doctorat", "phdthesis",
  ]

  private static let theses: Set<String> = [
    "phdthesis", "mathesis", "bathesis", "candthesis", "thesis", "theses", "dissertation", "diss",
    "these", "tesis", "tesi", "habilitation", "habilitationsschrift",
    "doktorarbeit", "masterarbeit", "magisterarbeit", "bachelorarbeit", "diplomarbeit", "hochschulschrift",
    "proefschrift",
  ]
}
