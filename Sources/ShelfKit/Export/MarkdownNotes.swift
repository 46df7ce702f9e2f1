import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension ExportFormat {
  static let markdown = ExportFormat(
    name: "markdown", help: "a note for each book, with front matter and quotes, for Obsidian and similar programs",
    kinds: [.book], isFolder: true, endings: ["md"], holdsQuotes: true, holdsConfidential: false,
    examine: MarkdownNotes.examine,
    otherLosses: MarkdownNotes.losses
  ) { selection in
    var names: Set<String> = []
    return selection.records(of: .book).map { book in
      File(name: MarkdownNotes.name(of: book, selection, &names), bytes: MarkdownNotes.bytes(book, selection))
    }
  }
}

/// Notes in Markdown, one for each book, with YAML front matter.
///
/// The front matter contains the record's id and a checksum of the rest of the note. A later export recognizes a book's
/// note by the id, even if the file name has changed, and uses the checksum to detect whether someone has edited the
/// note. It replaces unchanged notes and never overwrites edited ones.
enum MarkdownNotes {
  /// The book's long text fields that become sections of the note, with their headings.
  private static let sections: [(field: FieldHandle, heading: String)] = [
    (.synopsis, "Synopsis"), (.review, "Review"), (.notes, "Notes"),
  ]

  /// Returns descriptions of the data that the notes omit or that an import cannot restore from them.
  @Sendable static func losses(_ selection: ExportSelection) -> [String] {
    var losses: [String] = []
    let library = selection.library
    let books = selection.records(of: .book)
    let alone = library.records(of: .quote).count { quote in
      let book = library.schema.field(.owner, of: .quote).flatMap { quote.texts(of: $0).first }.flatMap { RecordID($0) }
      return book.flatMap { library.record($0) } == nil
    }
    if selection.quotes != nil {
      let count = selection.quotesWithoutBook
      if count > 0 { losses.append("left out: \(Kind.quote.counted(count)) without a book") }
    } else if alone > 0, books.count == library.records(of: .book).count {
      losses.append("left out: \(alone == 1 ? "1 quote" : "\(alone) quotes") without a book")
    }
    for field in library.schema.fields(of: .book) where NoteKey.all.contains(field.key) {
      let count = books.count { $0.has(field) }
      if count > 0 { losses.append("left out: \(field.key) (\(count.grouped)), which notes use for something else") }
    }
    let hasBody = books.contains { book in
      sections.contains { !selection.text($0.field, of: book).isEmpty }
        || !selection.quotes(of: book).isEmpty
    }
    if hasBody { losses.append("only the front matter of a note can be imported again, not the text below it") }
    return losses
  }

  /// Returns whether someone has changed a note since its export, and the id of its book.
  static func examine(_ bytes: [UInt8]) -> ExportFormat.OldFile {
    let start = NoteKey.id + ": "
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(start) }
    let id = line.map { String($0.dropFirst(start.count)) }
    guard let isUntouched = NoteChecksum.isUntouched(bytes) else {
      return ExportFormat.OldFile(state: id == nil ? .foreign : .changed, subject: id)
    }
    return ExportFormat.OldFile(state: isUntouched ? .untouched : .changed, subject: id)
  }

  /// Returns a file name that is valid on every file system and unique among the notes.
  static func name(of book: Record, _ selection: ExportSelection, _ taken: inout Set<String>) -> String {
    let author = selection.texts(.author, of: book).first.map { " - \($0)" } ?? ""
    let plain = (selection.title(of: book) + author).map { character -> Character in
      let isForbidden =
        "\\/:*?\"<>|#^[]".contains(character) || character.isNewline
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return isForbidden ? " " : character
    }
    var name = CleanText.collapse(String(plain)).trimmingStart(".").trimmed
    while name.utf8.count > 120 { name.removeLast() }
    name = name.trimmed.trimmingEnd(".")
    if name.isEmpty || !taken.insert(Folding.fold(name)).inserted { name += " \(book.id.short)" }
    return name.trimmed + ".md"
  }

  static func bytes(_ book: Record, _ selection: ExportSelection) -> [UInt8] {
    let front = frontMatter(book, selection)
    let body = body(book, selection)
    let sum = NoteChecksum.of("---\n" + front + "---\n" + body)
    return Array("---\n\(front)\(NoteKey.checksum): \(sum)\n---\n\(body)".utf8)
  }

  private static func frontMatter(_ book: Record, _ selection: ExportSelection) -> String {
    var entries: [(key: String, value: Value)] = [("title", .scalar(Scalar(selection.title(of: book))))]
    let sortNames = SortNames(of: .book, selection.library)
    for field in selection.library.schema.fields(of: .book) {
      let isInBody = field.isLong && sections.contains { $0.field.key == field.key }
      if field.type == .id || field.index == Kind.book.titleIndex || isInBody || field.key == "formerIds"
        || field.has(.confidential) || NoteKey.all.contains(field.key)
      {
        continue
      }
      let texts =
        field.type.target == nil
        ? selection.texts(field, of: book) : selection.names(field, of: book)
      guard !texts.isEmpty else { continue }
      let scalars = texts.map { Scalar($0, form: field.type.target == nil ? field.type.form : .text) }
      let isOne = !field.type.isList || field.has(.series) && scalars.count == 1
      entries.append((field.key, isOne ? .scalar(scalars[0]) : .list(scalars)))
      if let sortNames, sortNames.field.index == field.index {
        let forms = sortNames.statedForms(of: book).map { Scalar($0) }
        if !forms.isEmpty { entries.append((sortNames.key, .list(forms))) }
      }
    }
    entries.append((NoteKey.id, .scalar(Scalar(book.id.description))))
    return String(decoding: (try? Document.bytes(of: entries)) ?? [], as: UTF8.self)
  }

  private static func body(_ book: Record, _ selection: ExportSelection) -> String {
    var parts = ["# \(line(selection.title(of: book)))"]
    for (field, heading) in sections {
      let text = selection.text(field, of: book).trimmed
      if !text.isEmpty { parts.append("## \(heading)\n\n\(text)") }
    }
    let quotes = selection.quotes(of: book)
    if !quotes.isEmpty { parts.append("## Quotes") }
    parts += quotes.map { QuoteMarkdown.block(QuoteList.Quote($0, selection)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func line(_ text: String) -> String { CleanText.collapse(text) }
}
