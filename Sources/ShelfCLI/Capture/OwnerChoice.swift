import ShelfModel
import ShelfStore
import ShelfWidgets
import ShelfWording

/// Finds out what a new record belongs to, where nobody said it: a quote belongs to the book that is being read.
struct OwnerChoice {
  let library: Library
  let kind: Kind
  let context: Context

  init(_ library: Library, _ kind: Kind, _ context: Context) {
    self.library = library
    self.kind = kind
    self.context = context
  }

  /// Returns the option that says that a record knowingly belongs to none, such as `--no-book`; nil for kinds whose
  /// records never belong to another.
  static func refusal(of kind: Kind) -> String? {
    kind.field(.owner).map { "--no-" + FieldHelp.optionName(of: $0) }
  }

  /// Returns the field that says what a record of the kind belongs to; nil if there is none.
  static func owner(of kind: Kind?) -> Field? { kind?.field(.owner) }

  /// Returns the name of the option `refusal(of:)` without its dashes; one that means nothing where there is none.
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

  /// Returns the assignment of what the record belongs to, if it is not among those that were given.
  ///
  /// - Throws: `CommandError` if it cannot be known and nobody can be asked, `Cancelled` if the question was left.
  func assignments(_ given: FieldOptions, _ assignments: [Assignment]) throws -> [Assignment] {
    guard let field = library.schema.field(.owner, of: kind), let target = field.type.target,
      let refusal = OwnerChoice.refusal(of: kind)
    else { return [] }
    let isGiven = assignments.contains { $0.field.index == field.index && !$0.values.isEmpty }
    if isGiven, given.isWithoutOwner {
      let option = "--" + FieldHelp.optionName(of: field)
      throw CommandError(.usage, "\(option) and \(refusal) cannot be combined", hint: "leave out one of them")
    }
    if isGiven { return [] }
    if !given.isTyped, assignments.contains(where: { $0.field.index == field.index }) {
      throw CommandError(
        .usage, "--\(FieldHelp.optionName(of: field)) needs a value", hint: "\(refusal) says that there is none")
    }
    // In a form, none is what somebody saw and left at that.
    if given.isWithoutOwner || given.isTyped { return [OwnerChoice.none(field)] }
    guard let owner = try owner(target, refusal) else { return [OwnerChoice.none(field)] }
    return [Assignment(field, .set, [Assignment.Value(text: owner.id.description, name: owner.title)])]
  }

  /// A plain `~`: knowingly nothing.
  private static func none(_ field: Field) -> Assignment { .set(field, to: "~") }

  private func owner(_ target: Kind, _ refusal: String) throws -> Record? {
    let current = Ownership(library: library, target: target).current
    if current.count == 1 {
      context.note("from \(Wording.name(current[0])), the \(target.singular) in progress")
      return current[0]
    }
    if context.canShowWidgets, !library.records(of: target).isEmpty { return try ask(target, current) }
    let names = Wording.list(current.prefix(5).map(Wording.name) + (current.count > 5 ? ["others"] : []))
    let reason = current.isEmpty ? "none is in progress" : "\(current.count) are in progress, \(names)"
    throw CommandError(
      .usage, "a \(target.singular) is missing: \(reason)",
      hint: "name it with --\(target.singular) TITLE, or say with \(refusal) that there is none")
  }

  private func ask(_ target: Kind, _ current: [Record]) throws -> Record? {
    let none = ListEntry(RecordForm.none(target), value: "", style: Ink.hint)
    let entries = RecordEntries.owners(
      target, first: current, none, in: library, by: context.order(of: target, library.schema))
    let question = "Which \(target.singular) is the \(kind.singular) from?"
    guard case .option(let index) = try context.show(Picker(entries, question: question)) else { return nil }
    return RecordID(entries[index].value).flatMap { library.record($0) }
  }
}
