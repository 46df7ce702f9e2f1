import ShelfModel
import ShelfText

/// The pages for the years: the statistics, covers and books of each year, and an index.
struct YearPages: Sendable {
  let content: SiteContent
  let layout: Layout

  static let index = SitePath("years", "index.html")

  /// The maximum number of covers on a year's page.
  private static let maxCovers = 42

  static func path(_ year: Int) -> SitePath { SitePath("years", String(year), "index.html") }

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }

  var pages: [SitePage] {
    if content.years.isEmpty { return [] }
    return [list] + content.years.indices.flatMap { [page($0)] + morePages($0) }
  }

  private var list: SitePage {
    SitePage(YearPages.index) {
      let parts = Parts(content: content, path: YearPages.index)
      let maximum = content.years.map(\.ends.count).max() ?? 1
      return layout.page(
        YearPages.index, Layout.Head(title: words.years, description: words.yearsDescription)
      ) {
        html in
        html.element(.h1, text: words.years)
        html.element(.table, [.class("bars")]) { html in
          html.element(.thead, [.class("unseen")]) { html in
            html.element(.tr) { html in
              html.element(.th, [HTMLAttribute(.scope, "col")], text: words.year)
              html.element(.th, [HTMLAttribute(.scope, "col")], text: words.share)
              html.element(.th, [HTMLAttribute(.scope, "col")], text: words.books)
            }
          }
          html.element(.tbody) { html in
            for year in content.years {
              html.element(.tr) { html in
                html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
                  html.element(.a, [parts.link(YearPages.path(year.year))], text: text.year(year.year))
                }
                html.element(.td) { Bars.bar(year.ends.count, of: maximum, &$0) }
                html.element(.td, [.class("number")], text: text.number(year.ends.count))
              }
            }
          }
        }
      }
    }
  }

  private func page(_ index: Int) -> SitePage {
    let (year, ends) = content.years[index]
    let path = YearPages.path(year)
    return SitePage(path) {
      let parts = Parts(content: content, path: path)
      let head = Layout.Head(
        title: title(year), description: text.count(ends.count, words.finishedIn, ["year": String(year)]),
        image: ends.compactMap { content.books[$0.book].coverPath }.first)
      return layout.page(path, head) { html in
        html.element(.header, [.class("year")]) { html in
          html.element(.h1) { html in
            html.phrase(words.yearInBooks) { _, html in html.element(.span, [.class("big")], text: String(year)) }
          }
          figures(year, ends, &html)
        }
        wall(ends, parts, &html)
        let charts = HTML.written { html in
          months(ends, &html)
          genres(ends, parts, &html)
          ratings(ends, &html)
          notable(ends, parts, &html)
        }
        if !charts.isEmpty { html.element(.div, [.class("halves")]) { $0.append(charts) } }
        all(ends, listing(year), 1, parts, &html)
        neighbors(index, parts, &html)
      }
    }
  }

  private func title(_ year: Int) -> String { Template.filled(words.yearInBooks, ["year": String(year)]) }

  private func figures(_ year: Int, _ ends: [SiteContent.Ending], _ html: inout HTML) {
    let pages = ends.reduce(0) { $0 + (content.books[$1.book].pages ?? 0) }
    let hours = PlayingTime.hours(ofMinutes: ends.reduce(0) { $0 + (content.books[$1.book].minutes ?? 0) })
    let authors = Set(ends.flatMap { content.books[$0.book].authors.map(Folding.fold) }).count
    let again = ends.count(where: \.isAgain)
    let ratings = Set(ends.map(\.book)).compactMap { content.books[$0].rating?.quarters }
    html.element(.ul, [.class("figures")]) { html in
      func write(_ number: String, _ template: String, _ html: inout HTML) {
        html.phrase(template) { _, html in html.element(.strong, text: number) }
      }
      func figure(_ number: String, _ template: String) {
        html.element(.li) { write(number, template, &$0) }
      }
      func figure(_ count: Int, _ counted: Counted) { figure(text.number(count), text.form(counted, of: count)) }
      html.element(.li) { html in
        write(text.number(ends.count), text.form(words.bookCount, of: ends.count), &html)
        if let goal = content.source.library.manifest.goals[year] {
          html.text(" ")
          write(text.number(goal), words.ofGoal, &html)
        }
      }
      if pages > 0 { figure(pages, words.pageCount) }
      if hours > 0 { figure(hours, words.hourCount) }
      if authors > 1 { figure(authors, words.authorCount) }
      if ratings.count > 1 {
        let tenths = (ratings.reduce(0, +) * 10 / ratings.count + 2) / 4
        figure(text.decimal(tenths: tenths), words.averageStars)
      }
      if again > 0 { figure(again, words.againCount) }
    }
  }

  /// Writes the covers of the books that were finished last, at most `maxCovers`, in chronological order.
  private func wall(_ ends: [SiteContent.Ending], _ parts: Parts, _ html: inout HTML) {
    html.element(.ul, [.class("wall")]) { html in
      for end in ends.reversed().suffix(YearPages.maxCovers) {
        let book = content.books[end.book]
        html.element(.li) { html in
          html.element(.a, [parts.link(book.path), HTMLAttribute(.title, book.title)]) { html in
            parts.cover(book, &html)
            html.element(.span, [.class("unseen")], text: book.title)
          }
        }
      }
    }
  }

  private func months(_ ends: [SiteContent.Ending], _ html: inout HTML) {
    let known = ends.filter { $0.reading.end.precision != .year }
    if known.isEmpty { return }
    let counts = (1...12).map { month in known.count { $0.reading.end.month == month } }
    html.element(.section) { html in
      html.element(.h2, text: words.byMonth)
      let rows = counts.enumerated().map { (text.month($0 + 1), text.shortMonth($0 + 1), $1) }
      Columns(rows: rows, label: words.finishedByMonth, text: text).write(&html)
    }
  }

  private func notable(_ ends: [SiteContent.Ending], _ parts: Parts, _ html: inout HTML) {
    let books = Set(ends.map(\.book)).sorted().map { content.books[$0] }
    let paged = books.filter { $0.pages != nil }.sorted { ($0.pages ?? 0) < ($1.pages ?? 0) }
    var rows: [(label: String, book: PageBook, note: String)] = []
    if paged.count > 1, let short = paged.first, let long = paged.last {
      rows.append((words.longest, long, text.count(long.pages ?? 0, words.pageCount)))
      rows.append((words.shortest, short, text.count(short.pages ?? 0, words.pageCount)))
    }
    let old = books.filter { $0.year != nil }.sorted { ($0.year ?? 0) < ($1.year ?? 0) }
    if old.count > 1, let first = old.first { rows.append((words.oldest, first, text.year(first.year ?? 0))) }
    if rows.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2, text: words.ofNote)
      html.element(.dl, [.class("notable")]) { html in
        for row in rows {
          html.element(.div) { html in
            html.element(.dt, text: row.label)
            html.element(.dd) { html in
              html.element(.a, [parts.link(row.book.path)], and: row.book.languageAttributes, text: row.book.title)
              html.element(.span, [.class("a")], text: " " + row.note)
            }
          }
        }
      }
    }
  }

  private func genres(_ ends: [SiteContent.Ending], _ parts: Parts, _ html: inout HTML) {
    var counts: [Int: Int] = [:]
    for end in ends { for genre in content.books[end.book].genres { counts[genre, default: 0] += 1 } }
    let rows = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.prefix(8)
    if rows.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2, text: words.genres)
      Bars(
        head: words.genre,
        rows: rows.map { genre, count in
          Bars.Row(
            label: content.genres[genre].name, count: count, path: content.genres[genre].path,
            color: content.genres[genre].key)
        }, text: text
      ).write(from: parts.path, &html)
    }
  }

  private func ratings(_ ends: [SiteContent.Ending], _ html: inout HTML) {
    var counts: [Int: Int] = [:]
    for book in Set(ends.map(\.book)) {
      if let rating = content.books[book].rating { counts[rating.quarters, default: 0] += 1 }
    }
    if counts.count < 2 { return }
    html.element(.section) { html in
      html.element(.h2, text: words.ratings)
      Bars(
        head: words.stars,
        rows: counts.sorted { $0.key > $1.key }.compactMap { quarters, count in
          Rating(quarters: quarters).map {
            Bars.Row(label: SiteText.stars($0), spoken: text.spoken($0), count: count)
          }
        }, text: text
      ).write(from: YearPages.index, &html)
    }
  }

  /// Returns the list of a year's books. It has fewer entries per page than other lists, since the first page also
  /// shows covers and charts.
  private func listing(_ year: Int) -> Listing { Listing(first: YearPages.path(year), size: 60) }

  /// Returns the second and subsequent pages of a year's list.
  private func morePages(_ index: Int) -> [SitePage] {
    let (year, ends) = content.years[index]
    let listing = listing(year)
    return (1...listing.pageCount(ends.count)).dropFirst().map { number in
      let path = listing.path(number)
      return SitePage(path) {
        layout.page(path, Layout.Head(title: Listing.title(title(year), number, text))) { html in
          html.element(.h1, text: title(year))
          all(ends, listing, number, Parts(content: content, path: path), &html)
        }
      }
    }
  }

  private func all(
    _ ends: [SiteContent.Ending], _ listing: Listing, _ number: Int, _ parts: Parts, _ html: inout HTML
  ) {
    html.element(.section, [.class("h-feed")]) { html in
      html.element(.h2, [.class("p-name")], text: words.allOfThem)
      html.element(.ul, [.class("lines dated")]) { html in
        for end in ends[listing.range(number, of: ends.count)] { line(end, parts, &html) }
      }
      listing.navigation(number, of: listing.pageCount(ends.count), from: parts.path, words, &html)
    }
  }

  private func line(_ end: SiteContent.Ending, _ parts: Parts, _ html: inout HTML) {
    let book = content.books[end.book]
    html.element(.li, [.class("h-entry")]) { html in
      parts.day(end.reading.end, "dt-published", &html)
      html.text(" ")
      html.element(.span, [.class("u-read-of h-cite")]) { html in
        html.element(
          .a, [.class("u-url p-name"), parts.link(book.path)], and: book.languageAttributes, text: book.title)
      }
      if !book.authors.isEmpty {
        html.text(" ")
        html.element(.span, [.class("a")]) { $0.element(.bdi, text: book.byline) }
      }
      if let rating = book.rating {
        html.text(" ")
        parts.stars(rating, &html)
      }
      if end.isAgain { html.element(.span, [.class("a")], text: " " + words.again) }
    }
  }

  private func neighbors(_ index: Int, _ parts: Parts, _ html: inout HTML) {
    html.element(.nav, [.class("pages"), HTMLAttribute(.ariaLabel, words.years)]) { html in
      if index + 1 < content.years.count {
        let year = content.years[index + 1].year
        html.element(.a, [HTMLAttribute(.rel, "prev"), parts.link(YearPages.path(year))], text: "← \(year)")
      }
      html.element(.a, [parts.link(YearPages.index)], text: words.allYears)
      if index > 0 {
        let year = content.years[index - 1].year
        html.element(.a, [HTMLAttribute(.rel, "next"), parts.link(YearPages.path(year))], text: "\(year) →")
      }
    }
  }
}
