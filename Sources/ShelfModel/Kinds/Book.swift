extension Kind {
  @inlinable package static var book: Kind { Kind(rawValue: 0) }
}

extension KindDefinition {
  /// A book that the user owns, wants, is reading or has read.
  ///
  /// Roles connect the fields: `status` has the phases, `dateStarted` and `dateCompleted` are set when it changes,
  /// `readings` collects past pairs of these dates, and `loans` collects past values of `lentTo`, `borrowedFrom`,
  /// `lentOn`, `dueOn` and `lentCopy`. Fields with the role `shown` can be published; confidential ones are neither
  /// published nor exported.
  static let book = KindDefinition(
    "book", help: "Books: what you own, read and have read.", example: "\"TITLE\"",
    queryExample: "rating:4.., genre:fantasy or added:2024",
    columns: ["id", "title", "author", "status", "rating", "genres", "quotes"], pickedFromList: false,
    fields: [
      Field("title", .text, required: true, roles: [.title, .shown], "Title"),
      Field(
        "author", .textList, roles: [.creator, .suggests, .usuallyOne, .shown],
        look: .missing("no author", isProminent: true, note: ""),
        "Author; several as a list"),
      Field(
        "status", .choice(ReadingStatus.allCases.map(\.rawValue)), default: "onShelf",
        roles: .shown,
        states: FieldStates(
          before: ("onShelf", "Shelve"), during: ("inProgress", "Start"), paused: ("paused", "Pause"),
          done: ("completed", "Finish"),
          abandoned: ("abandoned", "Abandon"), wanted: "wanted"),
        meanings: [
          "wanted": "you want to get it", "onShelf": "you have it, but are not reading it",
          "inProgress": "you are reading it", "paused": "you have put it aside for a while",
          "completed": "you have finished it",
          "abandoned": "you stopped reading it before the end",
        ],
        "Reading status"),
      Field("rating", .rating, roles: [.rating, .shown], look: .rating, "Stars, in quarters"),
      Field("genres", .references(.genre), formerly: ["genre"], roles: .shown, "Genres of the book"),
      Field("tags", .references(.tag), yields: true, "Tags of the book, for your own use"),
      Field(
        "series", .textList, roles: [.series, .suggests, .usuallyOne, .shown],
        "Series and position in it: Discworld 12"),
      Field("isbn", .text, roles: [.isbn, .shown, .unsearched], "ISBN, as printed"),
      Field("format", .text, roles: .suggests, "Format, such as paperback, ebook or audio"),
      Field("publisher", .text, roles: [.suggests, .shown], "Publisher"),
      Field("place", .text, yields: true, roles: [.suggests, .shown], "Place of publication"),
      Field("year", .integer(-9999...9999), roles: .shown, "Year of first publication; negative is BC"),
      Field("edition", .text, yields: true, roles: .shown, "Edition, such as 2nd, revised"),
      Field("editionDate", .date, yields: true, roles: .shown, "Date when your edition was published"),
      Field(
        "originalTitle", .text, yields: true, roles: [.originalTitle, .shown], "Title in the original language"),
      Field("pages", .integer(0...1_000_000), roles: [.extent, .shown], "Number of pages"),
      Field(
        "duration", .duration, yields: true, roles: [.playingTime, .shown],
        "Length of an audiobook in hours and minutes, such as 12:30"),
      Field("language", .text, roles: [.language, .suggests, .shown], "Language, as a word or a code"),
      Field(
        "contributors", .textList, shortNames: ["contributor"], roles: [.contributors, .suggests, .shown],
        "Other contributors, with their roles: Eleanor Marx (translator)"),
      Field(
        "recommendedBy", .text, formerly: ["recomendedBy"], roles: [.recommender, .suggests],
        "Person who recommended it"),
      Field("owned", .boolean, roles: [.owned, .confidential], "Whether you have a copy"),
      Field(
        "copies", .integer(0...1_000_000), yields: true, roles: [.copies, .confidential],
        "Number of copies; one if not set"),
      Field(
        "lentTo", .text, shortNames: ["lent"], roles: [.holder, .suggests, .confidential],
        "Person who has your copy now"),
      Field(
        "borrowedFrom", .text, shortNames: ["borrowed"], roles: [.lender, .suggests, .confidential],
        "Owner of the copy: a person or a library"),
      Field("lentOn", .date, roles: [.lentOn, .confidential], "Date it was lent or borrowed"),
      Field(
        "dueOn", .date, shortNames: ["due"], roles: [.due, .confidential],
        "Due date; 2w is two weeks from today"),
      Field(
        "lentCopy", .text, yields: true, roles: [.lentCopy, .confidential, .unsearched],
        "Number of the copy that lentTo has"),
      Field(
        "loans", .textList, roles: [.loans, .confidential, .unsearched],
        "Earlier loans, such as 2026-03-02/2026-04-11 Anna"),
      Field(
        "readingLog", .textList, merging: .days, roles: [.log, .confidential, .unsearched],
        "Your progress day by day, such as 2026-11-21 212"),
      Field(
        "dateAdded", .date, merging: .earlier, shortNames: ["added"], roles: .created,
        "Date it was added to the library"),
      Field("dateStarted", .date, shortNames: ["started"], roles: [.started, .shown], "Date you started reading"),
      Field(
        "dateCompleted", .date, shortNames: ["completed", "finished", "read"], roles: [.finished, .shown],
        "Date you finished it"),
      Field(
        "dateAbandoned", .date, yields: true, roles: [.givenUp, .shown], "Date you stopped reading it"),
      Field(
        "timesRead", .integer(0...1_000_000), yields: true, roles: .timesRead,
        "How often you have read it, if the dates do not show it"),
      Field(
        "readings", .intervals, roles: [.earlier, .shown], "Earlier readings, each with its first and last date"
      ),
      Field(
        "progress", .text, roles: [.progress, .unsearched], look: .progress,
        "Your progress: a page, a percentage or a time"),
      Field("synopsis", .text, formerly: ["summary"], long: true, roles: .shown, "Synopsis"),
      Field("review", .text, long: true, roles: .shown, "Your review"),
      Field("notes", .text, long: true, merging: .paragraphs, "Your private notes"),
      Field(
        "public", .boolean, roles: [.visibility, .confidential], "Whether published pages may show it"),
      Field(
        "sources", .textList, shortNames: ["source"], roles: [.origin, .unsearched],
        "Where the record came from, such as goodreads:234225"),
    ])
}
