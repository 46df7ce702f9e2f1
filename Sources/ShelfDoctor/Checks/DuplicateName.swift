import ShelfModel
import ShelfStore

extension Check {
  static let duplicateName = Check(
    "duplicate-name", .warning, "two genres or tags with the same name",
    reason: "The name is ambiguous, because some records refer to one of the two, and some to the other.",
    example: "name: fantasy   # and another genre “Fantasy”",
    repair: """
      Merges the two. References to the removed record then lead to the remaining record. The remaining record keeps \
      the removed id in formerIds, so that you can still merge branches that use this id.
      """,
    .library { check, examination in
      Kind.allCases.filter(\.hasUniqueNames).flatMap { kind -> [Finding] in
        let groups = Dictionary(grouping: examination.library.records(of: kind).filter { !$0.title.isEmpty }) {
          $0.title.trimmed.lowercased()
        }
        return groups.values.filter { $0.count > 1 }.flatMap { DuplicateName.findings(check, $0, examination) }
      }
    })
}

private enum DuplicateName {
  static func findings(_ check: Check, _ records: [Record], _ examination: Examination) -> [Finding] {
    let library = examination.library
    // Copies of one file are reported by `duplicate-id`, and must be repaired first.
    guard Set(records.map(\.id)).count == records.count else { return [] }
    let counts = records.map { record in library.relations(to: record) }
    let order = records.indices.sorted { (-counts[$0], records[$0].path) < (-counts[$1], records[$1].path) }
    let kept = records[order[0]]
    return order.dropFirst().map { index in
      let record = records[index]
      let field = library.schema.title(of: record.kind)
      return Finding(
        check, record, field.key, at: record.items(of: field).first?.range,
        "\(kept.path) is also a \(record.kind.singular) “\(kept.title.firstLine)”", related: [kept.id],
        repairs: RecordMerger(library, kept: kept, merged: record).repairs(
          "merge it into \(kept.path) (references there: \(counts[order[0]]), here: \(counts[index]))"))
    }
  }
}

extension Library {
  /// Returns the number of records that refer to this one.
  func relations(to record: Record) -> Int {
    Kind.allCases.reduce(0) { $0 + count(of: $1, referringTo: record) }
  }
}
