import ShelfModel
import ShelfWording

/// The options that say what a new record belongs to, or that it knowingly belongs to none.
enum OwnerChoice {
  /// Returns the option that says that a record knowingly belongs to none, such as `--no-book`; nil for kinds whose
  /// records never belong to another.
  static func refusal(of kind: Kind) -> String? {
    kind.field(.owner).map { "--no-" + FieldHelp.optionName(of: $0) }
  }

  /// Returns the field that says what a record of the kind belongs to; nil if there is none.
  static func owner(of kind: Kind?) -> Field? { kind?.field(.owner) }

  /// Returns the name of the option `refusal(of:)` without its dashes; one that means nothing if there is none.
  static func refusalName(of kind: Kind?) -> String {
    kind.flatMap(refusal).map { String($0.dropFirst(2)) } ?? "no-owner"
  }

  /// Returns a sentence about all this, for the help.
  static func help(of kind: Kind) -> String {
    guard let refusal = refusal(of: kind), let target = kind.field(.owner)?.type.target else { return "" }
    return """
       Without --\(target.singular), it takes the one \(target.singular) in progress; \(refusal) says that the \
      \(kind.singular) is from no \(target.singular).
      """
  }

  /// Refuses options that contradict each other, or say nothing.
  static func check(_ given: FieldOptions, _ kind: Kind) throws(CommandError) {
    let owners = given.values.filter { $0.field.has(.owner) }
    guard let first = owners.first, let refusal = refusal(of: kind), !given.isTyped else { return }
    let option = "--" + FieldHelp.optionName(of: first.field)
    if owners.contains(where: { $0.text.allSatisfy(\.isWhitespace) }) {
      throw CommandError(.usage, "\(option) needs a value", hint: "\(refusal) says that there is none")
    }
    if given.isWithoutOwner {
      throw CommandError(.usage, "\(option) and \(refusal) cannot be combined", hint: "leave out one of them")
    }
  }
}
