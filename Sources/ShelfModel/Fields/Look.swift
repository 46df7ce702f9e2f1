/// How a field's value looks to a person, where that does not follow from its type.
///
/// It is a class, so that a field, which is copied all the time, does not grow by what few fields have.
package final class Look: Sendable {
  package enum Form: Hashable, Sendable {
    /// As values of the type look.
    case plain
    /// Stars, or what the user prefers to them.
    case rating
    /// A chip in the colour that the record has of its own.
    case chip
    /// Words of which one stands out and one is dimmed.
    case weights(high: String, low: String)
    /// A mark where it is true, and the words for both states where there is room for them.
    case state(mark: String, on: String, off: String)
    /// A page among pages, or a part of the whole.
    case progress
  }

  /// What is said where there is nothing.
  package struct Remark: Hashable, Sendable {
    package let text: String
    /// Whether nothing should not be there.
    package let isProblem: Bool
    /// Whether it is said of a single record too, and not only in a list, where a gap would have to be explained.
    package let isForPages: Bool

    package init(_ text: String, isProblem: Bool = false, isForPages: Bool = true) {
      self.text = text
      self.isProblem = isProblem
      self.isForPages = isForPages
    }
  }

  package let form: Form
  package let remark: Remark?
  /// Whether a narrow list keeps it longer than others.
  package let isProminent: Bool
  /// What comes before the value where a line about the record mentions it; nil where none does.
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

  /// Returns the look of a field of which it is said that there is nothing.
  package static func missing(
    _ text: String, isProblem: Bool = false, isForPages: Bool = true, isProminent: Bool = false, note: String? = nil
  ) -> Look {
    Look(remark: Remark(text, isProblem: isProblem, isForPages: isForPages), isProminent: isProminent, note: note)
  }

  /// Returns the look of a field that a line about the record mentions.
  package static func noted(_ note: String) -> Look { Look(note: note) }
}
