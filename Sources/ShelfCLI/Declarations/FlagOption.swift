import ShelfModel

/// An option for a Boolean field, which needs no value: `--owned`, `--no-owned`.
struct FlagOption {
  /// The name of the field as it was typed, without `no-`.
  let name: String
  let isNegated: Bool

  /// - Parameters:
  ///   - option: the name of an option without its dashes. The result is nil if it does not name such a field, or if it
  ///     is a short name such as `status`, which takes a value instead of meaning `true`.
  ///   - field: returns the field with a name; nil if there is none.
  init?(_ option: String, field: (String) -> Field?) {
    func isFlag(_ field: Field, _ name: String) -> Bool {
      field.type == .boolean && !field.shortNames.map(FieldName.fold).contains(FieldName.fold(name))
    }
    if let field = field(option) {
      guard isFlag(field, option) else { return nil }
      (name, isNegated) = (option, false)
    } else {
      let name = String(option.dropFirst(3))
      guard option.hasPrefix("no-"), let field = field(name), isFlag(field, name) else { return nil }
      (self.name, isNegated) = (name, true)
    }
  }

  /// Returns the value of the field. If the next argument is a value, as in `--owned false`, removes it from the
  /// arguments and uses it.
  func takeValue(from rest: inout ArraySlice<String>) -> String {
    if isNegated { return "false" }
    guard let next = rest.first, FieldType.boolean.read([next]) != nil else { return "true" }
    return rest.removeFirst()
  }
}
