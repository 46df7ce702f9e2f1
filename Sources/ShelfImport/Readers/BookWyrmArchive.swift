import ShelfFormats
import ShelfModel
import ShelfText

/// The export of a whole BookWyrm account, `archive.json`, which also contains quotations, pages and readings.
///
/// Each book comes with its edition, its work, and everything that the user has added to it: shelves, lists, readings,
/// reviews, comments and quotations.
struct BookWyrmArchive {
  private let options: ImportOptions

  static func recognizes(_ probe: SourceProbe) -> Bool {
    probe.isJSON && probe.contains("\"books\"") && probe.contains("\"edition\"") && probe.contains("\"work\"")
      && probe.contains("\"preferredUsername\"")
  }

  init(_ options: ImportOptions) { self.options = options }

  func read(_ value: JSONValue, into batch: inout SourceBatch) {
    for (item, line) in (value["books"]?.items ?? []).map({ ($0.value, $0.line) }) { take(item, line, &batch) }
    for key in ["goals", "saved_lists", "follows", "blocks"] {
      let count = value[key]?.items.count ?? 0
      if count > 0 { batch.leaveOut(column: key, count: count) }
    }
  }

  // MARK: - Books

  private func take(_ book: JSONValue, _ line: Int, _ batch: inout SourceBatch) {
    batch.begin()
    let edition = book["edition"] ?? .null
    func text(_ keys: String...) -> String {
      for key in keys { if let text = edition[key]?.text?.trimmed, !text.isEmpty { return text } }
      return ""
    }
    // If the edition has no title, the title of the work is used.
    let title = CleanText.collapse(text("title").isEmpty ? book[["work", "title"]]?.text ?? "" : text("title"))
    if title.isEmpty { return batch.reject("a book without a title", line: line, value: book) }
    let authors = PersonName.distinct((book["authors"]?.items ?? []).compactMap { $0.value["name"]?.text })
    let id = text("id")
    var draft = Draft(book: id, title, authors, from: "bookwyrm", line: line)
    let key = draft.key
    for (name, source) in [
      ("goodreadsKey", "goodreads"), ("librarythingKey", "librarything-work"), ("openlibraryKey", "openlibrary"),
    ] {
      if let key = edition[name]?.text, !key.isEmpty { draft.sources.append("\(source):\(key)") }
    }
    let subtitle = CleanText.collapse(text("subtitle"))
    draft.set(.title, subtitle.isEmpty ? title : "\(title): \(subtitle)")
    draft.set(.author, authors)
    batch.setISBN([text("isbn13"), text("isbn10")], "isbn13", line: line, in: &draft)
    let series = text("series")
    if !series.isEmpty { draft.set(.series, SeriesName.joined(series, text("seriesNumber", "series_number"))) }
    draft.set(.publisher, edition["publishers"]?.items.first?.value.text)
    draft.set(.language, edition["languages"]?.items.first?.value.text)
    draft.set(.format, text("physicalFormatDetail", "physicalFormat"))
    draft.set(.pages, batch.pages(text("pages"), "pages", line: line))
    let (first, published) = (text("firstPublishedDate"), text("publishedDate"))
    draft.set(.year, batch.year(first.isEmpty ? published : first, "publishedDate", line: line))
    if !first.isEmpty, !published.isEmpty {
      draft.set(.editionDate, batch.day(published, "publishedDate", line: line)?.description)
    }
    let synopsis = text("description")
    draft.set(.synopsis, HTMLText.plain(synopsis.isEmpty ? book[["work", "description"]]?.text ?? "" : synopsis))
    setReviews(book, &draft, line, &batch)
    setShelves(book, &draft, line, &batch)
    if options.takesShelves {
      draft.add(.genres, (book["lists"]?.items ?? []).compactMap { $0.value["name"]?.text?.trimmed })
    }
    for comment in book["comments"]?.items ?? [] { add(comment.value, to: &draft) }
    draft.markEmptyIncomplete()
    batch.add(draft)
    for quotation in book["quotations"]?.items ?? [] { take(quotation.value, quotation.line, of: key, &batch) }
  }

  /// Sets the review to the text of all reviews, oldest first, and the rating to the latest one.
  private func setReviews(_ book: JSONValue, _ draft: inout Draft, _ line: Int, _ batch: inout SourceBatch) {
    let reviews = (book["reviews"]?.items ?? []).map(\.value).sorted {
      ($0["published"]?.text ?? "") < ($1["published"]?.text ?? "")
    }
    for review in reviews {
      if let rating = review["rating"]?.text {
        draft.replace(.rating, batch.rating(rating, "rating", line: line).map { [$0] } ?? [])
      }
      let parts = [review["name"]?.text ?? "", HTMLText.plain(review["content"]?.text ?? "")].filter { !$0.isEmpty }
      if !parts.isEmpty { draft.append(.review, paragraph: parts.joined(separator: "\n\n")) }
    }
  }

  private func setShelves(_ book: JSONValue, _ draft: inout Draft, _ line: Int, _ batch: inout SourceBatch) {
    var status: ReadingStatus?
    for shelf in book["shelves"]?.items ?? [] {
      let name = shelf.value["identifier"]?.text ?? shelf.value["id"]?.text?.split(separator: "/").last.map(String.init)
      if let known = ReadingStatus(name ?? "") {
        status = known
      } else if options.takesShelves, let name = shelf.value["name"]?.text?.trimmed {
        draft.add(.genres, [name])
      }
    }
    struct Reading {
      var started: String?
      var finished: String?
      var stopped: String?
      var progress: String?
      var latest: String { [started, finished, stopped].compactMap { $0 }.max() ?? "" }
    }
    let readings = (book["readthroughs"]?.items ?? []).map { item -> Reading in
      func day(_ key: String) -> String? { batch.date(item.value[key]?.text ?? "", key, line: line) }
      let progress = item.value["progress"]?.text.flatMap { Int($0) }.flatMap { $0 > 0 ? String($0) : nil }
      let isPercent = item.value["progress_mode"]?.text == "PCT"
      return Reading(
        started: day("start_date"), finished: day("finish_date"), stopped: day("stopped_date"),
        progress: progress.map { isPercent ? "\($0)%" : $0 })
    }.sorted { $0.latest < $1.latest }
    let last = readings.last
    if status == nil, let last {
      status = last.finished != nil ? .completed : last.stopped != nil ? .abandoned : .inProgress
    }
    let earlier = readings.dropLast().compactMap { reading -> String? in
      guard let end = reading.finished ?? reading.stopped else { return nil }
      return "\(reading.started ?? "")/\(end)"
    }
    draft.setReading(
      status, started: last?.started, ended: status == .abandoned ? last?.stopped ?? last?.finished : last?.finished,
      earlier: earlier)
    if status == .inProgress { draft.set(.progress, last?.progress) }
  }

  /// Adds a comment to the notes, with the position in the book at which the user wrote it.
  private func add(_ comment: JSONValue, to draft: inout Draft) {
    let text = HTMLText.plain(comment["content"]?.text ?? "")
    if text.isEmpty { return }
    let place = BookWyrmArchive.place(comment["progress"]?.text, comment["progress_mode"]?.text)
    draft.append(.notes, paragraph: place.map { "(\($0)) \(text)" } ?? text)
  }

  private static func place(_ number: String?, _ mode: String?) -> String? {
    guard let number, !number.isEmpty else { return nil }
    return mode == "PCT" ? "\(number) %" : "page \(number)"
  }

  // MARK: - Quotations

  private func take(_ quotation: JSONValue, _ line: Int, of book: String, _ batch: inout SourceBatch) {
    batch.begin()
    // `quote` is the quoted text, and `content` is the user's comment on it.
    let text = HTMLText.plain(quotation["quote"]?.text ?? "")
    let comment = HTMLText.plain(quotation["content"]?.text ?? "")
    if text.isEmpty, comment.isEmpty { return batch.skip("an empty quotation", line: line) }
    let id = quotation["id"]?.text ?? SourceKey.hash(book, text.isEmpty ? comment : text)
    var draft = Draft(quote: id, of: book, from: "bookwyrm", line: line)
    draft.set(.text, text.isEmpty ? comment : text)
    draft.set(.note, text.isEmpty ? nil : comment)
    let mode = quotation["position_mode"]?.text ?? quotation["positionMode"]?.text
    let end = (quotation["endposition"]?.text ?? quotation["endPosition"]?.text).flatMap { $0.isEmpty ? nil : "-\($0)" }
    let place = quotation["position"]?.text.flatMap { $0.isEmpty ? nil : $0 + (end ?? "") }
    if mode == "PCT" { draft.set(.location, place.map { "\($0) %" }) } else { draft.set(.page, place) }
    draft.markIncomplete(mode == "PCT" ? [.page] : [.location])
    draft.set(.creationDate, batch.moment(quotation["published"]?.text ?? "", "published", line: line))
    batch.add(draft)
  }
}
