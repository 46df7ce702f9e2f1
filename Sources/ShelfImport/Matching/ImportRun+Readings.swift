import ShelfModel
import ShelfStore

/// Decides how an import handles the reading that a draft describes.
extension ImportRun {
  typealias FieldValues = (field: Field, values: [Assignment.Value], isOpen: Bool)

  /// Returns decisions about the fields of a reading, by their indices in the kind's table.
  ///
  /// A field without a decision can be merged separately.
  ///
  /// - Parameters:
  ///   - known: the values of the last import.
  ///   - others: the values from other files of the format.
  func readings(
    _ all: [FieldValues], _ draft: Draft, _ known: FieldTexts?, _ others: [FieldTexts], _ record: Record, updates: Bool
  ) -> [Int: ReadingChoice.Decision] {
    let schema = library.schema
    guard let fields = ReadingFields(schema, record.kind) else { return [:] }
    var theirs = ReadingChoice.Side()
    var status: [String]?
    for (field, values, isOpen) in all {
      guard let part = fields.part(field) else { continue }
      // An incomplete field is treated as unchanged since the last import.
      let texts = isOpen && known != nil ? known?[field] ?? [] : values.map(\.text)
      theirs.set(part, texts)
      if part == .status, !texts.isEmpty { status = texts }
    }
    theirs.count = draft.readCount
    guard theirs.hasDays || theirs.status != nil || theirs.progress != nil else { return [:] }
    var ours = ReadingChoice.Side()
    for (part, field) in fields.all { ours.set(part, record.texts(of: field)) }
    if ours.status == nil { ours.status = fields.status.defaultText }
    // A reading that another file of the format already stated is not a new one.
    let last =
      known
      ?? others.first { other in
        all.allSatisfy { field, values, _ in
          fields.part(field) == nil || (other[field] ?? []) == values.map(\.text)
        }
      }
    let kept = last?[ImportBase.kept] ?? []
    var base: ReadingChoice.Side?
    if let known = last, !fields.all.contains(where: { kept.contains($0.field.key) }) {
      var side = ReadingChoice.Side()
      for (part, field) in fields.all { side.set(part, known[field] ?? []) }
      side.count = known[ImportBase.readCount]?.first.flatMap { Int($0) }
      base = side
    }
    let takesStatus = status.map { texts in
      let ours = record.texts(of: fields.status)
      return choice(of: fields.status, ours, known, others, texts, draft, record, updates).result().texts != nil
    }
    let reading = ReadingChoice(
      states: fields.states, ours: ours, base: base, theirs: theirs, takesStatus: takesStatus ?? false, updates: updates
    )
    let decisions = reading.decisions()
    if decisions.isEmpty { return [:] }
    return Dictionary(
      fields.all.compactMap { part, field in decisions[part].map { (field.index, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the choice between a field's values in a record and in a source.
  func choice(
    of field: Field, _ ours: [String], _ known: FieldTexts?, _ others: [FieldTexts], _ theirs: [String],
    _ draft: Draft, _ record: Record, _ updates: Bool
  ) -> FieldChoice {
    FieldChoice(
      field: field, ours: ours,
      base: known.map { names.current($0[field] ?? [], field, draft) } ?? knownElsewhere(theirs, field, others, draft),
      theirs: theirs, updates: updates, isKept: known?[ImportBase.kept]?.contains(field.key) ?? false,
      isOfRecord: draft.id != nil || draft.statedID != nil, isImported: isImported(record))
  }

  /// Returns the field's values that other files of the format have stated before, or nil if no other file stated any
  /// of them.
  private func knownElsewhere(
    _ theirs: [String], _ field: Field, _ others: [FieldTexts], _ draft: Draft
  ) -> [String]? {
    let all = others.map { names.current($0[field] ?? [], field, draft) }
    if theirs.isEmpty || all.isEmpty { return nil }
    if !field.type.isList { return all.contains(theirs) ? theirs : nil }
    let known = theirs.filter { text in all.contains { $0.contains(text) } }
    return known.isEmpty ? nil : known
  }

  /// Returns whether a draft's changes leave a record in its finished status, in which it has no progress.
  ///
  /// This is false for exports of a shelf library, which are stored unchanged.
  ///
  /// - Parameters:
  ///   - assignments: the changes from the draft.
  ///   - record: the record that is changed, or nil if it is new.
  func isDone(_ draft: Draft, _ assignments: [Assignment], _ record: Record? = nil) -> Bool {
    guard !draft.isVerbatim, let status = library.schema.field(.state, of: draft.kind), let states = status.states
    else {
      return false
    }
    let text =
      assignments.last { $0.field.index == status.index }.map { $0.values.first?.text }
      ?? record?.texts(of: status).first
    return text == states.done.value
  }

  private func isImported(_ record: Record) -> Bool {
    library.schema.field(FieldHandle.sources.key, of: record.kind).map { !record.texts(of: $0).isEmpty } ?? false
  }
}

/// The fields that store the readings of a kind's records. The initializer returns nil for kinds that cannot store
/// earlier readings.
private struct ReadingFields {
  let status: Field
  let states: FieldStates
  let all: [(part: ReadingPart, field: Field)]

  init?(_ schema: Schema, _ kind: Kind) {
    guard let status = schema.field(.state, of: kind), let states = status.states,
      let start = schema.field(.started, of: kind), let end = schema.field(.finished, of: kind),
      let earlier = schema.field(.earlier, of: kind)
    else { return nil }
    self.status = status
    self.states = states
    var all = [(ReadingPart.status, status), (.start, start), (.end, end), (.earlier, earlier)]
    if let givenUp = schema.field(.givenUp, of: kind) { all.append((.givenUp, givenUp)) }
    if let progress = schema.field(.progress, of: kind) { all.append((.progress, progress)) }
    self.all = all
  }

  func part(_ field: Field) -> ReadingPart? { all.first { $0.field.index == field.index }?.part }
}

extension ReadingChoice.Side {
  fileprivate mutating func set(_ part: ReadingPart, _ texts: [String]) {
    switch part {
    case .status: status = texts.first
    case .start: start = texts.first
    case .end: end = texts.first
    case .givenUp: givenUp = texts.first
    case .earlier: earlier = texts
    case .progress: progress = texts.first
    }
  }
}
