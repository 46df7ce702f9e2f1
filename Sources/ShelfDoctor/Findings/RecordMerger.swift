import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import YAMLEdit

/// Merges one record into another: combines their fields, redirects references, and keeps the id of the deleted record
/// as a former id.
///
/// Unlike `RecordMerge`, this is a merge of two records without a common base. A field that only one record has is
/// kept; lists are joined; of two creation dates, the earlier one is kept. If the records have different values, the
/// user has to choose: there are two repairs, one for each record's values, and the first repair has a question for
/// each such field. If the record to delete contains something that cannot be carried over, such as a nested mapping,
/// there is no repair.
package struct RecordMerger {
  private let library: Library
  private let kept: Record
  private let merged: Record
  /// Whether the records are copies of one book: their numbers of copies are added, and the loans of both remain open.
  private let addsCopies: Bool

  package init(_ library: Library, kept: Record, merged: Record, addsCopies: Bool = false) {
    self.library = library
    self.kept = kept
    self.merged = merged
    self.addsCopies = addsCopies
  }

  /// The total number of copies of both records that the user owns, or nil if the records cannot be two copies: one of
  /// them is wanted, borrowed or not owned, or the kind has no copies.
  package var copies: Int? {
    let schema = library.schema
    func field(_ role: FieldRoles) -> Field? { schema.field(role, of: kept.kind) }
    guard field(.copies) != nil, kept.kind == merged.kind, kept.id != merged.id else { return nil }
    let isOwned = [kept, merged].allSatisfy { record in
      if field(.owned).map({ record.value(of: $0) == .boolean(false) }) ?? false { return false }
      if field(.lender).map(record.has) ?? false { return false }
      guard let state = field(.state), let wanted = state.states?.wanted else { return true }
      return record.value(of: state)?.text != wanted
    }
    return isOwned ? Loan.copies(of: kept, schema) + Loan.copies(of: merged, schema) : nil
  }

  /// Whether the copies of the two records have different numbers, which shows that the records are copies of one book.
  package var areCopies: Bool {
    if copies == nil { return false }
    return numberFields.contains { field in
      let numbers = [kept, merged].map { Set($0.texts(of: field).flatMap(CopyNumbers.split).map(CopyNumbers.key)) }
      return numbers.allSatisfy { !$0.isEmpty } && numbers[0].isDisjoint(with: numbers[1])
    }
  }

  /// The fields that can contain several numbers of copies. Call numbers are excluded, because copies may share them.
  private var numberFields: [Field] {
    CopyNumbers.uniqueFields(of: kept.kind, library.schema).filter { $0.type == .text || $0.type == .textList }
  }

  /// The result of merging one field.
  private enum Outcome {
    /// The remaining record already contains everything.
    case nothing
    case edits([Edit])
    case conflict(Repair.Question)
    /// The field cannot be carried over.
    case loss

    var edits: [Edit] { if case .edits(let edits) = self { edits } else { [] } }

    var question: Repair.Question? { if case .conflict(let question) = self { question } else { nil } }
  }

  /// Returns the repairs that merge the records. If no fields conflict, there is only one repair.
  ///
  /// - Parameters:
  ///   - description: a description of the merge, in the imperative.
  ///   - isCertain: whether the two records are known to be versions of the same record.
  package func repairs(_ description: String, isCertain: Bool = true) -> [Repair] {
    let outcomes = fields.map(\.outcome)
    if outcomes.contains(where: { if case .loss = $0 { true } else { false } }) { return [] }
    // The order is reversed, because a later insertion after the same key ends up before an earlier insertion.
    let edits = formerIDs + outcomes.reversed().flatMap(\.edits)
    let questions = outcomes.compactMap(\.question)
    let steps =
      references + (edits.isEmpty ? [] : [.edit(path: kept.path, edits)])
      + [.write(path: merged.path, old: merged.source, new: nil)]
    let description = description + (hasRemarks ? ", without its comments" : "")
    if questions.isEmpty { return [Repair("merge", description, hasRemarks || !isCertain ? .choice : .consent, steps)] }
    let names = questions.map(\.field)
    let fields = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names[0]
    var ours = Repair("merge", description + ", keeping the \(fields) there", .choice, steps)
    ours.questions = questions
    let others = questions.flatMap { $0.answers.dropFirst().first?.edits ?? [] }
    let theirs = Repair(
      "merge-these", description + ", with the \(fields) of this one", .choice,
      steps + [.edit(path: kept.path, others)])
    return [ours, theirs]
  }

  /// The key of the first field that cannot be carried over, such as a field with a nested mapping, or nil if there is
  /// none.
  package var obstacle: String? {
    fields.first { if case .loss = $0.outcome { true } else { false } }?.key
  }

  /// Whether the record to delete has comments that would be lost: those on separate lines, and those after values if
  /// the remaining record does not have the same ones.
  package var hasRemarks: Bool {
    let hasLines = merged.source.split(separator: 0x0A).contains { line in
      line.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
    }
    return hasLines
      || library.schema.fields(of: kept.kind).contains { field in
        // The comment after a reference is the name of its record.
        field.type.target == nil && field.type != .id && field.type != .formerIDs && dropsComment(of: field)
      }
  }

  /// Returns whether a comment after a value of the record to delete would be lost. The comments of values that only
  /// this record has are carried over.
  private func dropsComment(of field: Field) -> Bool {
    let ours = kept.items(of: field)
    if ours.isEmpty { return false }
    let known = Set(ours.compactMap { kept.comment(after: $0) })
    return merged.items(of: field).contains { item in merged.comment(after: item).map { !known.contains($0) } ?? false }
  }

  private var references: [Repair.Step] {
    if kept.id == merged.id { return [] }
    return library.schema.fields(referringTo: merged.kind).flatMap { kind, field -> [Repair.Step] in
      library.records(kind, referringTo: merged).map { record in
        let items = record.items(of: field).filter { RecordID($0.text).flatMap { library.record($0)?.id } == merged.id }
        // Starts at the end, so that removing a comment does not change the positions of the remaining ones.
        return .edit(
          path: record.path, items.reversed().flatMap { $0.setting(to: kept, in: record, instead: merged.title) })
      }
    }
  }

  // MARK: - Fields

  /// The result for each field, with its key.
  private var fields: [(key: String, outcome: Outcome)] {
    let fields = library.schema.fields(of: kept.kind).filter { $0.type != .id && $0.type != .formerIDs }
    let own = merged.unknownFields.map { ($0.key, outcome(of: $0.key, $0.texts)) }
    return fields.map { ($0.key, ofCopies($0) ?? outcome(of: $0)) } + own
  }

  /// If the records are two copies of one book, returns the result for a field that describes copies. Returns nil for a
  /// field that is merged like any other.
  ///
  /// The fields of a loan describe one copy, so the loan of the second copy becomes an entry in the list of loans.
  private func ofCopies(_ field: Field) -> Outcome? {
    let schema = library.schema
    guard addsCopies, let copies else { return nil }
    if field.has(.copies) {
      return .edits([setting(field, to: .scalar(Scalar(String(copies), form: field.type.form)))])
    }
    // A text field gets the numbers of both records. Fields with a list are merged like other lists.
    if field.type == .text, numberFields.contains(where: { $0.index == field.index }), kept.has(field),
      merged.has(field), !isSame(field)
    {
      let numbers = [kept, merged].map { $0.texts(of: field).flatMap(CopyNumbers.split) }
      let all = numbers[0] + numbers[1].filter { number in !numbers[0].contains { CopyNumbers.areSame($0, number) } }
      return .edits([setting(field, to: .scalar(Scalar(all.joined(separator: "; "), form: field.type.form)))])
    }
    guard let holder = schema.field(.holder, of: kept.kind), kept.has(holder), merged.has(holder),
      let list = schema.field(.loans, of: kept.kind)
    else { return nil }
    if !field.roles.isDisjoint(with: [.holder, .lentOn, .due, .lentCopy]) { return .nothing }
    guard field.index == list.index, let loan = Loan.all(of: merged, schema).first(where: { $0.entry == nil }) else {
      return nil
    }
    let further = merged.items(of: list).map(scalar) + [Scalar(loan.terms.description, form: list.type.form)]
    guard let ours = kept.items(of: list).first else { return .edits([setting(list, to: .list(further))]) }
    return .edits(further.map { .append($0, to: [.key(ours.key)]) })
  }

  private func outcome(of field: Field) -> Outcome {
    let (theirs, ours) = (merged.items(of: field), kept.items(of: field))
    if theirs.isEmpty { return .nothing }
    if theirs.contains(where: \.isNested) { return isWrittenAlike(field) ? .nothing : .loss }
    if ours.isEmpty {
      return completesPeriod(field) ? .edits([setting(field, theirs)]) : .conflict(question(field, ours, theirs))
    }
    if isSame(field) { return .nothing }
    if ours.contains(where: \.isNested) { return .loss }
    if field.type.isList, !field.has(.usuallyOne) || isSuperset(field) { return .edits(appending(field, theirs, ours)) }
    if field.has(.created) || field.has(.changed) { return dated(field, theirs) }
    return .conflict(question(field, ours, theirs))
  }

  private func isWrittenAlike(_ field: Field) -> Bool {
    kept.texts(of: field) == merged.texts(of: field)
      && kept.items(of: field).map(\.isNested) == merged.items(of: field).map(\.isNested)
  }

  /// Returns whether both records have the same value, ignoring the case and accents of names and titles.
  private func isSame(_ field: Field) -> Bool {
    if kept.value(of: field) == merged.value(of: field) { return true }
    if let number = kept.texts(of: field).first.flatMap({ ISBN($0) }), field.has(.isbn) {
      return number == merged.texts(of: field).first.flatMap { ISBN($0) }
    }
    guard field.has(.title) || field.has(.creator) else { return false }
    return kept.texts(of: field).map(Folding.fold) == merged.texts(of: field).map(Folding.fold)
  }

  /// Returns whether a date that only the merged record has belongs to the same period as the dates of the remaining
  /// record. Otherwise, the start of one reading would be combined with the end of another.
  private func completesPeriod(_ field: Field) -> Bool {
    guard field.has(.started) || field.has(.finished) else { return true }
    let role: FieldRoles = field.has(.started) ? .finished : .started
    guard let other = library.schema.field(role, of: kept.kind), kept.has(other) else { return true }
    return kept.value(of: other) == merged.value(of: other)
  }

  /// Returns whether one of the two lists contains all items of the other.
  private func isSuperset(_ field: Field) -> Bool {
    let (ours, theirs) = (Set(kept.texts(of: field).map(Folding.fold)), Set(merged.texts(of: field).map(Folding.fold)))
    return ours.isSuperset(of: theirs) || theirs.isSuperset(of: ours)
  }

  private func comparable(_ text: String, _ field: Field) -> String {
    if field.type.target != nil, let id = RecordID(text) { return (library.record(id)?.id ?? id).description }
    return Folding.fold(text)
  }

  private func appending(_ field: Field, _ theirs: [FieldItem], _ ours: [FieldItem]) -> [Edit] {
    var seen = Set(ours.map { comparable($0.text, field) })
    return theirs.filter { seen.insert(comparable($0.text, field)).inserted }.map {
      .append(scalar($0), to: [.key(ours[0].key)])
    }
  }

  /// Keeps the earlier creation date. The modification date is not merged, because shelf updates it anyway.
  private func dated(_ field: Field, _ theirs: [FieldItem]) -> Outcome {
    // The dates in days or the timestamps in seconds. Both use the same unit, since the field has a single type.
    let moments = [kept, merged].map { record -> Int? in
      switch record.value(of: field) {
      case .date(let date): date.daysSince1970
      case .timestamp(let moment): moment.secondsSince1970
      default: nil
      }
    }
    guard field.has(.created), let other = moments[1], moments[0].map({ other < $0 }) ?? true else { return .nothing }
    return .edits([setting(field, theirs)])
  }

  private func setting(_ field: Field, _ items: [FieldItem]) -> Edit {
    let scalars = items.map(scalar)
    return setting(field, to: items[0].index == nil ? .scalar(scalars[0]) : .list(scalars))
  }

  private func setting(_ field: Field, to value: Value) -> Edit {
    if let key = kept.key(of: field) { return .set([.key(key)], value) }
    return .insert(key: field.key, value, into: [], after: kept.predecessor(of: field, library.schema))
  }

  private func scalar(_ item: FieldItem) -> Scalar {
    Scalar(item.text, form: item.field.type.form, comment: merged.comment(after: item))
  }

  private func question(_ field: Field, _ ours: [FieldItem], _ theirs: [FieldItem]) -> Repair.Question {
    func shown(_ items: [FieldItem]) -> String {
      items.isEmpty ? "none" : items.map(\.text).joined(separator: ", ").firstLine
    }
    var answers: [Repair.Question.Answer] = [
      (shown(ours), []), (shown(theirs), [setting(field, theirs)]),
    ].map { Repair.Question.Answer(text: $0.0, edits: $0.1) }
    if field.isLong, !field.has(.title), !ours.isEmpty {
      let both = Scalar(ours[0].text.trimmed + "\n\n" + theirs[0].text.trimmed + "\n", form: field.type.form)
      answers.append(
        Repair.Question.Answer(text: "both, one after the other", edits: [.set(ours[0].path, .scalar(both))]))
    }
    return Repair.Question(field: field.key, path: kept.path, answers: answers)
  }

  // MARK: - Undeclared fields and ids

  private func outcome(of key: String, _ texts: [String]) -> Outcome {
    // The field is empty or contains only `~`.
    if texts == [""] { return .nothing }
    let document = try? Document(merged.source)
    guard let document, let node = document.node(at: [.key(key)]) else { return .loss }
    let items = document.items(of: node)
    let isList = document.nodes[node].kind == .sequence
    let nodes = isList ? items : [node]
    let values = nodes.compactMap { document.text(of: $0) }
    let present = kept.unknownFields.first { $0.key == key }?.texts
    if present == texts { return .nothing }
    guard values.count == nodes.count, document.nodes[node].kind != .mapping else { return .loss }
    let scalars = zip(values, nodes).map { Scalar($0, comment: document.trailingComment(of: $1)) }
    let value: Value = isList ? .list(scalars) : .scalar(scalars[0])
    if let present, !present.allSatisfy(\.isEmpty) {
      return .conflict(
        Repair.Question(
          field: key, path: kept.path,
          answers: [
            Repair.Question.Answer(text: present.joined(separator: ", ").firstLine, edits: []),
            Repair.Question.Answer(text: values.joined(separator: ", ").firstLine, edits: [.set([.key(key)], value)]),
          ]))
    }
    if present != nil { return .edits([.set([.key(key)], value)]) }
    return values.isEmpty ? .nothing : .edits([.insert(key: key, value, into: [], after: kept.keys.last)])
  }

  private var formerIDs: [Edit] {
    let field = library.schema.formerIDs(of: kept.kind)
    let known = Set(kept.texts(of: field).compactMap { RecordID($0) })
    let own = Scalar(merged.id.description, form: .literal, comment: merged.title.oneLine.firstLine)
    let others = merged.items(of: field).filter { RecordID($0.text).map { !known.contains($0) } ?? false }
    let scalars = (kept.id == merged.id ? [] : [own]) + others.map(scalar)
    if scalars.isEmpty { return [] }
    if kept.key(of: field) != nil { return scalars.map { .append($0, to: [.key(field.key)]) } }
    return [.insert(key: field.key, .list(scalars), into: [], after: kept.keys.last)]
  }
}
