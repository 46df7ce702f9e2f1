import ShelfImport

/// A catalogue's answer to one request.
package enum CatalogueAnswer: Sendable {
  /// The matching books, or an empty array if the catalogue does not know the book.
  case books([CatalogueBook])
  /// The record has moved to a different key, such as `/books/OL7353617M`.
  case moved(String)
}

/// The reason why an answer cannot be used.
package enum CatalogueProblem: Error, Equatable {
  /// The catalogue reports an error, in its own words.
  case refusal(String)
  /// The answer is not in the format that this catalogue normally sends. The text is the reason.
  case unreadable(String)
}

/// A parser for one response format, shared by all catalogues that use it.
///
/// A parser turns the bytes of a response into `CatalogueBook`s: a draft of the book's fields, plus the facts that
/// shelf needs to choose and complete a record, such as its ISBNs and the key of its work. It distinguishes an empty
/// result, which means that the catalogue does not know the book, from a problem, such as an error that the catalogue
/// reports or data in an unexpected format. Titles and names pass through `CatalogueText`, which removes the
/// punctuation and placeholders of library cataloguing. A parser never sees the request, so the same bytes from the
/// cache produce the same books.
package struct CatalogueReader: Sendable {
  /// Parses a response, which may contain any number of books.
  package let read: @Sendable (_ bytes: [UInt8]) throws(CatalogueProblem) -> CatalogueAnswer
}
