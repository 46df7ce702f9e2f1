import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  static let referenceByName = Check(
    "reference-by-name", .warning, "a name in place of a reference, or an id in an unusual form",
    reason: """
      References are ids, so that they still work after a record is renamed. A name is quick to type, but it does not \
      count as a reference until it is replaced with an id. If no record has this name, shelf reports an error \
      instead of a warning.
      """,
    example: "genres: [Fantasy]",
    repair: """
      Writes the record's id, with the name as a comment. This is safe if the text is the name of exactly one record, or \
      a shortened or unusual form of one record's id. If no record has this name, the repair either makes the \
      reference point to the record with the most similar name, or creates a record with this name.
      """,
    .record { check, record, examination in
      record.references(examination.library.schema).filter { item, _ in
        RecordID(item.text) == nil && !examination.unusableIDs.contains(item.text)
      }.findings { item, kind in
        NamedReference(record: record, item: item, kind: kind, examination: examination).finding(check)
      }
    })
}

/// A reference that is not an id: a name, several names separated by commas, or an id in a different format.
private struct NamedReference {
  let record: Record
  let item: FieldItem
  let kind: Kind
  let examination: Examination
  private let meanings: [Meaning]

  /// A possible meaning of a name.
  private struct Meaning {
    var records: [Record] = []
    /// The id that the text contains, whether or not a record has it.
    var id: RecordID?
    /// A description of the text, such as “the start of an id”, or nil if the text is a name.
    var form: String?

    var isFound: Bool { !records.isEmpty || id != nil }

    /// Whether exactly one id can replace the name.
    var isCertain: Bool { records.count == 1 || records.isEmpty && id != nil }
  }

  init(record: Record, item: FieldItem, kind: Kind, examination: Examination) {
    self.record = record
    self.item = item
    self.kind = kind
    self.examination = examination
    let whole = NamedReference.meaning(item.text, kind, examination)
    let parts = item.text.split(separator: ",").map { NamedReference.meaning(String($0), kind, examination) }
    let isList = !whole.isFound && parts.count > 1 && parts.allSatisfy(\.isFound)
    meanings = isList ? parts : [whole]
  }

  private static func meaning(_ text: String, _ kind: Kind, _ examination: Examination) -> Meaning {
    let named = examination.records(kind, called: text)
    if !named.isEmpty { return Meaning(records: named) }
    if let id = OtherForm.id(in: text) {
      let record = examination.library.record(id).flatMap { $0.kind == kind ? $0 : nil }
      return Meaning(records: record.map { [$0] } ?? [], id: id, form: "an id in an unusual form")
    }
    guard let digits = OtherForm.digits(in: text) else { return Meaning() }
    let records = examination.records(kind, startingWith: digits)
    return Meaning(records: records, form: records.isEmpty ? nil : "the start of an id")
  }

  func finding(_ check: Check) -> Finding {
    var finding = Finding(
      check, record, item.field.key, at: item.range, message, advice: advice, repairs: repairs)
    if meanings.contains(where: { $0.records.isEmpty && !isUnreadable($0.id) }) { finding.severity = .error }
    return finding
  }

  private var message: String {
    let text = "“\(item.text.firstLine)”"
    if meanings.count > 1 {
      return meanings.allSatisfy { $0.form != nil }
        ? text + " are several ids in one text" : text + " are names, not ids"
    }
    let form = meanings[0].form.map { text + " is \($0)" } ?? text + " is a name, not an id"
    let verb = meanings[0].form == nil ? "has that name" : "has it"
    switch meanings[0].records.count {
    case 0: return isUnreadable(meanings[0].id) ? form : form + ", and no \(kind.singular) \(verb)"
    case 1: return form
    case let count:
      return form + ", and \(kind.counted(count)) \(meanings[0].form == nil ? "have that name" : "have it")"
    }
  }

  private var advice: Advice? {
    if meanings.count > 1, !item.field.type.isList { return "keep one of them" }
    return meanings[0].isFound ? nil : .choose(kind)
  }

  private func isUnreadable(_ id: RecordID?) -> Bool { id.map(examination.isUnreadable) ?? false }

  private var repairs: [Repair] {
    if meanings.count > 1 { return splitting.map { [$0] } ?? [] }
    let meaning = meanings[0]
    if meaning.records.isEmpty, let id = meaning.id {
      let value = Value.scalar(Scalar(id.description, form: .literal))
      let isListed = item.index != nil && item.hasSibling(id)
      return [
        Repair(
          "normalize", isListed ? "remove it, since the list already has \(id)" : "write it as \(id)",
          .consent, record,
          [isListed ? .remove(item.path) : .set(item.path, value)])
      ]
    }
    if !meaning.records.isEmpty { return relinkings(to: meaning.records) }
    return relinkings(to: nearest, isGuess: true) + [creating].compactMap { $0 }
  }

  private func relinkings(to targets: [Record], isGuess: Bool = false) -> [Repair] {
    zip(targets, RecordID.beginnings(of: targets.map(\.id))).map { target, id in
      relinking(to: target, id, isOnly: targets.count == 1, isGuess: isGuess)
    }
  }

  private func relinking(to target: Record, _ id: String, isOnly: Bool, isGuess: Bool) -> Repair {
    let isListed = item.isListed(target)
    let isSafe = isOnly && !isGuess && !(isListed && item.keepsRemark(in: record, item.text, target.title))
    let name = "\(kind.singular) \(id) “\(target.title.firstLine)”"
    return Repair(
      isOnly ? "relink" : "relink-\(id)",
      isListed ? "remove it, since the list already has \(name)" : "write the id of \(name)",
      isSafe ? .nothing : isOnly && !isGuess ? .consent : .choice, record, edits(target))
  }

  private func edits(_ target: Record) -> [Edit] {
    if item.field.type.isList, item.index == nil { return [.set([.key(item.key)], .list([scalar(target)]))] }
    return item.setting(to: target, in: record, instead: item.text)
  }

  private func scalar(_ target: Record) -> Scalar {
    Scalar(target.id.description, form: .literal, comment: target.title.oneLine)
  }

  /// The repair that splits several names in one text into separate items.
  private var splitting: Repair? {
    let others = record.items(of: item.field).filter { $0.index != item.index || item.index == nil }
    guard item.field.type.isList, meanings.allSatisfy(\.isCertain), !others.contains(where: \.isNested) else {
      return nil
    }
    var seen = Set(item.index == nil ? [] : others.compactMap { RecordID($0.text).map(resolved) })
    let new = meanings.compactMap { meaning -> Scalar? in
      guard let id = meaning.records.first?.id ?? meaning.id, seen.insert(id).inserted else { return nil }
      return meaning.records.first.map(scalar) ?? Scalar(id.description, form: .literal)
    }
    let isSafe = meanings.allSatisfy { !$0.records.isEmpty }
    let scalars =
      item.index == nil
      ? new
      : record.items(of: item.field).flatMap {
        $0.index == item.index ? new : [Scalar($0.text, form: .literal)]
      }
    return Repair(
      "relink", "write \(meanings.contains { $0.form == nil } ? "their ids" : "each on its own")",
      isSafe ? .nothing : .consent, record, [.set([.key(item.key)], .list(scalars))])
  }

  /// Returns the current id of the record that an id refers to, since the id may be a former one.
  private func resolved(_ id: RecordID) -> RecordID { examination.library.record(id)?.id ?? id }

  private var nearest: [Record] {
    Nearest.names(to: Folding.fold(item.text), among: examination.titles(of: kind))
      .flatMap { examination.records(kind, called: $0) }
  }

  /// The repair that creates a record with this name, for a kind whose records need only a name.
  private var creating: Repair? {
    let title = item.text.trimmed
    guard kind.isMadeByName, !title.isEmpty, title == title.oneLine,
      let new = examination.newRecord(kind, called: title)
    else { return nil }
    let scalar = Scalar(new.id.description, form: .literal, comment: title)
    let value = item.field.type.isList && item.index == nil ? Value.list([scalar]) : .scalar(scalar)
    return Repair(
      "create", "create the \(kind.singular) “\(title.firstLine)”", .choice,
      [.write(path: new.path, old: nil, new: new.contents), .edit(path: record.path, [.set(item.path, value)])])
  }
}
