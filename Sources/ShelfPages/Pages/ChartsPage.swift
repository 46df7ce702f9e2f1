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
  private static let omittedSections: Set<String> = ["kinds", "openIssues", "readingDays", "goal"]

  var page: SitePage {
    SitePage(ChartsPage.path) {
      layout.page(ChartsPage.path, Layout.Head(title: "Stats", description: "Statistics of the library.")) { html in
        html.element(.h1, text: "In numbers")
        figures(&html)
        goals(&html)
        guard let now = content.latestDay ?? CalendarDate(year: 2000, month: 1, day: 1) else { return }
        let statistics = Statistics(of: content.source.library, today: now.lastDay)
        html.element(.div, [.class("halves")]) { html in
          for section in statistics.sections where !ChartsPage.omittedSections.contains(section.key) {
            write(section, &html)
          }
        }
      }
    }
  }

  private func figures(_ html: inout HTML) {
    html.element(.ul, [.class("figures")]) { html in
      for (count, words) in [
        (content.books.count, content.books.count == 1 ? "book" : "books"), (content.quotes.count, "quotes"),
        (content.authors.count, "authors"), (content.genres.count, "genres"), (content.series.count, "series"),
      ] where count > 0 {
        html.element(.li) { html in
          html.element(.strong, text: SiteText.number(count))
          html.text(" " + words)
        }
      }
    }
  }

  private func goals(_ html: inout HTML) {
    let goals = content.source.library.manifest.goals.sorted { $0.key > $1.key }
    if goals.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2, text: "Goals")
      for (year, goal) in goals {
        let count = content.years.first { $0.year == year }?.ends.count ?? 0
        html.element(.p, [.class("goal")]) { html in
          html.element(.strong, text: String(year))
          html.text(" \(SiteText.number(count)) of \(SiteText.count(goal, "book"))")
        }
        Bars.part(min(count, goal), of: goal, &html)
      }
    }
  }

  private func write(_ section: Statistics.Section, _ html: inout HTML) {
    html.element(.section) { html in
      html.element(.h2, text: section.title)
      switch section.shape {
      case .figures:
        html.element(.ul, [.class("figures")]) { html in
          for row in section.rows {
            html.element(.li) { html in
              html.element(.strong, text: SiteText.number(row.count))
              html.text(" " + figure(row.label))
            }
          }
        }
      case .series:
        Columns(rows: section.rows.map { (label($0.label, section.key), $0.count) }, label: section.title).write(&html)
      case .bars, .goal:
        Bars(
          head: "What",
          rows: section.rows.filter { $0.count > 0 }.prefix(ChartsPage.maxRows).map { row($0, section.key) }
        )
        .write(from: ChartsPage.path, &html)
        let more = section.rows.count { $0.count > 0 } - ChartsPage.maxRows
        if more > 0 { html.element(.p, [.class("more")], text: "and \(SiteText.number(more)) more") }
      }
    }
  }

  private func row(_ row: Statistics.Row, _ key: String) -> Bars.Row {
    switch key {
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
      guard let rating = Rating(row.label) else { return Bars.Row(label: row.label, count: row.count) }
      return Bars.Row(label: SiteText.stars(rating), spoken: SiteText.spoken(rating), count: row.count)
    case "status": return Bars.Row(label: SiteText.capitalized(SiteText.label(row.label)), count: row.count)
    default: return Bars.Row(label: row.label.isEmpty ? "no title" : row.label, count: row.count)
    }
  }

  private func figure(_ label: String) -> String {
    [
      "daysPerBook": "days a book", "pagesPerDay": "pages a day", "all": "pages in all", "read": "pages read",
      "average": "pages a book", "longest": "pages in the longest",
    ][label] ?? SiteText.label(label)
  }

  private func label(_ label: String, _ key: String) -> String {
    guard let date = CalendarDate(label) else { return label }
    return date.precision == .month ? "\(SiteText.month(date.month)) \(date.year)" : label
  }
}
