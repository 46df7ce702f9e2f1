extension Kind {
  /// The fields of a quote.
  static let quoteFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the quote"),
    Field(
      "book", .reference(.book), onDelete: .cascade, look: .missing("no book", isProblem: true, isForPages: false),
      "Book it is from; a quote without one is an orphan"),
    Field("page", .text, look: .noted("p. "), "Page as printed, such as 57, 12a or xiv"),
    Field("creationDate", .timestamp, "When it was written down"),
    Field("text", .text, required: true, long: true, "The quoted words"),
    .formerIDs,
  ]
}
