import ShelfFormats
import ShelfModel
import ShelfText

/// Adds the values of a row that do not belong to a single column, and the identifiers of programs.
extension GenericList.Columns {
  /// Adds the values that depend on several columns, and the identifiers in the tables of Zotero and Calibre.
  ///
  /// Calibre's identifiers are the same as in its database, so that both describe the same book.
  func identify(
    _ draft: inout Draft, _ options: ImportOptions, _ batch: inout SourceBatch, _ cell: (String) -> String
  ) {
    if let numberColumn { setPosition(cell(numberColumn), numberColumn, in: &draft, &batch) }
    if let nameParts {
      draft.set(.author, batch.names(of: ColumnName.joined(cell(nameParts.given), cell(nameParts.family))))
    }
    if hasTurnedNames { identifyZotero(&draft, options, &batch, cell) }
    guard isCatalogue else { return }
    let sorts = cell("author_sort").split(separator: "&").map(\.trimmed)
    if sorts.count == draft[.author].count {
      for (name, form) in zip(draft[.author], sorts) { batch.note(sortForm: form, of: name) }
    }
    let uuid = cell("uuid")
    if !uuid.isEmpty {
      draft.key = uuid
      draft.sources.append("calibre:\(uuid)")
    }
    for part in cell("identifiers").split(separator: ",") {
      let words = part.split(separator: ":", maxSplits: 1).map(\.trimmed)
      guard words.count == 2, !words[1].isEmpty else { continue }
      if words[0] == "isbn" {
        batch.setISBN([words[1]], "isbn", line: draft.line, in: &draft)
      } else {
        draft.sources.append(CalibreBook.source(words[0], words[1]))
      }
    }
    if let formats = draft.first(.format) { draft.replace(.format, [formats.uppercased()]) }
  }

  /// Adds the position in the series. A row without a series is a volume of a work if the number is called a volume, as
  /// in `Bd. 1`, or if other rows have the same title.
  private func setPosition(_ number: String, _ column: String, in draft: inout Draft, _ batch: inout SourceBatch) {
    let isOfProgram = hasTurnedNames || isCatalogue
    let position = SeriesName.position(inColumn: number)
    guard let series = draft.first(.series) else {
      if isOfProgram || number.isEmpty { return }
      let isWorded = number.split { !$0.isLetter }.count > 1 || number.contains { $0.isLetter && !"IVX".contains($0) }
      if position != nil, let title = draft.first(.title), isWorded || titles[title, default: 0] > 1 {
        draft.set(.series, SeriesName.joined(title, number))
      } else {
        batch.leaveOut(column, number, "is a position in a series, but the row has no series", line: draft.line)
      }
      return
    }
    // The series may already contain the number: `Discworld 13` and 13.
    let repeats = SeriesPlace(series).position.map { $0 == position } ?? false
    let joined = repeats ? series : SeriesName.joined(series, number)
    if !isOfProgram, let position, SeriesPlace(joined).position != position {
      return batch.leaveOut(column, number, "is not the position in “\(series)”", line: draft.line)
    }
    draft.replace(.series, [joined] + draft[.series].dropFirst())
  }

  /// Adds the key of a Zotero entry, the title of the work that it is part of, and the data that users keep in tags and
  /// in the field `Extra`.
  private func identifyZotero(
    _ draft: inout Draft, _ options: ImportOptions, _ batch: inout SourceBatch, _ cell: (String) -> String
  ) {
    let field: FieldHandle = batch.takesShelvesAsTags ? .tags : .genres
    draft.replace(field, draft.setStatus(fromTags: draft[field]))
    let key = cell("Key")
    if !key.isEmpty {
      draft.key = key
      draft.sources.append("zotero:\(key)")
    }
    draft.takeCitationKey(options, stated: cell("Citation Key"))
    let whole = CleanText.collapse(HTMLText.decodingEntities(cell("Publication Title")))
    if whole.isEmpty { return }
    if draft[.title].isEmpty {
      draft.replace(.title, [whole])
    } else if draft.first(.title) != whole {
      draft.append(.notes, paragraph: "In: \(whole)")
    }
  }

  /// If the table comes from a known program, which writes all names in the same form, returns the names in a cell.
  /// For any other table, returns nil.
  func authors(_ text: String, line: Int?, _ batch: inout SourceBatch) -> [String]? {
    if hasTurnedNames { return batch.authors(text, .turned, line: line) }
    return isCatalogue ? CalibreBook.people(text, line: line, &batch) : nil
  }
}
