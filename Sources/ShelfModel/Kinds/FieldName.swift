/// What makes two spellings of the name of a field the same: `dateAdded`, `date-added`, `Date_Added`.
package enum FieldName {
  package static func fold(_ name: String) -> String { name.lowercased().filter { !"-_ ".contains($0) } }

  /// Returns whether a name can be typed where commands and queries expect one: it has letters, digits, hyphens and
  /// underscores only, and starts with a letter.
  package static func isTypable(_ name: String) -> Bool {
    (name.first?.isLetter ?? false) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      && (name.last.map { $0.isLetter || $0.isNumber } ?? false)
  }
}

extension Schema {
  /// The short name of the day or moment of creation in every kind that has one.
  package static let made = "created"

  /// The short name of the moment of the last change.
  package static let changed = "modified"

  /// Usual names of the title; if a kind has one of them, the other is a short name for it.
  package static let titleNames = ["title", "name"]

  /// Returns the field that a person means by a name: its key, in any case and with hyphens or without; an older key; a
  /// short name, such as `added`; the singular of what it refers to; or what it is in every kind, such as `created`.
  ///
  /// They take precedence in this order, and an exact key over all others.
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
    case Schema.made: return self.field(.made, of: kind)
    case Schema.changed: return self.field(.changed, of: kind)
    default:
      let isTitle = Schema.titleNames.contains(wanted) && Schema.titleNames.contains(kind.titleKey)
      return isTitle ? title(of: kind) : nil
    }
  }

  /// Returns the words by which a person can name the fields of a kind: first the keys, then shorter names.
  package func fieldNames(of kind: Kind) -> [String] {
    let fields = fields(of: kind)
    let names = fields.flatMap(\.shortNames) + [Schema.made, Schema.changed] + Schema.titleNames
    let keys = fields.map(\.key)
    return keys + names.filter { !keys.contains($0) && field(named: $0, of: kind) != nil }
  }
}
