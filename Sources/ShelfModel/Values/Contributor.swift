import ShelfText

/// A person other than the author who contributed to a book: `Eleanor Marx (translator)`.
package struct Contributor: Hashable, Sendable {
  package let name: String
  /// The person's role in a few words, or empty if unknown.
  package let role: String

  /// - Parameter role: the role as written in a source. A word or code for a known role becomes that role.
  package init(name: String, role: String) {
    self.name = name.trimmed
    self.role = ContributorRole(called: role)?.rawValue ?? role.trimmed.lowercased()
  }

  /// Parses a name with a role in parentheses. The role is kept as written.
  package init(_ text: String) {
    let text = text.trimmed
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), !text[..<open].trimmed.isEmpty else {
      (name, role) = (text, "")
      return
    }
    name = text[..<open].trimmed
    role = text[text.index(after: open)...].dropLast().trimmed
  }

  /// Parses a name with a role in parentheses from an import source. A word or code for a known role becomes that role.
  ///
  /// - Parameter role: the role if the text has none.
  package init(said text: String, role: String = "") {
    let said = Contributor(text)
    self.init(name: said.name, role: said.role.isEmpty ? role : said.role)
  }

  /// Whether the person takes the place of the author if a book has none.
  package var isEditor: Bool { knownRole == .editor || knownRole == .compiler }

  package var knownRole: ContributorRole? { ContributorRole(called: role) }
}

extension Contributor: CustomStringConvertible {
  package var description: String { role.isEmpty ? name : "\(name) (\(role))" }
}
