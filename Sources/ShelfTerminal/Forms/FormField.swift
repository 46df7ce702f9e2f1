/// A field of a form.
package struct FormField {
  package let label: String
  package var input: FormInput
  /// Whether it is shown from the start, and not only on demand.
  package let isEssential: Bool
  /// Returns what is wrong with the values; nil if nothing is.
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

  /// What is wrong with what is filled in; nil if nothing is.
  var complaint: String? { input.complaint ?? check(input.values) }
}
