import ShelfModel
import ShelfStore
import ShelfText

/// Handles drafts that are not imported even though their source could be read.
extension ImportRun {
  mutating func skip(_ draft: Draft, _ reason: String, isDeletion: Bool = false) {
    guard draft.count > 0 else { return }
    summary.skipped += draft.count
    summary.problems.append(
      ImportProblem(
        .skipped, reason, file: draft.file, line: draft.line, column: draft.column, isDeletion: isDeletion))
  }

  mutating func reject(_ draft: Draft, _ error: EditError) {
    let reason =
      switch error {
      case .refused(let path, let refusal): "\(path) cannot be written: \(refusal.reason)"
      case .duplicateID(let id, let paths): "\(paths.joined(separator: " and ")) have the same id \(id.short)"
      case .nameTaken(let name, let record, _): "“\(name)” is the name of \(record.path)"
      }
    reject(draft, reason)
  }

  mutating func reject(_ draft: Draft, _ reason: String) {
    set(draft, nil)
    summary.rejected += draft.count
    for line in [draft.line] + draft.otherLines {
      summary.problems.append(ImportProblem(.rejected, reason, file: draft.file, line: line, column: draft.column))
    }
  }

  /// Rejects a draft that belongs to a book without a title.
  ///
  /// The draft and its book are kept as lines of shelf's own JSON. Once the user has added the title there, importing
  /// the lines creates the records that both would have become.
  mutating func reject(_ draft: Draft, of book: Draft) {
    reject(draft, book.reasonWithoutTitle ?? "the file does not contain the title of its book")
    let id = newID(of: book)
    if summary.rejectedBooks.insert(id).inserted { summary.rejectedLines += line(book, nil) }
    summary.rejectedLines += line(draft, Assignment.Value(text: id.description))
  }

  private mutating func line(_ draft: Draft, _ owner: Assignment.Value?) -> [UInt8] {
    let (id, title) = (newID(of: draft).description, draft.title)
    let fields = values(of: draft, owner).filter { field, values, _ in
      !values.isEmpty && field.key != draft.kind.titleKey && (field.type.target == nil || field.has(.owner))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("kind", draft.kind.singular)
      json.member("id", id)
      json.member(draft.kind.titleKey, title)
      for (field, values, _) in fields {
        if field.type.isList {
          json.member(field.key, values.map(\.text))
        } else {
          json.member(field.key, values[0].text)
        }
      }
    }
    json.endLine()
    return json.take()
  }
}
