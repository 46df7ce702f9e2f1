package struct FormField {
  package let label: String
  package var input: FormInput
  /// Whether the field is shown initially, rather than only on demand.
  package let isEssential: Bool
  /// Returns the reason why values are invalid, or nil if they are valid.
  package let check: ([String]) -> String?

  package init(
    _ label: String, _ input: FormInput, isEssential: Bool = true,
    check: @escaping ([String]) -> String? = { _ in nil }
  ) {
    self.label = label
    self.input = input
    self.isEssential = isEssential
    self.check = check
  }

  /// The reason why the current input is invalid, or nil if it is valid.
  var complaint: String? { input.complaint ?? check(input.values) }
}
