import ShelfModel

/// An option for a field that is true or false, which needs no value: `--owned`, `--no-owned`.
struct FlagOption {
  /// The name of the field as it was typed, without `no-`.
  let name: String
  let isNegated: Bool

  /// - Parameters:
  ///   - option: the name of an option without its dashes. The result is nil if it does not name such a field.
  ///   - type: returns the type of the field with a name; nil if there is none.
  init?(_ option: String, type: (String) -> FieldType?) {
    if let type = type(option) {
      guard type == .boolean else { return nil }
      (name, isNegated) = (option, false)
    } else {
      guard option.hasPrefix("no-"), type(String(option.dropFirst(3))) == .boolean else { return nil }
      (name, isNegated) = (String(option.dropFirst(3)), true)
    }
  }

  /// Removes the next word from the arguments if it is a value, as in `--owned false`, and returns the value of the field.
  func takeValue(from rest: inout ArraySlice<String>) -> String {
    if isNegated { return "false" }
    guard let next = rest.first, FieldType.boolean.read([next]) != nil else { return "true" }
    return rest.removeFirst()
  }
}
