import ShelfModel
import ShelfText

/// Translates the codes and words that catalogues use for the roles of people (https://www.loc.gov/marc/relators/).
enum MARCRole {
  /// Returns the role of a contributor, or nil if the person is an author or no role is stated.
  static func other(_ roles: [String]) -> String? {
    let words = roles.map { role in
      // The code can be a URI, such as http://id.loc.gov/vocabulary/relators/aut.
      (role.split(separator: "/").last.map(String.init) ?? role).lowercased().trimmed.filter {
        $0.isLetter || $0.isNumber
      }
    }.filter { !$0.isEmpty }
    if words.isEmpty || words.contains(where: isAuthor) { return nil }
    let known = roles.lazy.compactMap { ContributorRole(called: $0)?.rawValue }.first
    return known ?? words.lazy.compactMap { names[$0] }.first ?? roles.last.map { CatalogueText.clean($0).lowercased() }
  }

  private static func isAuthor(_ word: String) -> Bool {
    authors.contains(word) || word.hasPrefix("verfasser") || word.hasPrefix("autor") || word.hasPrefix("author")
  }

  private static let authors: Set<String> = ["aut", "cre", "creator", "070", "auteur", "dichter", "joint author"]

  private static let names: [String: String] = [
    "pbl": "publisher", "650": "publisher", "ctb": "contributor", "cov": "cover designer",
  ]
}
