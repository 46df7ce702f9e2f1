import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Merges a draft with the record that it describes.
///
/// Each field is merged by a `FieldChoice`. The status, dates and progress of a reading belong together, so a
/// `ReadingChoice` decides about them first. Some drafts have less weight: an outdated file is treated as unchanged, a
/// copy does not override the original, a quote that mentions its book causes no conflicts, and incomplete fields do
/// not clear anything.
///
/// A table may be imported again under another name or from another folder. It is then treated as a separate source
/// that fills empty fields, but a value that another file of this format stated before counts as unchanged. So a field
/// that the user has cleared since then stays empty.
///
/// Whether or not they were used, the source's values become the base of the next import. The base also lists the
/// fields with conflicts, so that the next import reports them again.
extension ImportRun {
  /// Merges a draft into a record, field by field, and adds the changes to a plan.
  mutating func merge(_ draft: Draft, into record: Record, _ plan: inout EditPlan) throws(EditError) {
    if draft.isUntouched { return leave(record, to: draft) }
    var draft = draft
    let statement = self.statement(of: draft)
    let entry = base[statement]
    let known = entry?.fields
    let others = known == nil ? otherStatements(about: record, draft) : []
    // An outdated file is treated as if it contained the values of the later import.
    let isOld = known != nil && !options.updates && isOld(draft)
    // A status that was only guessed may be wrong, and so may the dates that depend on it.
    let status = draft.incomplete.contains(.status) ? known?[.status] ?? [] : []
    let isGuessed = !isOld && !status.isEmpty && status != draft[.status]
    // A copy does not override the values of the original.
    let isCopy = entry?.isPrimary ?? false && !draft.isPrimary
    var stated: FieldTexts = [:]
    var assignments: [Assignment] = []
    var changes: [(String, [String], [String])] = []
    var differences: [(String, [String], [String])] = []
    let isOlder = isOlder(draft, than: known)
    // A quote only mentions its book, whose title may look different on a device, so a difference is not worth
    // reporting.
    let isMention = draft.rows == 0
    let updatesAll = options.updates && !isMention
    var all = values(of: draft, nil, in: record)
    if let known, isOld {
      draft.readCount = known[ImportBase.readCount]?.first.flatMap { Int($0) }
      all = all.map { field, values, isOpen in
        field.key == FieldHandle.sources.key
          ? (field, values, isOpen) : (field, (known[field] ?? []).map { value($0, field) }, isOpen)
      }
    }
    let readings = isGuessed || isCopy ? [:] : self.readings(all, draft, known, others, record, updates: updatesAll)
    for field in library.schema.fields(of: record.kind) where readings[field.index] != nil {
      if !all.contains(where: { $0.field.index == field.index }) { all.append((field, [], true)) }
    }
    let loans =
      draft.isLoan
      ? self.loans(of: draft, record, known, others, isOld: isOld, updates: updatesAll, &stated) : nil
    // The family name of an author does not replace the full name.
    let isBrief = draft.isBrief && Likeness(draft).mayShareCreator(with: Likeness(record, library.schema))
    for (field, values, isOpen) in all {
      if isBrief, field.has(.creator) { continue }
      // A loan only mentions its book, so it does not change the book's title or authors.
      if draft.isLoan && (field.has(.title) || field.has(.creator)) || loans?.fields.contains(field.index) ?? false {
        continue
      }
      if isGuessed && Draft.isOfReading(field) || isOlder && draft.growing.contains(FieldHandle(field)) { continue }
      let updates = updatesAll || options.overwrittenFields.contains(field.key)
      var ours = record.texts(of: field)
      var theirs = values.map(\.text)
      if isSame(draft, theirs, as: ours, field) { theirs = ours }
      var result: FieldChoice.Result
      if let decision = readings[field.index] {
        if !isOpen { stated[field] = theirs }
        result = self.choice(of: field, ours, known, others, theirs, draft, record, updates).result(of: decision)
      } else {
        if isOpen || isCopy {
          // An incomplete field may have another value in the source, so a value guessed from part of a row is not a
          // change.
          if known != nil, !field.type.isList { continue }
          let old = known?[field] ?? (updates ? ours : [])
          if !old.isEmpty {
            guard !isCopy, field.type.isList, !theirs.isEmpty else { continue }
            theirs =
              old
              + theirs.filter { text in
                !old.contains { $0 == text || field.type == .intervals && ReadingChoice.isSame($0, text) }
              }
          }
        }
        var choice = self.choice(of: field, ours, known, others, theirs, draft, record, updates)
        if field.has(.owner), draft.isVerbatim {
          // An explicit null means that the record deliberately has no owner, not that its owner is missing.
          if draft.exportedFields.contains(where: { $0.key == field.key && $0.value.isNull }) {
            theirs = [ShelfCell.nothing]
            choice.theirs = theirs
          }
          if record.isDeliberatelyEmpty(field) {
            ours = [ShelfCell.nothing]
            choice.ours = ours
            choice.base = choice.base.map { $0.isEmpty ? [ShelfCell.nothing] : $0 }
          }
        }
        // The user has not chosen the default date, so any date from the source replaces it.
        if !theirs.isEmpty, let day = ours.first, day != theirs.first, isDefaultDay(day, field, of: record) {
          (choice.ours, choice.base, choice.isKept) = ([], nil, false)
        }
        if choice.isPoorer { continue }
        stated[field] = theirs
        if field.key == FieldHandle.sources.key {
          let added = values.filter { !ours.contains($0.text) }
          guard !added.isEmpty else { continue }
          assignments.append(Assignment(field, .add, added))
          changes.append((field.key, ours, ours + added.map(\.text)))
          continue
        }
        result = choice.result()
        if result.other != nil, let text = withRemarks(of: draft, ours, known?[field] ?? [], theirs, field) {
          result = FieldChoice.Result(texts: [text] == ours ? nil : [text])
        }
      }
      if let texts = result.texts {
        let named = texts.map { text in values.first { $0.text == text } ?? value(text, field) }
        assignments.append(Assignment(field, .set, named))
        noteMisfit(texts, field, draft)
        changes.append((field.key, names(of: ours, field), names(of: texts, field)))
      } else if let other = result.other, !isMention {
        differences.append((field.key, names(of: ours, field), names(of: other, field)))
      }
    }
    if let loans {
      assignments += loans.assignments
      changes += loans.changes
      differences += loans.differences
    }
    if isDone(draft, assignments, record), let progress = library.schema.field(.progress, of: record.kind) {
      assignments.removeAll { $0.field.index == progress.index }
      changes.removeAll { $0.0 == progress.key }
      // The source's progress belongs to a different reading only if its status also differs; otherwise the difference
      // has no meaning.
      let state = library.schema.field(.state, of: record.kind)?.key
      if !differences.contains(where: { $0.0 == state }) { differences.removeAll { $0.0 == progress.key } }
      let old = record.texts(of: progress)
      if !old.isEmpty, !isDone(draft, [], record) {
        assignments.append(Assignment(progress, .set, []))
        changes.append((progress.key, old, []))
      }
    }
    if let notes = bookNotes(of: draft, record, known, &stated) {
      let field = notes.assignment.field
      assignments.removeAll { $0.field.index == field.index }
      assignments.append(notes.assignment)
      changes.append((field.key, notes.old, notes.assignment.values.map(\.text)))
    }
    var kept = differences.map(\.0)
    let undeclared = undeclaredChanges(of: draft, record, known, &stated)
    changes += undeclared.changes
    differences += undeclared.differences
    kept += undeclared.differences.map { ImportRun.undeclaredKey($0.0).key }
    kept += (known?[ImportBase.kept] ?? []).filter { key in
      stated[FieldHandle(named: key)] == nil && !kept.contains(key)
    }
    if !kept.isEmpty || known?[ImportBase.kept] != nil { stated[ImportBase.kept] = kept.sorted() }
    if let count = draft.readCount { stated[ImportBase.readCount] = [String(count)] }
    if draft.isOfBibliography, let known, !isOld { stated[ImportBase.formerNames] = formerNames(of: draft, known) }
    if isOfSeparateFile(draft), statement.file.isEmpty { stated[ImportBase.place] = [place(of: draft)] }
    addNames(of: draft, known: known, assignments, of: record, &stated)
    let path = record.path
    if !differences.isEmpty {
      if changes.isEmpty { summary.different += draft.count }
      if !others.isEmpty, draft.statedID == nil, !draft.isLoan { summary.renamedFiles.insert(draft.file) }
      summary.differences.append(
        ImportSummary.RecordChange(kind: record.kind, title: record.title, path: path, fields: differences))
    }
    if changes.isEmpty {
      summary.unchanged += draft.count
    } else {
      for assignment in assignments where assignment.field.type.target != nil { try make(assignment.values, &plan) }
      try plan.change(record, assignments, others: undeclared.values)
      let left = min(loans?.left ?? 0, draft.count)
      summary.changed += draft.count - left
      summary.unchanged += left
      if !differences.isEmpty { summary.different += left }
      let change = ImportSummary.RecordChange(kind: record.kind, title: record.title, path: path, fields: changes)
      // The changes by a row of a list of loans include those by earlier rows, so they replace the entry for those.
      if let place = loanChanges[record.id] {
        summary.changes[place] = change
      } else {
        if draft.isLoan { loanChanges[record.id] = summary.changes.count }
        summary.changes.append(change)
      }
    }
    base.remember(statement, record.id, stated, isPrimary: draft.isPrimary)
  }

  /// Returns the text of a field with the remarks that a reading log adds to it, or nil for any other draft or field.
  /// The rows of a reading log have dates, and do not describe editions.
  ///
  /// A remark that the text contains with or without the date of its reading is not added again.
  ///
  /// - Parameter former: the text at the last import. If it contains a remark that is missing from the record, the user
  ///   has changed or removed this remark, so it is not added again.
  private func withRemarks(
    of draft: Draft, _ ours: [String], _ former: [String], _ theirs: [String], _ field: Field
  ) -> String? {
    let handle = FieldHandle(field)
    let isEdition = [FieldHandle.publisher, .place, .edition, .editionDate].contains { !draft[$0].isEmpty }
    guard draft.isKnownByTitle, !isEdition, Draft.remarks.contains(handle), field.isLong, let old = ours.first,
      let new = theirs.first, draft.joinedRemarks.contains(handle) || draft.dated(new, handle) != new
    else { return nil }
    func paragraphs(_ text: String) -> [String] {
      text.split(separator: "\n\n").map(\.trimmed).filter { !$0.isEmpty }
    }
    func take(_ paragraph: String, from texts: inout [String]) -> Bool {
      let bare = String(paragraph.trimmingPrefix(#/\d{4}(-\d\d){0,2}:\x20/#))
      guard let place = texts.firstIndex(of: paragraph) ?? texts.firstIndex(of: bare) else { return false }
      texts.remove(at: place)
      return true
    }
    var (known, imported) = (paragraphs(old), paragraphs(former.first ?? ""))
    let added = paragraphs(draft.dated(new, handle)).filter { paragraph in
      let (isKnown, isImported) = (take(paragraph, from: &known), take(paragraph, from: &imported))
      return !isKnown && !isImported
    }
    return added.isEmpty ? old : CleanText.lines(([old.trimmed] + added).joined(separator: "\n\n"))
  }

  /// Returns what other files of this format have stated about a record, if each file is a separate source.
  private func otherStatements(about record: Record, _ draft: Draft) -> [FieldTexts] {
    guard isOfSeparateFile(draft) else { return [] }
    return base.entries(of: key(of: draft)).filter { index.record($0.id)?.id == record.id }.map(\.fields)
  }

  /// Returns whether all files that contain a draft are outdated.
  private func isOld(_ draft: Draft) -> Bool {
    !draft.isVerbatim && oldFiles.contains(draft.file) && draft.otherFiles.allSatisfy(oldFiles.contains)
  }

  /// Returns whether a draft is an older state of a record. This is the case if text that only grows was longer at the
  /// last import.
  private func isOlder(_ draft: Draft, than known: FieldTexts?) -> Bool {
    guard let field = draft.growing.first, let old = known?[field]?.first, let new = draft.first(field),
      old.utf8.count > new.utf8.count
    else { return false }
    return Folding.fold(old).contains(Folding.fold(new))
  }

  /// Returns a field's text values for display, with titles instead of the ids of references.
  private func names(of texts: [String], _ field: Field) -> [String] {
    guard field.type.target != nil else { return texts }
    return texts.map { text in RecordID(text).flatMap { library.record($0)?.title ?? names.name(of: $0) } ?? text }
  }

  func value(_ text: String, _ field: Field) -> Assignment.Value {
    guard field.type.target != nil, let id = RecordID(text) else { return Assignment.Value(text: text) }
    return Assignment.Value(text: text, name: library.record(id)?.title ?? titles[id])
  }
}
