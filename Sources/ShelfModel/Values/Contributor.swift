import ShelfText

/// Someone who made a book together with its author: `Eleanor Marx (translator)`.
package struct Contributor: Hashable, Sendable {
  package let name: String
  /// What they did, in a word or a few; empty if that is not known.
  package let role: String

  /// - Parameter role: what they did, as a source says it; a word or code for a known role becomes that role.
  package init(name: String, role: String) {
    self.name = name.trimmed
    self.role = ContributorRole(called: role)?.rawValue ?? role.trimmed.lowercased()
  }

  /// Reads a name with the role in parentheses behind it. The role stays as it is written.
  package init(_ text: String) {
    let text = text.trimmed
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), !text[..<open].trimmed.isEmpty else {
      (name, role) = (text, "")
      return
    }
    name = text[..<open].trimmed
    role = text[text.index(after: open)...].dropLast().trimmed
  }

  /// Reads what a source says: a name with the role in parentheses behind it, in the source's words.
  ///
  /// - Parameter role: the role of those behind whom none is said.
  package init(said text: String, role: String = "") {
    let said = Contributor(text)
    self.init(name: said.name, role: said.role.isEmpty ? role : said.role)
  }

  /// Whether a book without an author is known by them.
  package var isEditor: Bool { knownRole == .editor || knownRole == .compiler }

  /// The role, if it is one of those that programs know.
  package var knownRole: ContributorRole? { ContributorRole(called: role) }
}

extension Contributor: CustomStringConvertible {
  package var description: String { role.isEmpty ? name : "\(name) (\(role))" }
}
