import ShelfModel
import ShelfText
import YAMLEdit

extension Check {
  static let referenceByName = Check(
    "reference-by-name", .warning, "a name where a reference belongs",
    reason: """
      References are ids, so that renaming a record loses nothing. A name is quick to type, but does not count as a reference \
      until it is replaced.
      """,
    example: "genres: [Fantasy]",
    repair: "Writes the record's id, with the name as a comment. Safe if exactly one record has that name.",
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind in
        guard RecordID(item.text) == nil, !examination.unusableIDs.contains(item.text) else { return nil }
        let named = ReferenceByName.targets(item.text, kind, examination)
        return Finding(
          check, record, item.field.key, at: item.range, ReferenceByName.message(item, kind, named),
          advice: named.isEmpty ? .choose(kind) : nil,
          repairs: ReferenceByName.repairs(record, item, kind, named, examination))
      }
    })
}

private enum ReferenceByName {
  /// Returns the records that each of the names means: one name, or several with commas between them.
  static func targets(_ text: String, _ kind: Kind, _ examination: Examination) -> [[Record]] {
    let whole = examination.records(kind, called: text)
    if !whole.isEmpty { return [whole] }
    let names = text.split(separator: ",").map { examination.records(kind, called: String($0)) }
    return names.count > 1 && names.allSatisfy { !$0.isEmpty } ? names : []
  }

  static func message(_ item: FieldItem, _ kind: Kind, _ named: [[Record]]) -> String {
    if named.count > 1 { return "“\(item.text.firstLine)” are names, not ids" }
    let text = "“\(item.text.firstLine)” is a name, not an id"
    if named.isEmpty { return text + ", and no \(kind.singular) has that name" }
    let several = named.map(\.count).max() ?? 1
    return several > 1 ? text + ", and \(kind.counted(several)) have that name" : text
  }

  static func repairs(
    _ record: Record, _ item: FieldItem, _ kind: Kind, _ named: [[Record]], _ examination: Examination
  ) -> [Repair] {
    if named.count > 1 {
      let targets = named.compactMap { $0.count == 1 ? $0[0] : nil }
      guard targets.count == named.count, item.field.type.isList, item.index == nil else { return [] }
      return [
        Repair("relink", "write their ids", .nothing, record, [.set([.key(item.key)], .list(targets.map(scalar)))])
      ]
    }
    let targets = named.first ?? near(item.text, kind, examination)
    return targets.map { target in
      let isListed = item.isListed(target, in: record)
      let isSafe = named.first?.count == 1 && !(isListed && item.keepsRemark(in: record, item.text, target.title))
      return Repair(
        targets.count == 1 ? "relink" : "relink-\(target.id.short)",
        isListed
          ? "remove it, since the list has \(kind.singular) \(target.id.short) “\(target.title.firstLine)”"
          : "write the id of \(kind.singular) \(target.id.short) “\(target.title.firstLine)”",
        isSafe ? .nothing : targets.count == 1 ? .consent : .choice, record, edits(item, target, record))
    }
  }

  private static func edits(_ item: FieldItem, _ target: Record, _ record: Record) -> [Edit] {
    if item.field.type.isList, item.index == nil {
      return [.set([.key(item.key)], .list([scalar(target)]))]
    }
    return item.setting(to: target, in: record, instead: item.text)
  }

  private static func scalar(_ target: Record) -> Scalar {
    Scalar(target.id.description, form: .literal, comment: target.title.oneLine)
  }

  private static func near(_ text: String, _ kind: Kind, _ examination: Examination) -> [Record] {
    let titles = examination.library.records(of: kind).map { (Folding.fold($0.title), $0.title) }
    return Nearest.names(to: Folding.fold(text), among: titles).flatMap { examination.records(kind, called: $0) }
  }
}
