import ShelfModel
import ShelfQuery
import ShelfText

/// The statistics page: the charts of `shelf stats`, each with its numbers.
struct ChartsPage: Sendable {
  let content: SiteContent
  let layout: Layout

  static let path = SitePath("stats", "index.html")
  /// The maximum number of rows in a chart.
  private static let maxRows = 20
  /// The sections that other pages show, or that are not public.
  static let omittedSections: Set<String> = ["kinds", "openIssues", "readingDays", "goal"]

  var page: SitePage {
    SitePage(ChartsPage.path) {
      let head = Layout.Head(title: words.stats, description: words.statsDescription)
      return layout.page(ChartsPage.path, head) { html in
        html.element(.h1, text: words.inNumbers)
        figures(&html)
        goals(&html)
        guard let now = content.latestDay ?? CalendarDate(year: 2000, month: 1, day: 1) else { return }
        let statistics = Statistics(of: content.source.library, today: now.lastDay)
        let sections = statistics.sections.filter { !ChartsPage.omittedSections.contains($0.key) }
        if sections.isEmpty { return }
        html.element(.div, [.class("halves")]) { html in for section in sections { write(section, &html) } }
      }
    }
  }

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }

  private func figures(_ html: inout HTML) {
    let figures = [
      (content.books.count, words.bookCount), (content.quotes.count, words.quoteCount),
      (content.authors.count, words.authorCount), (content.genres.count, words.genreCount),
      (content.series.count, words.seriesCount),
    ].filter { $0.0 > 0 }
    if figures.isEmpty { return html.element(.p, [.class("empty")], text: words.noBooks) }
    html.element(.ul, [.class("figures")]) { html in
      for (count, counted) in figures { figure(count, counted, &html) }
    }
  }

  private func figure(_ count: Int, _ counted: Counted, _ html: inout HTML) {
    html.element(.li) { html in
      html.phrase(text.form(counted, of: count)) { _, html in
        html.element(.strong, text: text.number(count))
      }
    }
  }

  private func goals(_ html: inout HTML) {
    let goals = content.source.library.manifest.goals.sorted { $0.key > $1.key }
    if goals.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2, text: words.goals)
      for (year, goal) in goals {
        let count = content.years.first { $0.year == year }?.ends.count ?? 0
        html.element(.p, [.class("goal")]) { html in
          html.element(.strong, text: String(year))
          html.text(" " + text.count(goal, words.goalCount, ["count": text.number(count)]))
        }
        Bars.part(min(count, goal), of: goal, text, &html)
      }
    }
  }

  private func write(_ section: Statistics.Section, _ html: inout HTML) {
    html.element(.section) { html in
      let title = words.sections[section.key] ?? section.title
      html.element(.h2, text: title)
      switch section.shape {
      case .figures:
        html.element(.ul, [.class("figures")]) { html in
          // How many books have no pages matters only to the owner of the library.
          for row in section.rowsWithoutUnknown {
            let counted = words.figures["\(section.key).\(row.label)"] ?? words.figures[row.label]
            figure(row.count, counted ?? ["{n} \(SiteText.label(row.label))"], &html)
          }
        }
      case .series:
        Columns(rows: section.rows.map(column), label: title, text: text).write(&html)
      case .bars, .goal:
        var books = booksByTitle(section.key)
        Bars(
          head: words.what,
          rows: section.rows.filter { $0.count > 0 }.prefix(ChartsPage.maxRows).map { row($0, section.key, &books) },
          text: text
        )
        .write(from: ChartsPage.path, &html)
        let more = section.rows.count { $0.count > 0 } - ChartsPage.maxRows
        if more > 0 {
          html.element(.p, [.class("more")], text: Template.filled(words.andMore, ["n": text.number(more)]))
        }
      }
    }
  }

  /// The title and the count that identify a book's row in a chart of books.
  private struct CountedTitle: Hashable {
    let title: String
    let count: Int
  }

  /// Returns the books in a chart of books, by title and count, so that each row can be linked to its book. Books with
  /// the same title and count are interchangeable.
  private func booksByTitle(_ section: String) -> [CountedTitle: [PageBook]] {
    let finder = ReadingFinder(.book, content.source.library.schema)
    let counts: [Int]
    switch section {
    case "rereads": counts = content.books.map { finder.timesRead($0.record) }
    case "quotes": counts = content.quotesOf.map(\.count)
    default: return [:]
    }
    return Dictionary(grouping: content.books.indices) {
      CountedTitle(title: content.books[$0].title, count: counts[$0])
    }
    .mapValues { $0.map { content.books[$0] } }
  }

  private func row(_ row: Statistics.Row, _ key: String, _ books: inout [CountedTitle: [PageBook]]) -> Bars.Row {
    switch key {
    case "rereads", "quotes":
      let label = row.label.isEmpty ? words.noTitle : row.label
      let found = CountedTitle(title: row.label, count: row.count)
      guard let book = books[found]?.popLast() else { return Bars.Row(label: label, count: row.count) }
      return Bars.Row(label: label, attributes: book.languageAttributes, count: row.count, path: book.path)
    case "genres":
      let genre = content.genres.first { $0.name == row.label }
      return Bars.Row(label: row.label, count: row.count, path: genre?.path, color: genre?.key)
    case "authors": return Bars.Row(label: row.label, count: row.count, path: content.author(row.label)?.path)
    case "years":
      let path = Int(row.label).flatMap { year in
        content.years.contains { $0.year == year } ? YearPages.path(year) : nil
      }
      return Bars.Row(label: row.label, count: row.count, path: path)
    case "ratings":
      guard let rating = Rating(row.label) else { return Bars.Row(label: words.unrated, count: row.count) }
      return Bars.Row(label: SiteText.stars(rating), spoken: text.spoken(rating), count: row.count)
    case "status": return Bars.Row(label: SiteText.capitalized(text.status(row.label)), count: row.count)
    default: return Bars.Row(label: row.label.isEmpty ? words.noTitle : row.label, count: row.count)
    }
  }

  private func column(_ row: Statistics.Row) -> (label: String, short: String, count: Int) {
    guard let date = CalendarDate(row.label), date.precision == .month else {
      return (row.label, String(row.label.prefix(1)), row.count)
    }
    return (text.day(date), text.shortMonth(date.month), row.count)
  }
}
