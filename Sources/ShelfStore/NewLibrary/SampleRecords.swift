import ShelfModel

/// The sample records of a new library: the starter genres, at least one book for each of them, and a few records that
/// refer to each other.
package struct SampleRecords {
  private let library: Library
  private let today: CalendarDate
  private let now: Timestamp
  private let newID: () -> RecordID

  package init(_ library: Library, today: CalendarDate, now: Timestamp, newID: @escaping () -> RecordID) {
    self.library = library
    self.today = today
    self.now = now
    self.newID = newID
  }

  /// The starter genres and their colors.
  static let genres: [(name: String, color: String)] = [
    ("Fantasy", "7B2CBF"), ("Fiction", "00FF00"), ("Horror", "5C1A1B"), ("Kids", "FFB703"), ("Mystery", "264653"),
    ("Non Fiction", "0000FF"), ("Poetry", "F15BB5"), ("Romance", "FF0000"), ("Thriller", "000000"),
  ]

  /// The sample books, except “The Time Machine”, which the other samples refer to.
  private static let books: [(title: String, author: String, year: Int, genres: [String], fields: [String: String])] = [
    (
      "Alice's Adventures in Wonderland", "Lewis Carroll", 1865, ["Fantasy", "Kids"],
      ["status": "onShelf", "series": "Alice 1"]
    ),
    ("Frankenstein", "Mary Shelley", 1818, ["Fiction", "Horror"], ["status": "inProgress"]),
    ("Leaves of Grass", "Walt Whitman", 1855, ["Poetry"], ["status": "wanted"]),
    (
      "Pride and Prejudice", "Jane Austen", 1813, ["Fiction", "Romance"],
      ["status": "completed", "rating": "5", "dateCompleted": "2020-08-16"]
    ),
    ("The Moonstone", "Wilkie Collins", 1868, ["Fiction", "Mystery"], ["status": "wanted"]),
    (
      "The Thirty-Nine Steps", "John Buchan", 1915, ["Fiction", "Thriller"],
      ["status": "onShelf", "series": "Richard Hannay 1"]
    ),
    ("Walden", "Henry David Thoreau", 1854, ["Non Fiction"], ["status": "onShelf"]),
  ]

  package func add(to plan: inout EditPlan) throws(EditError) {
    var genres: [String: Assignment.Value] = [:]
    for (name, color) in SampleRecords.genres {
      genres[name] = try create(.genre, [("name", name), ("color", color)], in: &plan)
    }
    let book = try create(
      .book,
      [
        ("title", "The Time Machine"), ("author", "H. G. Wells"), ("status", "completed"), ("rating", "4"),
        ("year", "1895"), ("language", "en"), ("dateAdded", today.description), ("dateCompleted", today.description),
        ("synopsis", "A Victorian inventor travels to the year 802,701 and finds what became of us."),
      ], references: [("genres", [genres["Fiction"]])], in: &plan)
    let created = ("creationDate", now.description)
    _ = try create(
      .quote,
      [
        ("page", "33"), created,
        ("text", "Strength is the outcome of need; security sets a premium on feebleness."),
      ], references: [("book", [book])], in: &plan)
    let tag = try create(.tag, [("name", "lending")], in: &plan)
    _ = try create(
      .issue,
      [
        ("title", "Ask Anna to return The Time Machine"), ("priority", "high"), ("completed", "false"), created,
        ("modificationDate", now.description),
      ], references: [("tags", [tag]), ("books", [book])], in: &plan)
    for book in SampleRecords.books {
      let own = book.fields.sorted { $0.key < $1.key }.map { (key: $0.key, text: $0.value) }
      let started = book.fields["status"] == "inProgress" ? [(key: "dateStarted", text: today.description)] : []
      let texts = [
        (key: "title", text: book.title), ("author", book.author), ("year", String(book.year)), ("language", "en"),
        ("dateAdded", today.description),
      ]
      _ = try create(.book, texts + own + started, references: [("genres", book.genres.map { genres[$0] })], in: &plan)
    }
  }

  private func create(
    _ kind: Kind, _ texts: [(key: String, text: String)],
    references: [(key: String, targets: [Assignment.Value?])] = [],
    in plan: inout EditPlan
  ) throws(EditError) -> Assignment.Value {
    var assignments: [Assignment] = []
    for (key, text) in texts {
      if let field = library.schema.field(key, of: kind) { assignments.append(.set(field, to: text)) }
    }
    for (key, targets) in references {
      guard let field = library.schema.field(key, of: kind) else { continue }
      assignments.append(Assignment(field, .set, targets.compactMap { $0 }))
    }
    let id = newID()
    try plan.create(kind, id, assignments)
    return Assignment.Value(text: id.description, name: plan.name(ofCreated: id))
  }
}
