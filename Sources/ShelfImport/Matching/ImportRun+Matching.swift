import ShelfFormats
import ShelfModel
import ShelfStore

/// Which record a draft is about.
extension ImportRun {
  /// Returns the record that a draft is about; nil if the library does not have it.
  ///
  /// - Parameter known: the record that the last import made of it, or found for it.
  func match(_ draft: Draft, _ known: RecordID?, _ likeness: Likeness?, _ owner: RecordID?) -> Record? {
    func usable(_ record: Record?) -> Record? {
      record.flatMap { $0.kind == draft.kind && isFree($0, for: draft) ? $0 : nil }
    }
    if draft.isNew { return nil }
    if let about = draft.about { return usable(library.record(about)) }
    if let id = draft.id { return usable(library.record(id)) }
    if let id = draft.statedID {
      // Books that were merged here are several notes there, which are all about the one that is left.
      return index.record(id).flatMap { $0.kind == draft.kind && ($0.id != id || !claimed.contains(id)) ? $0 : nil }
    }
    // Two records that were merged here are two rows there, which are both about the one that is left.
    if let known, let record = index.record(known), record.kind == draft.kind {
      if record.id != known || !claimed.contains(record.id) { return record }
    }
    let own = draft.sources.first
    for source in draft.sources {
      guard let record = index.record(source: source), record.kind == draft.kind else { continue }
      // Which book the row's own key names is settled.
      if source != own, draft.kind == .book, SourceKey.reach(of: source) == .file,
        !(likeness.map { isLike(draft, $0, record) } ?? false)
      {
        continue
      }
      if source == own && known != nil || isFree(record, for: draft) { return record }
    }
    if let record = usable(library.record(newID(of: draft))) { return record }
    switch draft.kind {
    case .book:
      return likeness.flatMap { likeness in candidates(draft, likeness).first { usable($0) != nil } }
    case .quote: return owner.flatMap { usable(index.quote(of: $0, CleanText.lines(draft.first(.text) ?? ""))) }
    default: return nil
    }
  }

  /// Returns whether neither a draft of this round nor another one of the same file, by an id of shelf's own, is about a
  /// record.
  private func isFree(_ record: Record, for draft: Draft) -> Bool {
    !claimed.contains(record.id) && !(statedIDs[draft.file]?.contains(record.id) ?? false)
  }

  /// Returns the books of the library that a draft may be about by all that it says of the book.
  private func candidates(_ draft: Draft, _ likeness: Likeness) -> [Record] {
    index.books(like: likeness, draft, but: numbers[draft.file] ?? []).filter { record in
      !isOther(
        draft, likeness, than: index.sources(of: record), texts(.series, of: record),
        number: Likeness(record, library.schema).number)
    }
  }

  /// Returns whether what a draft says of its book agrees with a record that has a name in common with it which may be
  /// that of any book.
  private func isLike(_ draft: Draft, _ likeness: Likeness, _ record: Record) -> Bool {
    likeness.agrees(with: Likeness(record, library.schema))
      && !isOther(draft, likeness, than: index.sources(of: record), texts(.series, of: record))
  }

  func texts(_ field: FieldHandle, of record: Record) -> [String] {
    library.schema.field(field.key, of: record.kind).map { record.texts(of: $0) } ?? []
  }

  /// Returns whether a draft is about another book than one that resembles it, although they may share title and authors.
  ///
  /// - Parameter number: the number of the other book, which may have two numbers in a catalogue where it has one.
  private func isOther(
    _ draft: Draft, _ likeness: Likeness, than sources: [String], _ series: [String], number: ISBN? = nil
  ) -> Bool {
    let own = sources.filter { $0.hasPrefix(format + ":") }
    let hasOneNumber = number != nil && number == likeness.number
    return isAnother(draft, than: own) || isNamesake(draft, likeness, own)
      || !hasOneNumber && SourceKey.tellApart(draft.sources, sources)
      || SeriesName.tellApart(draft[.series], series)
  }

  /// Returns whether a draft has only its title in common with a book that its format calls otherwise.
  private func isNamesake(_ draft: Draft, _ likeness: Likeness, _ sources: [String]) -> Bool {
    guard likeness.makers.isEmpty, likeness.number == nil, !sources.isEmpty else { return false }
    let own = draft.sources.filter { $0.hasPrefix(format + ":") }
    return !own.isEmpty && Set(own).isDisjoint(with: sources)
  }

  /// Returns whether a draft's own file has a book beside it that came from certain places, and is another one therefore.
  private func isAnother(_ draft: Draft, than sources: [String]) -> Bool {
    let files = [draft.file] + draft.otherFiles
    return !sources.allSatisfy { source in
      draft.sources.contains(source) || !(stated[source] ?? []).contains { files.contains($0) }
    }
  }

  /// Says so where a row with a number of its own is about a book that came with another one.
  mutating func note(_ draft: Draft, isTakenFor record: Record) {
    guard draft.kind == .book, draft.rows > 0, !draft.isVerbatim else { return }
    let own = draft.sources.filter { $0.hasPrefix(format + ":") }
    let known = index.sources(of: record).filter { $0.hasPrefix(format + ":") }
    guard let source = known.first, !own.isEmpty, Set(own).isDisjoint(with: known) else { return }
    let title = CleanText.short(draft.title ?? "")
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” is taken for \(record.path), which came as \(source)", file: draft.file, line: draft.line))
  }
}
