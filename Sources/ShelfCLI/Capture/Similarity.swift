import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// Tells that a new record is most likely there already: of the same ISBN, or of the same title and author.
struct Similarity {
  let library: Library
  let kind: Kind

  init(_ library: Library, _ kind: Kind) {
    self.library = library
    self.kind = kind
  }

  /// Returns whether records of a kind have what tells it.
  static func isKnown(of kind: Kind) -> Bool { kind.field(.maker) != nil && !kind.hasUniqueNames }

  static func makerName(of kind: Kind) -> String { kind.field(.maker)?.key ?? "" }

  /// Asks on a terminal whether a record may be made that is similar to another one.
  ///
  /// - Throws: `CommandError` if it may not, or nobody can be asked.
  func check(_ assignments: [Assignment], _ context: Context) throws {
    // Where names are unique, a second one is refused anyway.
    guard !kind.hasUniqueNames, let (record, reason) = similar(to: assignments) else { return }
    guard context.isInteractive else {
      let maker = maker(of: record)
      var refusal = CommandError(
        .usage, "there is \(Wording.name(record))\(maker) already\(reason): \(record.path)",
        hint: "--duplicate adds another one")
      refusal.isDuplicate = true
      throw refusal
    }
    guard try ask(record, reason, context) else { throw Declined(text: "Nothing was added") }
  }

  /// Returns whether there is no similar record, or another one may be made all the same.
  func isWanted(_ assignments: [Assignment], _ context: Context) throws(Cancelled) -> Bool {
    guard !kind.hasUniqueNames, let (record, reason) = similar(to: assignments) else { return true }
    return try ask(record, reason, context)
  }

  private func ask(_ record: Record, _ reason: String, _ context: Context) throws(Cancelled) -> Bool {
    try context.askYesOrNo(
      "There is \(Wording.name(record))\(maker(of: record)) already\(reason). Add another one?")
  }

  private func maker(of record: Record) -> String {
    library.value(.maker, of: record).map { " by \(Wording.short($0.text))" } ?? ""
  }

  /// Returns a record that is the same by all that is known, and by what beside its title.
  func similar(to assignments: [Assignment]) -> (record: Record, reason: String)? {
    let schema = library.schema
    let isbn = schema.field(.isbn, of: kind)
    let makers = schema.field(.maker, of: kind).map { texts($0, assignments) }
    let new = Likeness(
      title: texts(schema.title(of: kind), assignments).first ?? "", makers: makers ?? [],
      number: isbn.flatMap { texts($0, assignments).first }.flatMap { ISBN($0) })
    let records = library.records(of: kind)
    if let isbn, let number = new.number,
      let same = records.first(where: { $0.texts(of: isbn).first.flatMap { ISBN($0) } == number })
    {
      return (same, ", with the same ISBN")
    }
    guard makers != nil else { return nil }
    let same = records.first { record in
      Likeness.title(of: record) == new.title && new.reason(toTake: Likeness(record, schema)) != nil
    }
    return same.map { ($0, "") }
  }

  private func texts(_ field: Field, _ assignments: [Assignment]) -> [String] {
    assignments.filter { $0.field.index == field.index }.flatMap(\.values).map(\.text)
  }
}
