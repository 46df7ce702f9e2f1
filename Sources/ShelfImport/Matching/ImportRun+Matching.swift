import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Finds the record that a draft describes.
///
/// The strongest evidence comes first: the user's choice, an id that shelf wrote, the record from the last import, a
/// shared source, and the id that would be derived from the draft's key. If none of these identifies a record, a book
/// is found by its ISBN or by its title and authors, and a quote by its text. In a round, each record is matched with
/// one draft, except for records that were merged in the library: all of their drafts describe the remaining record.
extension ImportRun {
  /// Returns the record that a draft describes, or nil if the library does not have it.
  ///
  /// - Parameter known: the id of the record that the last import created or found for the draft.
  func match(_ draft: Draft, _ known: RecordID?, _ likeness: Likeness?, _ owner: RecordID?) -> Record? {
    func usable(_ record: Record?) -> Record? {
      record.flatMap { $0.kind == draft.kind && isFree($0, for: draft) ? $0 : nil }
    }
    if draft.isNew { return nil }
    if let about = draft.about { return usable(library.record(about)) }
    if let id = draft.id {
      if let namesake = namesakes[id] { return library.record(namesake) }
      return usable(library.record(id))
    }
    if let id = draft.statedID {
      // If books were merged in the library, all of their notes belong to the remaining book.
      return index.record(id).flatMap { $0.kind == draft.kind && ($0.id != id || !claimed.contains(id)) ? $0 : nil }
    }
    // If records were merged in the library, all of their rows describe the remaining record.
    if let known, let record = index.record(known), record.kind == draft.kind {
      if record.id != known || !claimed.contains(record.id) { return record }
    }
    if let record = remainder(of: draft) { return record }
    let own = draft.sources.first
    for source in draft.sources {
      guard let record = index.record(source: source), record.kind == draft.kind else { continue }
      // The row's own key has already been assigned. Any other key that is unique only within its file is not
      // sufficient evidence.
      if source != own, draft.kind == .book, SourceKey.reach(of: source) == .local,
        !(likeness.map { isLike(draft, $0, record) } ?? false)
      {
        continue
      }
      if source == own && known != nil || isFree(record, for: draft) { return record }
    }
    if let record = usable(library.record(newID(of: draft))) { return record }
    switch draft.kind {
    case .book:
      return likeness.flatMap { likeness in
        candidates(draft, likeness).first { usable($0) != nil }
          ?? (draft.rows == 0 || draft.isLoan ? mentioned(draft, likeness) : nil)
          ?? (draft.isBrief ? briefMatch(draft, likeness).flatMap(usable) : nil)
      }
    case .quote: return quote(draft, owner) { usable($0) }
    default: return nil
    }
  }

  /// Returns the quote that a draft describes, by its text.
  ///
  /// A table that shelf exported identifies each quote's book only by title and authors, and several editions may share
  /// these.
  private func quote(_ draft: Draft, _ owner: RecordID?, _ usable: (Record?) -> Record?) -> Record? {
    let text = draft.first(.text) ?? ""
    guard draft.isVerbatim else {
      return owner.flatMap { usable(index.quotes(of: $0, CleanText.lines(text)).last) }
    }
    var books: [RecordID?] = [owner]
    if let book = owner.flatMap({ library.record($0) }) {
      let likeness = Likeness(book, library.schema)
      books += index.alike(likeness).filter { likeness.isSame(as: Likeness($0, library.schema)) }.map(\.id)
    }
    let quotes = books.flatMap { index.quotes(of: $0, text) }.filter { usable($0) != nil }
    // The comparison ignores case and spaces. If several quotes match, a quote with exactly the same text and position
    // takes precedence.
    func isExact(_ quote: Record) -> Bool { quote.title.trimmed == text.trimmed }
    func isInPlace(_ quote: Record) -> Bool { [.page, .location].allSatisfy { texts($0, of: quote) == draft[$0] } }
    return quotes.first { isExact($0) && isInPlace($0) } ?? quotes.first(where: isExact) ?? quotes.first
  }

  /// Returns the record that a draft's own book was merged into, or nil if it was not merged.
  func remainder(of draft: Draft) -> Record? {
    let id = newID(of: draft)
    return index.record(id).flatMap { $0.kind == draft.kind && $0.id != id ? $0 : nil }
  }

  /// Returns whether a record is free for a draft: no other draft of the round is matched with it, and no note in the
  /// draft's file states its id.
  private func isFree(_ record: Record, for draft: Draft) -> Bool {
    !claimed.contains(record.id) && !(statedIDs[draft.file]?.contains(record.id) ?? false)
  }

  /// Returns the books in the library that a draft may describe, judging by its ISBN, title and authors. The copy with
  /// the draft's number comes first, and copies with other numbers are left out.
  private func candidates(_ draft: Draft, _ likeness: Likeness) -> [Record] {
    let found = index.books(like: likeness, draft, but: numbers[draft.file] ?? []).filter { record in
      (reserved[record.id] ?? draft.key) == draft.key
        && !isOther(
          draft, likeness, than: index.sources(of: record), texts(.series, of: record),
          number: Likeness(record, library.schema).number)
    }
    if numberFields.isEmpty { return found }
    let compared = found.map { ($0, comparedCopy(draft, with: $0)) }
    return compared.filter { $0.1 == .same }.map(\.0) + compared.filter { $0.1 == .unknown }.map(\.0)
  }

  /// Returns the book that a draft mentions, if the library has exactly one such book. This is for sources that only
  /// mention their books, such as lists of quotes. They often omit the subtitle, the author's given names, or the
  /// author.
  private func mentioned(_ draft: Draft, _ likeness: Likeness) -> Record? {
    let books = index.allNear(likeness).filter { record in
      !SeriesPlace.tellApart(draft[.series], texts(.series, of: record))
    }
    return books.count == 1 ? books[0] : nil
  }

  /// Returns the books that a row of a reading diary may be about, if it names the author more briefly than they do.
  func briefMatches(_ draft: Draft, _ likeness: Likeness) -> [Record] {
    index.oldestFirst(index.allNear(likeness).filter { !likeness.sharesCreator(with: Likeness($0, library.schema)) })
  }

  /// Returns the only one of these books, or the one that was added first if they are copies of one book. Otherwise
  /// returns nil.
  func briefMatch(_ draft: Draft, _ likeness: Likeness) -> Record? {
    let books = briefMatches(draft, likeness)
    guard let first = books.first.map({ Likeness($0, library.schema) }) else { return nil }
    return books.dropFirst().allSatisfy { first.sharesCreator(with: Likeness($0, library.schema)) } ? books[0] : nil
  }

  /// Returns whether a draft and a record describe the same book. This confirms a match by a source that other books
  /// may also have.
  private func isLike(_ draft: Draft, _ likeness: Likeness, _ record: Record) -> Bool {
    likeness.agrees(with: Likeness(record, library.schema))
      && !isOther(draft, likeness, than: index.sources(of: record), texts(.series, of: record))
  }

  func texts(_ field: FieldHandle, of record: Record) -> [String] {
    library.schema.field(field.key, of: record.kind).map { record.texts(of: $0) } ?? []
  }

  /// Returns whether a draft describes a different book than a similar one, even if both have the same title and
  /// authors.
  ///
  /// - Parameter number: the ISBN of the other book. If the draft has the same ISBN, different ids in the same
  ///   catalogue do not matter, because a catalogue may list a book twice.
  private func isOther(
    _ draft: Draft, _ likeness: Likeness, than sources: [String], _ series: [String], number: ISBN? = nil
  ) -> Bool {
    let own = sources.filter { $0.hasPrefix(format + ":") }
    let hasOneNumber = number != nil && number == likeness.number
    return isAnother(draft, than: own) || isNamesake(draft, likeness, own)
      || !hasOneNumber && SourceKey.tellApart(draft.sources, sources)
      || SeriesPlace.tellApart(draft[.series], series)
  }

  /// Returns whether a draft has only the title in common with a book that has a different key in the same format.
  private func isNamesake(_ draft: Draft, _ likeness: Likeness, _ sources: [String]) -> Bool {
    guard likeness.creators.isEmpty, likeness.number == nil, !sources.isEmpty else { return false }
    let own = draft.sources.filter { $0.hasPrefix(format + ":") }
    return !own.isEmpty && Set(own).isDisjoint(with: sources)
  }

  /// Returns whether another row in the draft's files has one of the sources, which shows that the draft describes a
  /// different book.
  private func isAnother(_ draft: Draft, than sources: [String]) -> Bool {
    let files = [draft.file] + draft.otherFiles
    return !sources.allSatisfy { source in
      draft.sources.contains(source) || !(stated[source] ?? []).contains { files.contains($0) }
    }
  }

  /// Reports a row that was matched with a book although both have keys from this format and the keys differ.
  mutating func note(_ draft: Draft, isTakenFor record: Record) {
    guard draft.kind == .book, draft.rows > 0, !draft.isVerbatim else { return }
    note(draft, isEditionOf: record)
    let own = draft.sources.filter { $0.hasPrefix(format + ":") }
    let known = index.sources(of: record).filter { $0.hasPrefix(format + ":") }
    guard let source = known.first, !own.isEmpty, Set(own).isDisjoint(with: known) else { return }
    let title = CleanText.short(draft.title ?? "")
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” was matched with \(record.path), which was imported as \(source)", file: draft.file,
        line: draft.line))
  }

  /// Reports which of several equal books, such as copies, a new row of a reading diary was matched with.
  mutating func noteCopies(_ draft: Draft, _ likeness: Likeness, isTakenFor record: Record) {
    guard draft.isKnownByTitle, draft.isOfReading, !draft.isVerbatim, base[statement(of: draft)] == nil else { return }
    let count = max(index.books(like: likeness, draft).count, draft.isBrief ? briefMatches(draft, likeness).count : 0)
    if count < 2 { return }
    summary.problems.append(
      ImportProblem(
        .note, "\(count) books have this title and author; the row is about \(record.path)", file: draft.file,
        line: draft.line))
  }

  /// Reports a row that was matched with a book by title and author although it describes an edition from a different
  /// year.
  ///
  /// Only bibliographies cite editions. In other sources, the year is often the year of first publication.
  private mutating func note(_ draft: Draft, isEditionOf record: Record) {
    guard ImportFormat.named(format)?.namesFields ?? false else { return }
    func year(_ texts: [String]) -> String? { texts.first.map { String($0.prefix(4)) } }
    let mine = year(draft[.editionDate]) ?? year(draft[.year])
    let others = year(texts(.editionDate, of: record)) ?? year(texts(.year, of: record))
    let numbers = [draft[.isbn], texts(.isbn, of: record)].map { Set($0.compactMap { ISBN(exported: $0) }) }
    guard let mine, let others, mine != others, numbers[0].isDisjoint(with: numbers[1]) else { return }
    let title = CleanText.short(draft.title ?? "")
    let also = numbers.allSatisfy { !$0.isEmpty } ? ", with another ISBN," : ""
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” of \(mine)\(also) was taken for the edition of \(others) in \(record.path)",
        file: draft.file, line: draft.line))
  }

  /// Returns the books of the library by the numbers of their copies. If no row is a loan with a number, the result is
  /// empty.
  func booksByNumber() -> [String: [RecordID]] {
    guard drafts.contains(where: { $0.isLoan && !$0.copyNumber.isEmpty }) else { return [:] }
    var books: [String: [RecordID]] = [:]
    let fields = CopyNumbers.fields(of: .book, library.schema)
    for record in library.records(of: .book) {
      let numbers = fields.flatMap { record.texts(of: $0) }.flatMap { [$0] + CopyNumbers.split($0) }
      for number in Set(numbers.map(CopyNumbers.key)) { books[number, default: []].append(record.id) }
    }
    return books
  }

  /// Returns the only book with the number of a row in a list of loans.
  func numberedBook(_ draft: Draft) -> Record? {
    guard draft.isLoan, !draft.copyNumber.isEmpty, let found = numberedBooks[draft.copyNumber], found.count == 1
    else { return nil }
    return library.record(found[0])
  }

  /// Returns the reason to reject a loan if its number and its title belong to different books. If no book has the
  /// title, it is treated as a misspelling, which is reported.
  mutating func contradiction(of draft: Draft, _ likeness: Likeness, _ book: Record) -> String? {
    let (title, own) = (Folding.letters(draft.title ?? ""), Folding.letters(book.title))
    let alike = index.alike(likeness) + index.allNear(likeness)
    if title.contains(own) || own.contains(title) || alike.contains(where: { $0.id == book.id }) { return nil }
    let texts = [draft.title ?? "", book.title].map { CleanText.short($0) }
    if !alike.isEmpty { return "the number belongs to “\(texts[1])”, not to “\(texts[0])”" }
    summary.problems.append(
      ImportProblem(
        .note, "the number belongs to “\(texts[1])”, so “\(texts[0])” is taken for it", file: draft.file,
        line: draft.line))
    return nil
  }
}
