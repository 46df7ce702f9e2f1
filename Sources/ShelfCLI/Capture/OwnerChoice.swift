import ShelfModel
import ShelfWording

/// The options that name the owner of a new record, such as the book of a quote, or declare that it has none.
enum OwnerChoice {
  /// Returns the option that declares that a record has no owner, such as `--no-book`, or nil for kinds that have no
  /// owners.
  static func noOwnerOption(of kind: Kind) -> String? {
    kind.field(.owner).map { "--no-" + FieldHelp.optionName(of: $0) }
  }

  /// Returns the field that names the owner, or nil if the kind has none.
  static func owner(of kind: Kind?) -> Field? { kind?.field(.owner) }

  /// Returns the name of the option from `noOwnerOption(of:)`, without its dashes, or a placeholder for kinds without
  /// one.
  static func noOwnerOptionName(of kind: Kind?) -> String {
    kind.flatMap(noOwnerOption).map { String($0.dropFirst(2)) } ?? "no-owner"
  }

  /// Returns a sentence about the options for owners, for the help of `add`.
  static func help(of kind: Kind) -> String {
    guard let noOwnerOption = noOwnerOption(of: kind), let target = kind.field(.owner)?.type.target else { return "" }
    return """
       Without --\(target.singular), the command uses the only \(target.singular) in progress. Use \(noOwnerOption) if the \
      \(kind.singular) is from no \(target.singular).
      """
  }

  /// Rejects options that contradict each other or are empty.
  static func check(_ given: FieldOptions, _ kind: Kind) throws(CommandError) {
    let owners = given.values.filter { $0.field.has(.owner) }
    guard let first = owners.first, let noOwnerOption = noOwnerOption(of: kind), !given.isTyped else { return }
    let option = "--" + FieldHelp.optionName(of: first.field)
    if owners.contains(where: { $0.text.allSatisfy(\.isWhitespace) }) {
      throw CommandError(.usage, "\(option) needs a value", hint: "use \(noOwnerOption) if there is none")
    }
    if given.isWithoutOwner {
      throw CommandError(.usage, "\(option) and \(noOwnerOption) cannot be combined", hint: "use only one")
    }
  }
}
