import ShelfFormats
import ShelfModel

/// A user's note without a highlight, from a reading device or app.
///
/// If it were imported as a quote, it would look like the author's words, and could be published. Instead, it becomes a
/// paragraph of the book's notes.
package struct BookNote: Equatable, Sendable {
  /// The note, followed by its position in the book.
  let text: String
  /// The source of the quote that earlier versions of shelf created from the note.
  let source: String?

  /// - Parameter quote: a quote whose text is the note.
  init(_ quote: Draft) {
    let place = [
      quote.first(.page).map { "p. \($0)" }, quote.first(.location).flatMap { $0.hasPrefix("loc ") ? $0 : nil },
    ].compactMap(\.self).joined(separator: ", ")
    let note = CleanText.lines(quote.first(.text) ?? "").trimmed
    text = place.isEmpty ? note : "\(note) (\(place))"
    source = quote.sources.first
  }
}

extension SourceBatch {
  /// Adds a note without a highlight to the notes of its book, and reports this.
  ///
  /// - Returns: false if the batch does not contain the book.
  mutating func add(noteOf quote: Draft) -> Bool {
    guard let owner = quote.owner, draft(.book, owner.text) != nil else { return false }
    let bookNote = BookNote(quote)
    var isNew = false
    change(.book, owner.text) { book in
      isNew = !book.bookNotes.contains(bookNote)
      if isNew { book.bookNotes.append(bookNote) }
    }
    if isNew {
      note("a note without a highlight, which belongs to the notes of the book", line: quote.line)
    } else {
      skip("a repeated note", line: quote.line)
    }
    return true
  }
}
