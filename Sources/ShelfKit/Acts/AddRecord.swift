import ShelfModel
import ShelfQuery
import ShelfStore

/// Creates a record.
///
/// The values are parsed first. Then the act adds everything that can be derived: the next position in a series, the
/// fields that follow from others (see `DerivedFields`), the owner of a quote, which is the book in progress unless the
/// user names one, and the defaults of the remaining fields. If the library already seems to have the record, the act
/// asks before it creates a duplicate. Genres and tags that do not exist are created in the same change.
package struct AddRecord: Act {
  package var kind: Kind
  /// The values of the record's fields, in order. Each item of a list is a separate value.
  package var values: [FieldInput]
  /// Whether to create genres and tags that do not exist.
  package var createsMissing = false
  /// Whether the record deliberately has no owner, unless the values name one.
  package var belongsToNothing = false
  /// Whether to ask for what the values leave out: the position in a series, or the date when the record entered its
  /// last state. Then a record that differs from another one only in its subtitle may also be a duplicate.
  package var isInteractive = false

  package init(_ kind: Kind, _ values: [FieldInput], createsMissing: Bool = false, belongsToNothing: Bool = false) {
    self.kind = kind
    self.values = values
    self.createsMissing = createsMissing
    self.belongsToNothing = belongsToNothing
  }

  package func plan(_ plan: inout ActPlan) throws {
    var parser = plan.parser(creatingMissing: createsMissing)
    try self.plan(values.map { try parser.read(key: $0.key, .set, $0.text, kind) }, &parser, &plan)
  }

  /// Plans a record with these values instead of its own.
  func plan(_ given: [Assignment], _ parser: inout AssignmentParser, _ plan: inout ActPlan) throws {
    guard given.contains(where: { $0.field.has(.title) }) else { throw ActRefusal.titleMissing(kind) }
    var assignments = try withPlaces(plan.turningNames(given), &plan)
    assignments = try DerivedFields(kind: kind, record: nil, asksForDay: isInteractive).completed(
      assignments, &parser, &plan)
    if let owner = try owner(assignments, &plan) { assignments.append(owner) }
    // Another volume may differ only in its subtitle, so such a difference does not stop a script.
    if !plan.answers.allowsDuplicate,
      let duplicate = LikelyDuplicate(of: assignments, kind, in: plan.library, ignoresSubtitles: isInteractive)
    {
      throw Question.duplicate(duplicate)
    }
    try plan.create(parser.missing)
    plan.noteDoubts(of: kind, in: [], assignments)
    try plan.edits.create(kind, plan.host.newID(), assignments + plan.defaults(of: kind, but: assignments))
  }

  /// Returns the assignments. If the user agrees, each series in them that has no position gets the next position.
  private func withPlaces(_ given: [Assignment], _ plan: inout ActPlan) throws -> [Assignment] {
    guard let field = plan.library.schema.field(.series, of: kind),
      given.contains(where: { $0.field.index == field.index })
    else { return given }
    let table = SeriesTable(plan.library, of: kind)
    return try given.map { assignment in
      guard assignment.field.index == field.index else { return assignment }
      var assignment = assignment
      for index in assignment.values.indices {
        let place = SeriesPlace(assignment.values[index].text)
        guard place.position == nil, let series = table[place.name], let next = series.nextPosition else { continue }
        let text = SeriesPlace.text(series.name, next)
        switch plan.answers.takesNextPlace {
        case true?: assignment.values[index].text = text
        case false?: break
        case nil where isInteractive: throw Question.nextPlace(series.name, text)
        case nil: plan.notes.append(.nextPlace(series.name, text))
        }
      }
      return assignment
    }
  }

  /// Returns the assignment that sets the record's owner. Returns nil if the assignments already set the owner, or if
  /// records of this kind have no owner.
  private func owner(_ assignments: [Assignment], _ plan: inout ActPlan) throws -> Assignment? {
    guard let field = plan.library.schema.field(.owner, of: kind), let target = field.type.target,
      !assignments.contains(where: { $0.field.index == field.index && !$0.values.isEmpty })
    else { return nil }
    /// A plain `~` means that the record deliberately has no owner.
    let none = Assignment.set(field, to: "~")
    if belongsToNothing { return none }
    func belonging(to record: Record) -> Assignment {
      Assignment(field, .set, [Assignment.Value(text: record.id.description, name: record.title)])
    }
    switch plan.answers.owner {
    case .some(.none): return none
    case .record(let id)?: if let record = plan.library.record(id) { return belonging(to: record) }
    case nil: break
    }
    let current = plan.library.inProgress(target)
    guard current.count == 1 else { throw Question.owner(target, of: kind, current: current) }
    plan.notes.append(.ownerInProgress(current[0]))
    return belonging(to: current[0])
  }
}

extension ActPlan {
  /// Returns the default assignments for a new record's date, initial state and color, except for fields that are
  /// already assigned.
  func defaults(of kind: Kind, but given: [Assignment]) -> [Assignment] {
    let missing = library.schema.fields(of: kind).filter { field in
      !given.contains { $0.field.index == field.index }
    }
    return missing.compactMap { field in host.defaultText(of: field).map { .set(field, to: $0) } }
      + edits.colors(of: kind).filter { color in missing.contains { $0.index == color.field.index } }
  }
}

extension Host {
  /// Returns the default value of a field of a new record: the current date for the date added, or the initial state.
  package func defaultText(of field: Field) -> String? {
    guard field.has(.created) || field.has(.changed) else { return field.defaultText }
    return field.type == .date ? today().description : now().description
  }
}

extension Library {
  /// Returns the records of a kind that are in progress, such as the books that are being read, most recently started
  /// first.
  package func inProgress(_ kind: Kind) -> [Record] {
    guard let state = schema.field(.state, of: kind), let during = state.states?.during else { return [] }
    let began = schema.field(.started, of: kind)
    func beginning(_ record: Record) -> String { began.flatMap { record.texts(of: $0).first } ?? "" }
    return records(of: kind).filter { $0.value(of: state)?.text == during.value }
      .sorted { (beginning($1), $0.title) < (beginning($0), $1.title) }
  }
}
