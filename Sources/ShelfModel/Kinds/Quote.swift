extension Kind {
  @inlinable package static var quote: Kind { Kind(rawValue: 1) }
}

extension KindDefinition {
  /// Words from a book.
  static let quote = KindDefinition(
    "quote", help: "Quotes from books, with their pages.", example: "\"TEXT\" --book TITLE",
    queryExample: "book:dune or no:page", columns: ["id", "text", "book", "page", "creationDate"],
    order: [.ascending("creationDate")],
    fields: [
      Field(
        "book", .reference(.book), onDelete: .cascade, roles: .owner,
        look: .missing("no book", isProblem: true, isForPages: false),
        "Book it is from; a quote without one is an orphan"),
      Field("page", .text, look: .noted("p. "), "Page as printed, such as 57, 12a or xiv"),
      Field("creationDate", .timestamp, roles: .made, "When it was written down"),
      Field("text", .text, required: true, long: true, roles: .title, "The quoted words"),
    ])
}
