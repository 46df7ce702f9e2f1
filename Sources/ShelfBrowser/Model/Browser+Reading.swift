import ShelfModel
import ShelfTerminal
import ShelfWording

/// The keys for changes that the user makes while reading a book: to its progress, genres and review.
extension Browser {
  /// Opens a prompt for the progress in the chosen book, with the last progress as a suggestion.
  mutating func promptForProgress() {
    guard let record = single, let field = library.schema.field(.progress, of: record.kind) else {
      note = (single.map { "\($0.kind.plural) have no progress" } ?? "nothing is selected", true)
      return
    }
    let length = BookLength(of: record, library.schema)
    let whole = length.pages.map { " of \($0)" } ?? length.time.map { " of \($0)" } ?? ""
    let last = record.texts(of: field).first ?? ""
    mode = .prompt(
      PromptLine(
        purpose: .progress(record.id), label: "\(length.time == nil ? "Page" : "Time")\(whole): ",
        field: TextField(last, hint: "a page such as 120, a percentage such as 40%, or a time such as 4:30"),
        isSuggested: !last.isEmpty))
  }

  /// Sets the progress in a book, or offers to finish the book if this is its end.
  mutating func setProgress(_ text: String, of id: RecordID, _ prompt: PromptLine) -> [Effect] {
    guard let record = library.record(id), let progress = ReadingProgress(text) else {
      return [.perform(.progress(id, text))]
    }
    let length = BookLength(of: record, library.schema)
    guard let part = progress.part(of: length), part >= 1, !progress.isBeyond(length) else {
      return [.perform(.progress(id, text))]
    }
    inputToSave = nil
    inputBehindPrompt = .prompt(prompt)
    let stars = stride(from: Rating.maximum, through: 1, by: -1).map { stars in
      ChoiceMenu.Item(
        key: String(stars), label: StyledText("Finish with ") + services.look.stars(quarters: stars * 4),
        choice: .finish(id, stars: stars))
    }
    let others = [
      ChoiceMenu.Item(key: "f", label: StyledText("Finish without a rating"), choice: .finish(id, stars: nil)),
      ChoiceMenu.Item(key: "p", label: StyledText("Only set the progress"), choice: .progress(id, text)),
    ]
    mode = .menu(
      ChoiceMenu(
        title: Wording.short(record.title), text: [StyledText("That is the end of the book.")], items: stars + others,
        cursor: stars.count))
    return []
  }

  /// Opens an editor for the genres or tags of the chosen records. They are in the first list field of the kind that
  /// refers to records made by name.
  mutating func editNames() {
    let chosen = chosen
    func field(_ kind: Kind) -> Field? {
      library.schema.fields(of: kind).first { $0.type.isList && $0.type.target?.isMadeByName ?? false }
    }
    guard let kind = chosen.first?.kind, let field = field(kind) else {
      note = (chosen.isEmpty ? "nothing is selected" : "\(chosen[0].kind.plural) have no genres or tags", true)
      return
    }
    mode = .field(fieldEdit(field, chosen.filter { $0.kind == kind }))
  }

  /// Opens an editor for the review of the chosen book. For a record of another kind, opens the first field with long
  /// text, apart from the title.
  mutating func writeReview() {
    guard let record = single else {
      note = ("nothing is selected", true)
      return
    }
    let texts = library.schema.fields(of: record.kind).filter { $0.isLong && !$0.has(.title) }
    guard let field = texts.first(where: { $0.key == FieldHandle.review.key }) ?? texts.first else {
      note = ("\(record.kind.plural) have no text to write", true)
      return
    }
    mode = .field(fieldEdit(field, [record]))
  }
}
