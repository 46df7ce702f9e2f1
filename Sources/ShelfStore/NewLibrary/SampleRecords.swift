import ShelfModel
import YAMLEdit

/// The examples of a new library: the starter genres, and a few records that show how they belong together.
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

  /// The genres that a library starts with, and their colours.
  static let genres: [(name: String, color: String)] = [
    ("Fantasy", "7B2CBF"), ("Fiction", "00FF00"), ("Horror", "5C1A1B"), ("Kids", "FFB703"), ("Mystery", "264653"),
    ("Non Fiction", "0000FF"), ("Poetry", "F15BB5"), ("Romance", "FF0000"), ("Thriller", "000000"),
  ]

  /// Adds the examples to a plan; only the genres if the library already has books.
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
      ], references: [("genres", genres["Fiction"])], in: &plan)
    let created = ("creationDate", now.description)
    _ = try create(
      .quote,
      [
        ("page", "33"), created,
        ("text", "Strength is the outcome of need; security sets a premium on feebleness."),
      ], references: [("book", book)], in: &plan)
    let tag = try create(.tag, [("name", "lending")], in: &plan)
    _ = try create(
      .issue,
      [
        ("title", "Ask Anna to return The Time Machine"), ("priority", "high"), ("completed", "false"), created,
        ("modificationDate", now.description),
      ], references: [("tags", tag), ("books", book)], in: &plan)
  }

  private func create(
    _ kind: Kind, _ texts: [(key: String, text: String)], references: [(key: String, target: Assignment.Value?)] = [],
    in plan: inout EditPlan
  ) throws(EditError) -> Assignment.Value {
    var assignments: [Assignment] = []
    for (key, text) in texts {
      if let field = library.schema.field(key, of: kind) { assignments.append(.set(field, to: text)) }
    }
    for (key, target) in references {
      guard let field = library.schema.field(key, of: kind), let target else { continue }
      assignments.append(Assignment(field, .set, [target]))
    }
    let id = newID()
    try plan.create(kind, id, assignments)
    return Assignment.Value(text: id.description, name: plan.names[id])
  }
}
