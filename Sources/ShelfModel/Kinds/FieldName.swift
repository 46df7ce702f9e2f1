/// Compares field names without regard to case, hyphens, underscores and spaces: `dateAdded`, `date-added` and
/// `Date_Added` are the same name.
package enum FieldName {
  package static func fold(_ name: String) -> String { name.lowercased().filter { !"-_ ".contains($0) } }

  /// Returns whether a name can be typed in commands and queries: it contains only letters, digits, hyphens and
  /// underscores, starts with a letter, and ends with a letter or digit.
  package static func isTypable(_ name: String) -> Bool {
    (name.first?.isLetter ?? false) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      && (name.last.map { $0.isLetter || $0.isNumber } ?? false)
  }

  /// Returns the words of a text as one name, in which each word but the first begins with a capital letter.
  package static func joined(_ text: String) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
  }

  /// Returns a similar name that can be typed.
  package static func typable(like name: String) -> String {
    let joined = joined(name)
    return String((isTypable(joined) ? joined : "field" + joined).prefix(40))
  }
}

extension Schema {
  /// The short name for the creation date, in every kind that has one.
  package static let made = "created"

  /// The short name for the time of the last change.
  package static let changed = "modified"

  /// Common names for the title. If a kind uses one of them, the other is also accepted.
  package static let titleNames = ["title", "name"]

  /// Returns the field that a name refers to, or nil if there is none.
  ///
  /// In order of precedence, the name can be the exact key; the key with different case, hyphens, underscores or
  /// spaces; a short name, such as `added`; a former key; the singular of the kind that the field refers to; or a name
  /// that works for every kind, such as `created`.
  package func field(named name: String, of kind: Kind) -> Field? {
    if let field = field(name, of: kind) { return field }
    let wanted = FieldName.fold(name)
    let fields = fields(of: kind)
    func isWanted(_ name: String) -> Bool { FieldName.fold(name) == wanted }
    if let field = fields.first(where: { isWanted($0.key) })
      ?? fields.first(where: { $0.shortNames.contains(where: isWanted) })
    {
      return field
    }
    if let field = fields.first(where: { $0.formerKeys.contains(where: isWanted) })
      ?? fields.first(where: { $0.type.target?.singular == wanted })
    {
      return field
    }
    switch wanted {
    case Schema.made: return self.field(.created, of: kind)
    case Schema.changed: return self.field(.changed, of: kind)
    default:
      let isTitle = Schema.titleNames.contains(wanted) && Schema.titleNames.contains(kind.titleKey)
      return isTitle ? title(of: kind) : nil
    }
  }

  /// Returns the names that people can use for the fields of a kind: first the keys, then the shorter names.
  package func fieldNames(of kind: Kind) -> [String] {
    let fields = fields(of: kind)
    let names = fields.flatMap(\.shortNames) + [Schema.made, Schema.changed] + Schema.titleNames
    let keys = fields.map(\.key)
    return keys + names.filter { !keys.contains($0) && field(named: $0, of: kind) != nil }
  }
}
