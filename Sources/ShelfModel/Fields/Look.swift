/// The form in which a field's values are displayed, if it does not follow from the type.
///
/// This is a class so that the many fields without a special look can share one instance.
package final class Look: Sendable {
  package enum Form: Hashable, Sendable {
    /// The default for the type.
    case plain
    /// Stars, or the user's preferred format for ratings.
    case rating
    /// A chip in the color of the record.
    case chip
    /// Words, one of which is emphasized and another dimmed.
    case weights(high: String, low: String)
    /// A symbol if the value is true, or a word for either state if there is room.
    case state(mark: String, on: String, off: String)
    /// A page and the total number of pages, or a percentage.
    case progress
  }

  /// The text that is shown instead of a missing value.
  package struct Remark: Hashable, Sendable {
    package let text: String
    /// Whether a missing value is a problem.
    package let isProblem: Bool
    /// Whether pages about a single record also show the remark. Lists always show it, since a gap in a list would be
    /// confusing.
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
  /// The text before the value in a line about the record, or nil if such a line does not mention the field.
  package let note: String?
  /// The unit that follows a number, such as “g”, or an empty string if there is none.
  package let unit: String

  package init(
    form: Form = .plain, remark: Remark? = nil, isProminent: Bool = false, note: String? = nil, unit: String = ""
  ) {
    self.form = form
    self.remark = remark
    self.isProminent = isProminent
    self.note = note
    self.unit = unit
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
