import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Reads references in tables that shelf exported. Such tables have a column of ids and a column of names for each
/// reference field.
extension ImportRun {
  /// Returns a field's ids from a table that shelf exported.
  ///
  /// If only the cell with the names was edited and all names are known, returns the ids of those names. Otherwise,
  /// returns the ids in the table and reports names that cannot be used.
  mutating func ids(_ texts: [String], _ field: Field, _ target: Kind, _ draft: Draft) -> [String] {
    guard let cell = draft.nameColumns[field.key] else { return texts }
    let texts = restored(texts, cell, target)
    let column = FieldHandle(named: field.key + ShelfColumn.nameSuffix)
    let ids = texts.compactMap { RecordID($0) }
    // The records' names in the library and in the file, respectively.
    let here = ids.compactMap { index.record($0)?.title ?? titles[$0] ?? names.name(of: $0) }
    let there = ids.compactMap { titles[$0] ?? index.record($0)?.title ?? names.name(of: $0) }
    if cell == here.joined(separator: ", ") || here.count < texts.count { return texts }
    let words = ImportRun.words(cell)
    if [here, there].contains(where: { ImportRun.words($0.joined(separator: ", ")) == words }) { return texts }
    let isDivided = !(here + there).contains { $0.contains(",") }
    guard isDivided, let named = named(words, instead: texts, column, field, target, draft) else {
      let column =
        "\(column.key): "
        + (words.isEmpty
          ? "it is empty" : "“\(CleanText.short(cell))” does not match the ids in \(field.key)")
      // Many rows may have the old name of a renamed record, so the problem is reported only once.
      let problem = ImportProblem(.value, "\(column); the ids are used", file: draft.file, line: draft.line)
      if words.isEmpty || reportedMessages.insert(problem.reason).inserted { summary.problems.append(problem) }
      return texts
    }
    if let id = draft.id {
      // The names are stored in the base, so that importing the same file again has the same result.
      base.remember(key(of: draft), id, [column: texts])
    }
    return named
  }

  /// Returns the ids in a cell after replacing those that belong to no record here or in the source. The name beside
  /// such an id stands for a genre or a tag of this library, or for a new one, which gets the id.
  private mutating func restored(_ texts: [String], _ cell: String, _ target: Kind) -> [String] {
    let words = cell.split(separator: ",").map(\.trimmed)
    guard target.isMadeByName, words.count == texts.count else { return texts }
    return zip(texts, words).map { text, name in
      guard let id = RecordID(text), index.record(id) == nil, titles[id] == nil else { return text }
      return names.id(of: name, target, stated: id)?.description ?? text
    }
  }

  /// Returns the ids of names, or nil if a name is not known or if the ids were also edited.
  private func named(
    _ words: Set<String>, instead texts: [String], _ column: FieldHandle, _ field: Field, _ target: Kind, _ draft: Draft
  ) -> [String]? {
    guard target.isMadeByName, !words.isEmpty, let record = draft.id.flatMap({ library.record($0) }) else { return nil }
    let known = base[key(of: draft)]?.fields
    let ids = words.sorted().compactMap { names.id(key: $0, target)?.description }
    // The ids are unedited if they match the last import or, in a file that was exported later, the library.
    let before = [known?[column], known?[field], record.texts(of: field)]
    guard before.contains(where: { $0.map(Set.init) == Set(texts) }), ids.count == words.count else { return nil }
    return texts.filter { ids.contains($0) } + ids.filter { !texts.contains($0) }
  }

  /// Returns the names in a cell, normalized for comparison.
  private static func words(_ cell: String) -> Set<String> {
    Set(cell.split(separator: ",").map { NameTable.key($0.trimmed) }.filter { !$0.isEmpty })
  }
}
