import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Assigns keys to books whose keys in the source are unique only within their file, so that another file may use the
/// same key for a different book.
extension ImportRun {
  /// Returns distinct keys for drafts from a file that share a key, if that key is unique only within the file.
  mutating func assignedInFile(_ positions: [Int], _ key: String, _ variants: KeyVariants) -> [String] {
    let table = table(of: key, variants, drafts[positions[0]])
    let found = table.keys(of: positions.map { KeyedBook(drafts[$0]) })
    return completed(found, positions, key, table)
  }

  /// Returns a table of the known books that share a key, with their descriptions for a draft's file.
  private func table(of key: String, _ variants: KeyVariants, _ draft: Draft) -> DraftKeyTable {
    var table = DraftKeyTable()
    for key in [key] + variants.all {
      let record = record(key, draft)
      if let said = lastDescription(Draft.Key(kind: .book, text: key), record, draft) { table.add(key, said) }
      if let record { table.add(key, KeyedBook { texts($0, of: record) }, path: record.path) }
    }
    let place = place(of: draft)
    for (file, keys) in variants.ofFiles {
      for key in keys.sorted() {
        table.reserve(key)
        guard draft.isOfBibliography, file == place else { continue }
        if let said = lastDescription(Draft.Key(kind: .book, text: key, file: file), record(key, draft), draft) {
          table.add(key, said)
        }
      }
    }
    return table
  }

  /// Returns the keys of a file's books, with new keys for the books that have no known key.
  private mutating func completed(
    _ found: [String?], _ positions: [Int], _ key: String, _ table: DraftKeyTable
  ) -> [String] {
    var given = Set(found.compactMap(\.self))
    var free = 1
    return zip(found, positions).map { known, position in
      if let known { return known }
      while given.contains(SourceKey.numbered(key, free)) { free += 1 }
      var next = SourceKey.numbered(key, free)
      if table.has(next), !isMerged(next, drafts[position]) { next = qualified(next, drafts[position], given, table) }
      given.insert(next)
      return next
    }
  }

  /// Returns whether the book with this key was merged into another book in the library.
  ///
  /// The id alone does not show that, because another file may use the key for another book. But a merge also writes
  /// the title of the merged book next to its former id.
  private func isMerged(_ key: String, _ draft: Draft) -> Bool {
    var named = draft
    named.rename(to: key)
    let id = newID(of: named)
    guard let record = library.record(id), record.id != id, let title = draft.first(.title) else { return false }
    let former = record.items(of: library.schema.formerIDs(of: record.kind)).first { RecordID($0.text) == id }
    return former?.comment.map { Folding.fold($0.trimmed) == Folding.fold(title.trimmed) } ?? false
  }

  /// Returns the key for a book whose own key belongs to a different book, and reports the clash.
  private mutating func qualified(_ key: String, _ draft: Draft, _ given: Set<String>, _ table: DraftKeyTable) -> String
  {
    let qualified = SourceKey.qualified(key, draft.first(.title) ?? "", draft[.author])
    // An earlier import assigned this key to the book, which has been edited in the library since then.
    if table.has(qualified), !given.contains(qualified) { return qualified }
    var next = qualified
    var number = 1
    while table.has(next) || given.contains(next) {
      number += 1
      next = SourceKey.numbered(qualified, number)
    }
    let title = CleanText.short(draft.first(.title) ?? "")
    let other = table.name(of: key).map { "the key of \($0)" } ?? "the key of another book"
    summary.problems.append(
      ImportProblem(
        .note, "the key “\(CleanText.short(draft.bareKey))” of “\(title)” is also \(other); they remain separate books",
        file: draft.file, line: draft.line))
    return next
  }
}
