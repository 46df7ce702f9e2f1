extension Kind {
  @inlinable package static var quote: Kind { Kind(rawValue: 1) }
}

extension KindDefinition {
  static let quote = KindDefinition(
    "quote", help: "Quotes from books, with their pages.", example: "\"TEXT\" --book TITLE",
    queryExample: "book:dune or no:page", columns: ["id", "text", "book", "page", "creationDate"],
    order: [.ascending("creationDate")],
    fields: [
      Field(
        "book", .reference(.book), onDelete: .cascade, roles: [.owner, .shown],
        look: .missing("no book", isProblem: true, isForPages: false),
        "Its book; a quote without a book is an orphan"),
      Field(
        "page", .text, roles: [.page, .shown, .unsearched], look: .noted("p. "),
        "Page as printed, such as 57, 12a or xiv"),
      Field("location", .text, roles: .unsearched, look: .noted("loc. "), "Location in an e-book, such as 1647-1648"),
      Field("chapter", .text, roles: .shown, look: .noted(""), "Chapter that it is from"),
      Field("tags", .references(.tag), look: .noted("#"), "Tags of the quote"),
      Field("creationDate", .timestamp, roles: [.created, .shown], "When it was written down"),
      Field("text", .text, required: true, long: true, roles: [.title, .shown], "The quoted words"),
      Field("note", .text, long: true, "Your comment"),
      Field(
        "public", .boolean, roles: [.visibility, .confidential], "Whether published pages may show it"),
      Field(
        "sources", .textList, shortNames: ["source"], roles: [.origin, .unsearched],
        "Where the record came from, such as kindle:1f0c"),
    ])
}
