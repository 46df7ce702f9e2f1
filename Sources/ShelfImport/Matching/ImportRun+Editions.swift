import ShelfModel
import ShelfStore
import ShelfText

/// Finds the records of editions and copies: rows of a file with the same title and authors that contradict each other
/// (see `EditionTraits`).
///
/// Each row must find its own record at every later import, even if the rows are in a different order or the records
/// were edited. So each row is compared with all books that are known by a variant of the key, as the last import and
/// the library describe them, and the pair with the fewest contradictions is matched first. A row that contradicts all
/// of them is a new book.
///
/// If the library declares a field for the numbers of copies (see `CopyNumber`), a row whose number differs from a
/// book's is never matched with this book: it is another copy, and its number would be lost.
///
/// If a book was merged into another one, perhaps in another clone, the row that would get its id describes the
/// remaining book, even if it contradicts it.
extension ImportRun {
  /// The similarity of a row and a known book.
  private struct Fit: Comparable {
    let copy: EditionTraits.CopyComparison
    let contradictions: Int
    let agreements: Int
    let row: Int
    let place: Int

    static func < (a: Fit, b: Fit) -> Bool {
      if a.copy != b.copy { return a.copy.rawValue < b.copy.rawValue }
      return (a.contradictions, -a.agreements, a.row, a.place) < (b.contradictions, -b.agreements, b.row, b.place)
    }

    /// Whether the row may be an edited form of the known book.
    var isPlausible: Bool {
      switch copy {
      case .same: true
      case .unknown: contradictions <= 1 || agreements >= contradictions
      case .different: false
      }
    }
  }

  /// The maximum number of pairs to compare.
  private static let maxPairs = 20_000

  /// Returns the keys for rows that share a key and have no other identifier. Returns nil if there are too many rows to
  /// compare.
  func assignedEditions(_ positions: [Int], _ key: String, _ variants: [String]) -> [String]? {
    var known: [(key: String, traits: [EditionTraits])] = []
    var number = 1
    var candidates: [String] = []
    while number <= positions.count || isKnown(SourceKey.numbered(key, number), drafts[positions[0]], variants) {
      candidates.append(SourceKey.numbered(key, number))
      number += 1
    }
    for key in candidates + variants where !known.contains(where: { $0.key == key }) {
      let traits = self.traits(key, drafts[positions[0]])
      if !traits.isEmpty { known.append((key, traits)) }
      if known.count * positions.count > ImportRun.maxPairs { return nil }
    }
    let merged = known.indices.filter { isOfMerged(known[$0].key, drafts[positions[0]]) }
    let found = matched(positions.map { EditionTraits(drafts[$0]) }, known.map(\.traits), merged: Set(merged))
    // A key that belongs to a book that is no longer in the file is not reused for another book.
    var given = Set(known.map(\.key))
    var free = 1
    return found.map { place in
      if let place { return known[place].key }
      while given.contains(SourceKey.numbered(key, free)) { free += 1 }
      let next = SourceKey.numbered(key, free)
      given.insert(next)
      return next
    }
  }

  /// Reserves the records of rows that share a key, so that no other row of the file is matched with them by its title.
  ///
  /// A book that is not known by one of the keys is reserved for the row with the fewest contradictions.
  mutating func reserveEditions(_ positions: [Int]) {
    var unplaced: [Int] = []
    for position in positions {
      let draft = drafts[position]
      let known = base.id(of: key(of: draft)) ?? newID(of: draft)
      if let record = index.record(known) {
        reserved[record.id] = draft.key
      } else if base.id(of: key(of: draft)) == nil {
        unplaced.append(position)
      }
    }
    guard positions.count > 1, let first = unplaced.first else { return }
    let likeness = Likeness(drafts[first])
    let others = index.alike(likeness).filter { record in
      reserved[record.id] == nil && likeness.isSame(as: Likeness(record, library.schema))
    }
    if others.isEmpty || others.count * unplaced.count > ImportRun.maxPairs { return }
    let found = matched(unplaced.map { EditionTraits(drafts[$0]) }, others.map { [traits(of: $0)] })
    for record in others { reserved[record.id] = "" }
    for (position, place) in zip(unplaced, found) {
      if let place { reserved[others[place].id] = drafts[position].key }
    }
  }

  /// Returns for each row the index of the known book that it describes, or nil for a new book.
  ///
  /// - Parameter merged: the indices of books that were merged into others, so that only the others are described.
  private func matched(_ rows: [EditionTraits], _ known: [[EditionTraits]], merged: Set<Int> = []) -> [Int?] {
    var fits: [Fit] = []
    for (row, traits) in rows.enumerated() {
      for (place, others) in known.enumerated() {
        let all = others.map { other in
          Fit(
            copy: traits.comparedCopy(with: other, numberedBy: numberFields),
            contradictions: traits.contradictions(of: other).count, agreements: traits.agreements(with: other),
            row: row, place: place)
        }
        guard let best = all.min() else { continue }
        if best.isPlausible || merged.contains(place) && best.copy != .different { fits.append(best) }
      }
    }
    var found = [Int?](repeating: nil, count: rows.count)
    var taken: Set<Int> = []
    for fit in fits.sorted() where found[fit.row] == nil && taken.insert(fit.place).inserted {
      found[fit.row] = fit.place
    }
    return found
  }

  // MARK: - Numbers of copies

  /// Returns the fields that number copies, according to the files of this round and the library.
  func fieldsOfNumbers() -> Set<FieldHandle> {
    let books = drafts.filter { $0.kind == .book && $0.rows > 0 && !$0.isVerbatim && !$0.isLoan }
    let fields = library.schema.customFields(of: .book).filter { field in
      guard CopyNumber.canBeIn(field) else { return false }
      let files = Dictionary(grouping: books.filter { $0.first(FieldHandle(field)) != nil }, by: \.file)
      if files.isEmpty { return false }
      let places = files.values.map { $0.compactMap { $0.first(FieldHandle(field)) } }
      let records = library.records(of: .book)
      let known = records.compactMap { $0.texts(of: field).first }
      return CopyNumber.areNumbered(
        field, by: places + [known],
        tellsCopies: tellsCopies(books.map { ($0.title ?? "", $0.first(FieldHandle(field))) })
          || tellsCopies(records.map { ($0.title, $0.texts(of: field).first) }))
    }
    return Set(fields.map { FieldHandle($0) })
  }

  /// Returns whether books with one title have different values of a field.
  private func tellsCopies(_ books: [(title: String, value: String?)]) -> Bool {
    var known: [String: String] = [:]
    return books.contains { book in
      guard let value = book.value.map(CopyNumbers.key) else { return false }
      let title = Folding.fold(book.title)
      defer { known[title] = known[title] ?? value }
      return known[title].map { $0 != value } ?? false
    }
  }

  /// Returns whether a draft states the number of a copy. A list of loans may number the loans.
  private func hasNumber(_ draft: Draft) -> Bool {
    !draft.isLoan && numberFields.contains { draft.first($0) != nil }
  }

  /// Returns whether a draft has the number of another copy than each book that is known by its key.
  func isOtherCopy(_ draft: Draft) -> Bool {
    if !hasNumber(draft) { return false }
    let traits = EditionTraits(draft)
    let known = self.traits(draft.key, draft).map { traits.comparedCopy(with: $0, numberedBy: numberFields) }
    return known.contains(.different) && !known.contains(.same)
  }

  /// Compares the number of a draft's copy with that of a book.
  func comparedCopy(_ draft: Draft, with record: Record) -> EditionTraits.CopyComparison {
    if !hasNumber(draft) { return .unknown }
    return EditionTraits(draft).comparedCopy(with: traits(of: record), numberedBy: numberFields)
  }

  /// Returns a book of the library that a draft is another copy of, judging by their numbers, or nil if there is none.
  func book(withOtherCopy draft: Draft, _ likeness: Likeness) -> Record? {
    if !hasNumber(draft) { return nil }
    return index.alike(likeness).first { record in
      likeness.isSame(as: Likeness(record, library.schema)) && comparedCopy(draft, with: record) == .different
    }
  }

  /// Returns whether a book is known by a variant of a draft's key, either from the library or from an earlier import.
  func isKnown(_ key: String, _ draft: Draft, _ variants: [String] = []) -> Bool {
    variants.contains(key) || derivedRecord(key, draft) != nil
  }

  /// Returns the record whose id is derived from a variant of a draft's key. In another clone of the library, this is
  /// the only evidence, because git ignores the import bases.
  private func derivedRecord(_ key: String, _ draft: Draft) -> Record? {
    var draft = draft
    draft.rename(to: key)
    return index.record(ImportRun.newID(of: draft, format))
  }

  /// Returns whether the record whose id is derived from a variant of a draft's key was merged into another one, and no
  /// earlier import describes it.
  private func isOfMerged(_ key: String, _ draft: Draft) -> Bool {
    var named = draft
    named.rename(to: key)
    guard base.entries(of: Draft.Key(kind: .book, text: key)).isEmpty, let record = derivedRecord(key, draft) else {
      return false
    }
    return record.id != ImportRun.newID(of: named, format)
  }

  /// Returns the descriptions of the book that is known by a variant of a draft's key: those from the last imports, and
  /// that of the library's record.
  private func traits(_ key: String, _ draft: Draft) -> [EditionTraits] {
    let entries = base.entries(of: Draft.Key(kind: .book, text: key))
    let fields = library.schema.fields(of: .book).map { FieldHandle($0) }
    let record = entries.first.flatMap { index.record($0.id) } ?? derivedRecord(key, draft)
    return entries.map { entry in EditionTraits(fields) { entry.fields[$0] ?? [] } }
      + (record.map { [traits(of: $0)] } ?? [])
  }

  private func traits(of record: Record) -> EditionTraits {
    EditionTraits(library.schema.fields(of: .book).map { FieldHandle($0) }) { texts($0, of: record) }
  }
}
