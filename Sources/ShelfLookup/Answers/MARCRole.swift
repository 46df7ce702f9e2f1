import ShelfText

/// What a person did for a book, by the codes and words of catalogues (https://www.loc.gov/marc/relators/).
enum MARCRole {
  /// Returns what a contributor did who is not an author; nil for an author, and where nothing is said.
  static func other(_ roles: [String]) -> String? {
    let words = roles.map { role in
      // The code may be an address: http://id.loc.gov/vocabulary/relators/aut
      (role.split(separator: "/").last.map(String.init) ?? role).lowercased().trimmed.filter {
        $0.isLetter || $0.isNumber
      }
    }.filter { !$0.isEmpty }
    if words.isEmpty || words.contains(where: isAuthor) { return nil }
    return words.lazy.compactMap { names[$0] }.first ?? roles.last.map { CatalogueText.clean($0).lowercased() }
  }

  private static func isAuthor(_ word: String) -> Bool {
    authors.contains(word) || word.hasPrefix("verfasser") || word.hasPrefix("autor") || word.hasPrefix("author")
  }

  private static let authors: Set<String> = ["aut", "cre", "creator", "070", "auteur", "dichter", "joint author"]

  private static let names: [String: String] = [
    "trl": "translator", "730": "translator", "bersetzer": "translator", "übersetzer": "translator",
    "edt": "editor", "340": "editor", "hrsg": "editor", "herausgeber": "editor", "ill": "illustrator",
    "440": "illustrator", "aui": "author of the introduction", "080": "author of the introduction",
    "nrt": "narrator", "pbl": "publisher", "650": "publisher", "ctb": "contributor", "cov": "cover designer",
  ]
}
