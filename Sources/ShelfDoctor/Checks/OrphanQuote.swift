import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let orphanQuote = Check(
    "orphan-quote", .error, "a quote without a book",
    reason: "The source of the quote is lost, and no book lists it.",
    example: "text: I must not fear.   # and no line “book: …”",
    repair: """
      Attaches the quote to the book that its folder is named after, or to the book that it \
      belonged to in the last commit. You can also mark the quote as having no book (`book: ~`), or delete it.
      """,
    .record { check, record, examination in
      guard let field = OrphanQuote.missingOwner(of: record, examination.library.schema), let target = field.type.target
      else { return [] }
      let kind = record.kind.singular
      let owners = OrphanQuote.owners(of: record, field, target, examination)
      let names = RecordID.beginnings(of: owners.map { $0.0.id })
      let repairs = zip(owners, names).map { owner, name in
        let (owner, origin) = owner
        return Repair(
          owners.count == 1 ? "attach" : "attach-\(name)",
          "attach it to “\(owner.title.firstLine)”, \(origin)", owners.count == 1 ? .consent : .choice, record,
          OrphanQuote.edits(record, field, owner, examination.library.schema))
      }
      let knowing = OrphanQuote.knowinglyNone(record, field, target, examination.library.schema)
      let deletion = Repair(
        "delete", "delete the \(kind)", .choice, [.write(path: record.path, old: record.source, new: nil)])
      return [
        Finding(
          check, record, field.key, at: record.key(of: field).flatMap { record.range(ofKey: $0) },
          "the \(kind) “\(record.title.firstLine)” has no \(target.singular)",
          advice: owners.isEmpty ? .assign(key: field.key) : nil,
          repairs: repairs + [knowing, deletion])
      ]
    })
}

/// Records without an owner, such as quotes without a book, and the repairs that attach them to an owner.
enum OrphanQuote {
  /// Returns the owner field if it is empty and not marked as deliberately empty with `~`.
  static func missingOwner(of record: Record, _ schema: Schema) -> Field? {
    schema.field(.owner, of: record.kind).flatMap { record.has($0) || record.isDeliberatelyEmpty($0) ? nil : $0 }
  }

  /// Returns the repair that writes `~`, which means that the record deliberately has no owner.
  static func knowinglyNone(_ record: Record, _ field: Field, _ target: Kind, _ schema: Schema) -> Repair {
    let none = Value.scalar(Scalar("~", form: .literal))
    return Repair(
      "knowingly-none", "mark it as having no \(target.singular)", .choice, record,
      [
        record.key(of: field).map { .set([.key($0)], none) }
          ?? .insert(key: field.key, none, into: [], after: record.key(of: schema.id(of: record.kind)))
      ])
  }

  /// Returns the possible owners of a record, with a description of the evidence.
  ///
  /// They are the owner in the last commit or, if there is none, the records whose file names match the name of the
  /// record's folder.
  static func owners(
    of record: Record, _ field: Field, _ target: Kind, _ examination: Examination
  ) -> [(owner: Record, origin: String)] {
    let library = examination.library
    if let before = examination.committedRecord(record.path, record.kind),
      case .ids(let ids) = before.value(of: field), let id = ids.first, let owner = library.record(id),
      owner.kind == target
    {
      return [(owner, "as in the last commit")]
    }
    let folders = record.path.split(separator: "/").dropFirst().dropLast().map(String.init)
    guard let folder = folders.last else { return [] }
    return library.records(of: target).filter { RecordPath.stem($0.path) == folder }
      .map { ($0, "which its folder is named after") }
  }

  static func edits(_ record: Record, _ field: Field, _ owner: Record, _ schema: Schema) -> [Edit] {
    let value = Value.scalar(Scalar(owner.id.description, form: .literal, comment: owner.title.oneLine))
    if let key = record.key(of: field) { return [.set([.key(key)], value)] }
    return [.insert(key: field.key, value, into: [], after: record.key(of: schema.id(of: record.kind)))]
  }
}
