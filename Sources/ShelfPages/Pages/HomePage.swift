import ShelfModel
import ShelfText

/// The home page: books in progress, recently finished books, the year so far, and a quote.
struct HomePage: Sendable {
  let content: SiteContent
  let layout: Layout

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }
  private var parts: Parts { Parts(content: content, path: Layout.home) }

  var page: SitePage {
    SitePage(Layout.home) {
      let about = content.source.about.map { Markdown.plainText($0, maximum: 200) }
      let head = Layout.Head(
        title: content.name, description: about ?? words.siteDescription)
      return layout.page(Layout.home, head) { html in
        html.element(.header, [.class("masthead")]) { html in
          html.element(.h1) { $0.element(.bdi, text: content.name) }
          if let about = content.source.about {
            html.element(.div, [.class("about")]) { html in
              var markdown = Markdown(headingOffset: 1)
              markdown.write(about, to: &html)
            }
          }
        }
        reading(&html)
        year(&html)
        finished(&html)
        quote(&html)
        if content.books.isEmpty { html.element(.p, [.class("empty")], text: words.noBooks) }
      }
    }
  }

  private func reading(_ html: inout HTML) {
    let books = content.books.indices.filter { content.books[$0].phase == .during }.prefix(6)
    if books.isEmpty { return }
    html.element(.section, [.class("now")]) { html in
      html.element(.h2, text: words.readingNow)
      html.element(.ul, [.class("now")]) { html in
        for position in books {
          entry(position, "reading", &html) { html in
            guard let began = content.books[position].began else { return }
            html.element(.p, [.class("n")]) { parts.phrase(words.since, began, "dt-start", &$0) }
          }
        }
      }
    }
  }

  /// Writes an entry with the cover, the title and the authors of a book, followed by further elements.
  private func entry(_ position: Int, _ status: String, _ html: inout HTML, _ more: (inout HTML) -> Void) {
    let book = content.books[position]
    html.element(.li, [.class("h-entry")]) { html in
      html.element(
        .a, [.class("c"), parts.link(book.path), HTMLAttribute(.ariaHidden, "true"), HTMLAttribute(.tabindex, "-1")]
      ) {
        parts.cover(book, &$0)
      }
      html.element(.div) { html in
        html.element(.data, [.class("p-read-status"), HTMLAttribute(.value, status)])
        html.element(.h3, [.class("u-read-of h-cite")]) { html in
          html.element(
            .a, [.class("u-url p-name"), parts.link(book.path)], and: book.languageAttributes, text: book.title)
        }
        if !book.authors.isEmpty { html.element(.p, [.class("a")]) { parts.authors(position, &$0) } }
        more(&html)
      }
    }
  }

  /// Writes the statistics of the year that contains the latest known date, with the goal for that year.
  private func year(_ html: inout HTML) {
    guard let now = content.latestDay, let year = content.years.first(where: { $0.year == now.year }) else { return }
    let count = year.ends.count
    let pages = year.ends.reduce(0) { $0 + (content.books[$1.book].pages ?? 0) }
    let hours = PlayingTime.hours(ofMinutes: year.ends.reduce(0) { $0 + (content.books[$1.book].minutes ?? 0) })
    html.element(.section, [.class("soFar")]) { html in
      html.element(.h2, text: Template.filled(words.yearInBooks, ["year": String(now.year)]))
      html.element(.p, [.class("figures")]) { html in
        // The goal is a number of books, so it stays next to the number of finished books.
        html.element(.span) { html in
          html.element(.a, [parts.link(YearPages.path(now.year))]) { html in
            figure(count, text.form(words.bookCount, of: count), &html)
          }
          if let goal = content.source.library.manifest.goals[now.year] {
            html.text(" ")
            figure(goal, words.ofGoal, &html)
          }
        }
        for (count, counted) in [(pages, words.pageCount), (hours, words.hourCount)] where count > 0 {
          html.text(" ")
          html.element(.span) { figure(count, text.form(counted, of: count), &$0) }
        }
      }
      if let goal = content.source.library.manifest.goals[now.year], goal > 0 {
        Bars.part(min(count, goal), of: goal, text, &html)
      }
    }
  }

  /// Writes a template with its number in large type.
  private func figure(_ number: Int, _ template: String, _ html: inout HTML) {
    html.phrase(template) { _, html in html.element(.strong, text: text.number(number)) }
  }

  private func finished(_ html: inout HTML) {
    let endings = content.endings.prefix(6)
    if endings.isEmpty { return }
    html.element(.section, [.class("h-feed")]) { html in
      html.element(.h2, [.class("p-name")], text: words.recentlyFinished)
      html.element(.ul, [.class("entries")]) { html in
        for ending in endings { entry(ending, &html) }
      }
      html.element(.p, [.class("more")]) { html in
        html.element(.a, [parts.link(Listing.books.first)], text: text.count(content.books.count, words.allBooks))
      }
    }
  }

  private func entry(_ ending: SiteContent.Ending, _ html: inout HTML) {
    let book = content.books[ending.book]
    entry(ending.book, "finished", &html) { html in
      html.element(.p, [.class("n")]) { html in
        if let rating = book.rating { parts.stars(rating, &html) }
        parts.day(ending.reading.end, "dt-published", &html)
        if ending.isAgain { html.element(.span, text: words.readAgain) }
      }
      if let review = book.review {
        html.element(
          .p, [.class("p-summary")] + book.languageAttributes, text: Markdown.plainText(review, maximum: 220))
      }
    }
  }

  /// Writes the most recent quote of medium length or, if there is none, the start of the most recent quote.
  private func quote(_ html: inout HTML) {
    guard let quote = content.quotes.first(where: { (30...320).contains($0.text.count) }) ?? content.quotes.first else {
      return
    }
    html.element(.section, [.class("kept")]) { html in
      html.element(.h2, text: words.kept)
      parts.quote(quote, isOnBook: false, maximum: 320, &html)
      html.element(.p, [.class("more")]) { html in
        html.element(
          .a, [parts.link(Listing.quotes.first)], text: text.count(content.quotes.count, words.allQuotes))
      }
    }
  }
}
