extension Kind {
  /// The fields of a book.
  static let bookFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the book"),
    Field("title", .text, required: true, "Title"),
    Field("author", .textList, look: .missing("no author", isProminent: true), "Author; several as a list"),
    Field("status", .choice(["onShelf", "inProgress", "completed"]), default: "onShelf", "How far the reading is"),
    Field("rating", .integer(0...5), look: .rating, "Stars"),
    Field("genres", .references(.genre), formerly: ["genre"], "Genres of the book"),
    Field("series", .text, "Series, and the place in it"),
    Field("isbn", .text, "ISBN, as printed"),
    Field("publisher", .text, "Publisher"),
    Field("year", .integer(-9999...9999), "Year of first publication; negative is BC"),
    Field("pages", .integer(0...1_000_000), "Number of pages"),
    Field("language", .text, "Language, as a word or a code"),
    Field("recommendedBy", .text, formerly: ["recomendedBy"], "Who recommended it"),
    Field("dateAdded", .date, "Day it came into the library"),
    Field("dateStarted", .date, "Day the reading began"),
    Field("dateCompleted", .date, "Day it was finished"),
    Field("synopsis", .text, formerly: ["summary"], long: true, "What it is about"),
    Field("review", .text, long: true, "What you think of it"),
    .formerIDs,
  ]
}
