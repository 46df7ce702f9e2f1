import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The timeline of Libby, the app for the e-books and audiobooks of public libraries.
  static let libby = ImportFormat(
    name: "libby", title: "Libby timeline", summary: "borrowed books with their loans, and books on hold (CSV, JSON)",
    origin: "Libby > Shelf > Timeline > Actions > Export Timeline",
    recognizes: { probe in
      probe.has("title", "timestamp", "activity", "library")
        || probe.isJSON && probe.contains("\"timeline\"") && probe.contains("\"activity\"")
    },
    read: { file, options, batch throws(SourceError) in
      var timeline = LibbyTimeline()
      if SourceProbe(file).isJSON {
        try options.refuseMaps(file, "shelf knows the meaning of its keys")
        let root = try batch.json(file)
        for item in root["timeline"]?.items ?? [] {
          batch.begin()
          try batch.checkCount()
          timeline.add(item.value, line: item.line, &batch)
        }
      } else {
        try TableSource(columns: LibbyTimeline.columns).read(file, options, into: &batch) { row, batch in
          timeline.add(row, &batch)
          return nil
        }
      }
      timeline.finish(into: &batch)
    })
}

/// Combines the events of a timeline into books.
///
/// Each event is a row: a title was borrowed, renewed, returned, or put on hold. The loans of a title become the loans
/// of one book. A loan that was not returned ends automatically on its last day. If that day is later than the newest
/// event of the file, the book is still borrowed. A title that was only put on hold gets the status “wanted”. The
/// import sets no other status, because Libby does not know whether a book was read.
///
/// Libby does not document its exports. The columns and keys are those that other programs read, and the activities are
/// named as in the English app.
struct LibbyTimeline {
  static let columns = [
    ImportColumn("title", tells: .title), ImportColumn("author", tells: .author),
    ImportColumn("publisher", tells: .publisher), ImportColumn("isbn", tells: .isbn),
    ImportColumn("timestamp", "activity", "details", "library", tells: .loans, .borrowedFrom, .lentOn, .dueOn),
  ]

  private enum Activity {
    case borrowed, renewed, returned, held

    init?(_ text: String) {
      switch Folding.letters(text) {
      case "borrowed", "borrow", "checkedout": self = .borrowed
      case "renewed", "renew": self = .renewed
      case "returned", "return", "checkedin", "expired": self = .returned
      case "placedonhold", "holdplaced", "onhold", "reserved": self = .held
      default: return nil
      }
    }
  }

  private struct Event {
    let activity: Activity
    let day: CalendarDate
    /// The length of the loan in days.
    let term: Int?
    let library: String
  }

  private struct Title {
    var draft: Draft
    var events: [Event] = []
  }

  private var titles: [Title] = []
  private var places: [String: Int] = [:]
  private var newest = Int.min

  // MARK: - Events

  mutating func add(_ row: TableSource.Row, _ batch: inout SourceBatch) {
    let title = HTMLText.decodingEntities(CleanText.collapse(row["title"]))
    if title.isEmpty { return batch.reject("no title", line: row.line, raw: row.raw) }
    let authors = batch.authors(HTMLText.decodingEntities(row["author"]), .plain, line: row.line)
    var draft = Draft(.book, key: SourceKey.book(title, authors))
    draft.line = row.line
    draft.set(.title, title)
    draft.set(.author, authors)
    draft.set(.publisher, row["publisher"])
    batch.setISBN([row["isbn"]], "isbn", line: row.line, in: &draft)
    let day = batch.day(row["timestamp"], "timestamp", line: row.line)
    add(draft, row["activity"], day, row["details"], row["library"], &batch)
  }

  mutating func add(_ item: JSONValue, line: Int, _ batch: inout SourceBatch) {
    func text(_ key: String) -> String { (item[[key, "text"]]?.text ?? item[key]?.text ?? "").trimmed }
    let title = CleanText.collapse(text("title"))
    if title.isEmpty { return batch.reject("no title", line: line, value: item) }
    let format = item[["cover", "format"]]?.text ?? ""
    if format == "magazine" { return batch.skip("an entry of the type magazine, not a book", line: line) }
    let authors = batch.authors(text("author"), .plain, line: line)
    let id = item[["title", "titleId"]]?.text ?? ""
    var draft = Draft(book: id, title, authors, from: "libby", line: line)
    draft.set(.title, title)
    draft.set(.author, authors)
    draft.set(.publisher, text("publisher"))
    draft.set(.format, format == "audiobook" ? "audio" : format)
    batch.setISBN([text("isbn")], "isbn", line: line, in: &draft)
    // The time is in milliseconds.
    let seconds = item["timestamp"]?.text.flatMap { Int($0) }.map { $0 / 1000 }
    let day = seconds.map { batch.day($0) }
    let library = text("library").isEmpty ? item[["library", "key"]]?.text ?? "" : text("library")
    add(draft, text("activity"), day, text("details"), library, &batch)
  }

  private mutating func add(
    _ draft: Draft, _ activity: String, _ day: CalendarDate?, _ details: String, _ library: String,
    _ batch: inout SourceBatch
  ) {
    guard let kind = Activity(activity) else {
      return batch.skip("an entry about “\(CleanText.short(activity))”, not about a loan", line: draft.line)
    }
    guard let day else { return batch.skip("an entry without a date", line: draft.line) }
    newest = max(newest, day.daysSince1970)
    let place = places[draft.key] ?? titles.count
    if place == titles.count {
      places[draft.key] = place
      titles.append(Title(draft: draft))
    } else {
      titles[place].draft.rows += 1
    }
    let term = details.firstMatch(of: /(\d{1,3}) day/).flatMap { Int($0.1) }
    titles[place].events.append(Event(activity: kind, day: day, term: term, library: library))
  }

  // MARK: - Loans

  func finish(into batch: inout SourceBatch) {
    for title in titles {
      var draft = title.draft
      setLoans(title.events, &draft)
      batch.add(draft)
    }
    if titles.contains(where: { $0.events.contains { $0.activity == .returned } }) {
      batch.notes.append("Libby lists loans, not readings, so no book is marked as read")
    }
  }

  private func setLoans(_ events: [Event], _ draft: inout Draft) {
    // Exports list the newest events first.
    let isReversed = zip(events, events.dropFirst()).allSatisfy { $0.day >= $1.day }
    let sorted = (isReversed ? events.reversed() : events).enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    var loans: [LoanEntry] = []
    var open: (start: Event, end: CalendarDate?)?
    func end(_ loan: (start: Event, end: CalendarDate?), _ day: CalendarDate?) {
      guard let interval = DateInterval(start: loan.start.day, end: day) else { return }
      loans.append(LoanEntry(.past(interval), LibbyTimeline.name(loan.start), isBorrowed: true))
    }
    func due(_ event: Event) -> CalendarDate? {
      event.term.map { CalendarDate(daysSince1970: event.day.daysSince1970 + $0) }
    }
    for event in sorted {
      switch event.activity {
      case .borrowed:
        if let loan = open { end(loan, loan.end.map { min($0, event.day) } ?? event.day) }
        open = (event, due(event))
      case .renewed: open = (open?.start ?? event, due(event) ?? open?.end)
      case .returned:
        if let loan = open {
          end(loan, event.day)
        } else if let interval = DateInterval(start: nil, end: event.day) {
          loans.append(LoanEntry(.past(interval), LibbyTimeline.name(event), isBorrowed: true))
        }
        open = nil
      case .held: continue
      }
    }
    if let loan = open {
      if let last = loan.end, last.daysSince1970 < newest {
        end(loan, last)
      } else {
        draft.set(.borrowedFrom, LibbyTimeline.name(loan.start))
        draft.set(.lentOn, loan.start.day.description)
        draft.set(.dueOn, loan.end?.description)
        draft.set(.loans, loans.map(\.description))
        return
      }
    }
    draft.set(.loans, loans.map(\.description))
    if loans.isEmpty { draft.set(.status, ReadingStatus.wanted.rawValue) } else { draft.set(.owned, "false") }
  }

  private static func name(_ event: Event) -> String { event.library.isEmpty ? "a library" : event.library }
}
