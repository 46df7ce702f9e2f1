/// How people see a field's value, if that does not follow from its type.
///
/// It is a class, so that the many fields without a special look share one instance.
package final class Look: Sendable {
  package enum Form: Hashable, Sendable {
    /// The default for the type.
    case plain
    /// Stars, or the format for ratings that the user prefers.
    case rating
    /// A chip in the colour of the record.
    case chip
    /// Words; one of them is emphasized and another one dimmed.
    case weights(high: String, low: String)
    /// A mark if the value is true; where there is room, the words for both states.
    case state(mark: String, on: String, off: String)
    /// A page out of the number of pages, or a percentage.
    case progress
  }

  /// The text that takes the place of a missing value.
  package struct Remark: Hashable, Sendable {
    package let text: String
    /// Whether the value should not be missing.
    package let isProblem: Bool
    /// Whether pages about a single record show the remark too. Lists always do, since a gap would be confusing there.
    package let isForPages: Bool

    package init(_ text: String, isProblem: Bool = false, isForPages: Bool = true) {
      self.text = text
      self.isProblem = isProblem
      self.isForPages = isForPages
    }
  }

  package let form: Form
  package let remark: Remark?
  /// Whether narrow lists keep the column longer than others.
  package let isProminent: Bool
  /// The text before the value in a line about the record; nil if such a line does not mention the field.
  package let note: String?

  package init(form: Form = .plain, remark: Remark? = nil, isProminent: Bool = false, note: String? = nil) {
    self.form = form
    self.remark = remark
    self.isProminent = isProminent
    self.note = note
  }

  package static let plain = Look()
  package static let rating = Look(form: .rating)
  package static let chip = Look(form: .chip)
  package static let progress = Look(form: .progress)

  package static func weights(high: String, low: String) -> Look { Look(form: .weights(high: high, low: low)) }

  package static func state(mark: String, on: String, off: String) -> Look {
    Look(form: .state(mark: mark, on: on, off: off))
  }

  /// Returns the look of a field with a remark for missing values.
  package static func missing(
    _ text: String, isProblem: Bool = false, isForPages: Bool = true, isProminent: Bool = false, note: String? = nil
  ) -> Look {
    Look(remark: Remark(text, isProblem: isProblem, isForPages: isForPages), isProminent: isProminent, note: note)
  }

  /// Returns the look of a field that a line about the record mentions.
  package static func noted(_ note: String) -> Look { Look(note: note) }
}
