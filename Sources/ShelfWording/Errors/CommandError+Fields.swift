import ShelfModel

extension CommandError {
  /// Returns the hint for a field that records of the kind do not have: a contributor's role, a similar name, or the
  /// command that declares the field, with the names of all fields.
  static func hint(aboutField key: String, _ kind: Kind, nearest: [String], all: [String], value: String = "")
    -> String
  {
    if kind.field(.contributors) != nil, let role = ContributorRole(rawValue: key.lowercased()) {
      return "use contributors+=\"NAME (\(role.rawValue))\""
    }
    if kind.field(.progress) != nil, key.lowercased() == "page" {
      return "to record your progress, use `shelf progress BOOK \(value.isEmpty ? "PAGE" : Wording.shellWord(value))`"
    }
    if let hint = ownKey(key, kind, isDeclared: all.contains(FieldHandle.citationKey.key), "set BOOK", value) {
      return hint
    }
    let type =
      if isOfMoney(key) {
        "money"
      } else if Int(value).map(String.init) == value {
        // A value with leading zeros is not written like this, so it is text.
        "integer"
      } else if CalendarDate(value)?.precision == .day {
        "date"
      } else {
        "text"
      }
    let own = "use `shelf library set fields.\(kind.singular).\(key).type=\(type)`"
    if let name = nearest.first { return "did you mean “\(name)”?" }
    let fields = "the fields are " + all.joined(separator: ", ")
    guard FieldName.isTypable(key) else { return fields }
    return "to add a field of your own, \(own); \(fields)"
  }

  /// Returns a hint that explains how to set the citation key of a book with a command, if a missing field has such a
  /// name, as in `--key KEY`. Returns nil for other names.
  package static func ownKey(
    _ key: String, _ kind: Kind, isDeclared: Bool, _ command: String, _ value: String
  ) -> String? {
    let (citation, names) = (FieldHandle.citationKey.key, ["key", "citekey", "citationkey", "bibtexkey"])
    guard kind == .book, names.contains(FieldName.fold(key)) else { return nil }
    if isDeclared { return "did you mean “\(citation)”?" }
    let value = value.isEmpty ? "KEY" : Wording.shellWord(value)
    return "exports use the field \(citation); declare it with `shelf library set "
      + "fields.book.\(citation).type=text`, then use `shelf \(command) \(citation)=\(value)`"
  }

  private static func isOfMoney(_ key: String) -> Bool {
    ["price", "value", "cost", "worth", "paid"].contains(key.lowercased())
  }

  /// Returns a hint that explains how to declare a missing field whose name, such as “price”, suggests an amount of
  /// money. Returns nil for other names.
  package static func ownAmount(_ key: String, _ kind: Kind) -> String? {
    isOfMoney(key)
      ? "to add a field of your own, use `shelf library set fields.\(kind.singular).\(key.lowercased()).type=money`"
      : nil
  }
}
