import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let duplicateName = Check(
    "duplicate-name", .warning, "two genres or tags with the same name",
    reason: "Some books are listed under one, some under the other, and the name no longer says which is meant.",
    example: "name: fantasy   # and another genre “Fantasy”",
    repair: """
      Merges them: everything that refers to one then refers to the other, which keeps the lost id in formerIds, so that \
      branches that still use it merge well.
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
    // Copies of one file are a different problem, which comes first.
    guard Set(records.map(\.id)).count == records.count else { return [] }
    let counts = records.map { record in library.relations(to: record) }
    let order = records.indices.sorted { (-counts[$0], records[$0].path) < (-counts[$1], records[$1].path) }
    let kept = records[order[0]]
    return order.dropFirst().map { index in
      let record = records[index]
      let field = library.schema.title(of: record.kind)
      let merger = RecordMerger(library: library, kept: kept, merged: record)
      return Finding(
        check, record, field.key, at: record.items(of: field).first?.range,
        "\(kept.path) is also a \(record.kind.singular) “\(kept.title.firstLine)”", related: [kept.id],
        repairs: [
          Repair(
            "merge",
            "merge it into \(kept.path), to which \(counts[order[0]]) refer; \(counts[index]) refer to this one",
            merger.isLossless ? .consent : .choice, merger.steps)
        ])
    }
  }
}

extension Library {
  /// Returns the number of records that refer to this one.
  fileprivate func relations(to record: Record) -> Int {
    Kind.allCases.reduce(0) { $0 + count(of: $1, referringTo: record) }
  }
}

/// Merges two records: references are redirected, and the dropped id is kept as a former one.
private struct RecordMerger {
  package let library: Library
  let kept: Record
  let merged: Record

  /// Whether everything in the record is carried over to the one that stays.
  var isLossless: Bool {
    let fields = library.schema.fields(of: merged.kind).filter { $0.type != .id && $0.type != .formerIDs }
    return merged.withSlots { _, _, slots in slots.allSatisfy { $0.shape != .nested } }
      && merged.unknownFields.allSatisfy { !kept.keys.contains($0.key) }
      && fields.allSatisfy { field in
        field.has(.title) || !merged.has(field) || !kept.has(field)
          || merged.value(of: field) == kept.value(of: field)
      }
  }

  var steps: [Repair.Step] {
    references + [.edit(path: kept.path, inheritance), .write(path: merged.path, old: merged.source, new: nil)]
  }

  private var references: [Repair.Step] {
    library.schema.fields(referringTo: merged.kind).flatMap { kind, field -> [Repair.Step] in
      library.records(kind, referringTo: merged).map { record in
        let items = record.items(of: field).filter { RecordID($0.text).flatMap { library.record($0)?.id } == merged.id }
        // From the end, so that removing one does not move the others.
        return .edit(
          path: record.path, items.reversed().flatMap { $0.setting(to: kept, in: record, instead: merged.title) })
      }
    }
  }

  /// What the record that stays inherits: ids, and fields that it lacks.
  private var inheritance: [Edit] {
    let fields = library.schema.fields(of: kept.kind)
    var edits: [Edit] = []
    var last = fields.last { kept.key(of: $0) != nil }.flatMap { kept.key(of: $0) }
    for field in fields where field.type != .id && field.type != .formerIDs {
      guard !kept.has(field), kept.key(of: field) == nil, let item = merged.items(of: field).first else { continue }
      let scalars = merged.items(of: field).map {
        Scalar($0.text, form: field.type.form, comment: merged.comment(after: $0))
      }
      edits.append(
        .insert(key: field.key, item.index == nil ? .scalar(scalars[0]) : .list(scalars), into: [], after: last))
      last = field.key
    }
    for own in merged.unknownFields where !kept.keys.contains(own.key) {
      let scalars = own.texts.map { Scalar($0) }
      guard let scalar = scalars.first else { continue }
      edits.append(.insert(key: own.key, scalars.count == 1 ? .scalar(scalar) : .list(scalars), into: [], after: last))
      last = own.key
    }
    guard let field = fields.first(where: { $0.type == .formerIDs }) else { return edits }
    let scalars =
      [Scalar(merged.id.description, form: .literal, comment: merged.title.oneLine)]
      + merged.items(of: field).map { Scalar($0.text, form: .literal, comment: merged.comment(after: $0)) }
    if kept.key(of: field) != nil { return edits + scalars.map { .append($0, to: [.key(field.key)]) } }
    return edits + [.insert(key: field.key, .list(scalars), into: [], after: last)]
  }
}
