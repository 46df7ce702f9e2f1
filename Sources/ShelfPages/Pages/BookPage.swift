import ShelfModel
import ShelfQuery
import ShelfText

/// The page of a book, which shows its public fields, its quotes and related books.
struct BookPage: Sendable {
  private let content: SiteContent
  private let pieces: BookPieces
  private let position: Int
  private let book: PageBook
  private let parts: Parts

  private init(_ content: SiteContent, _ pieces: BookPieces, _ position: Int) {
    self.content = content
    self.pieces = pieces
    self.position = position
    book = content.books[position]
    parts = Parts(content: content, path: book.path)
  }

  static func pages(_ content: SiteContent, _ layout: Layout, _ pieces: BookPieces) -> [SitePage] {
    content.books.indices.map { position in
      SitePage(content.books[position].path) { BookPage(content, pieces, position).bytes(layout) }
    }
  }

  private func bytes(_ layout: Layout) -> [UInt8] {
    let head = Layout.Head(
      title: text.titleBy(book.title, book.byline), description: description,
      image: book.coverPath, type: "book", data: StructuredData(content).book(at: position))
    return layout.page(book.path, head) { html in
      html.element(.article, [.class("book h-review")], and: book.direction) { html in
        top(&html)
        // If there is no text, the related books take up the full width.
        let text = HTML.written { texts(&$0) }
        let others = HTML.written { neighbors(&$0) }
        if text.isEmpty { return BookPage.write(others, .aside, "near", &html) }
        html.element(.div, [.class("spread")]) { html in
          BookPage.write(text, .div, "text", &html)
          BookPage.write(others, .aside, "near", &html)
        }
      }
    }
  }

  private func texts(_ html: inout HTML) {
    if let review = book.review { markdown(words.review, review, "e-content", book.languageAttributes, &html) }
    if let synopsis = book.synopsis { markdown(words.synopsis, synopsis, "synopsis", book.languageAttributes, &html) }
    timeline(&html)
    quotes(&html)
  }

  /// Writes an element that contains prepared markup, or nothing if the markup is empty.
  private static func write(_ content: [UInt8], _ tag: Tag, _ className: String, _ html: inout HTML) {
    if !content.isEmpty { html.element(tag, [.class(className)]) { $0.append(content) } }
  }

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }

  private var description: String {
    if let review = book.review { return Markdown.plainText(review, maximum: 180) }
    if let synopsis = book.synopsis { return Markdown.plainText(synopsis, maximum: 180) }
    return [book.byline, book.year.map(text.year) ?? ""].filter { !$0.isEmpty }.joined(separator: words.comma)
  }

  private func top(_ html: inout HTML) {
    html.element(.header, [.class("top p-item h-item")]) { html in
      html.element(.div, [.class("c")]) { parts.cover(book, isLarge: true, &$0) }
      html.element(.div, [.class("about")]) { html in
        series(&html)
        html.element(.h1, [.class("p-name")], and: book.languageAttributes, text: book.title)
        if !book.authors.isEmpty { html.element(.p, [.class("by")]) { parts.authors(position, &$0) } }
        rating(&html)
        state(&html)
        parts.genres(book, &html)
        facts(&html)
      }
    }
  }

  private func rating(_ html: inout HTML) {
    guard let rating = book.rating else { return }
    html.element(.p, [.class("rating")]) { html in
      html.element(.data, [.class("p-rating"), HTMLAttribute(.value, "\(rating)")]) { parts.stars(rating, &$0) }
    }
  }

  private func state(_ html: inout HTML) {
    if book.isWanted {
      html.element(.p, [.class("state")]) { html in
        html.element(.a, [parts.link(WishListPages.first)], text: words.onWishList)
      }
    }
    if book.phase == nil, book.readings.isEmpty { return }
    html.element(.p, [.class("state")]) { html in
      switch book.phase {
      case .during:
        html.element(.data, [.class("p-read-status"), HTMLAttribute(.value, "reading")], text: words.readingNow)
        if let began = book.began {
          html.text(words.comma)
          parts.phrase(words.since, began, "dt-start", &html)
        }
      case .paused:
        html.text(words.paused)
        if let began = book.began {
          html.text(words.comma)
          parts.phrase(words.started, began, "dt-start", &html)
        }
      case .abandoned:
        if let day = book.abandoned {
          parts.phrase(words.abandonedOn, day, "dt-end", &html)
        } else {
          html.text(words.abandoned)
        }
      case .done, nil:
        guard let reading = book.readings.last else {
          if book.phase == .done { html.text(words.read) }
          return
        }
        html.element(.data, [.class("p-read-status"), HTMLAttribute(.value, "finished")], text: words.readOn)
        html.element(
          .time, [.class("dt-published"), HTMLAttribute(.datetime, reading.end.description)],
          text: text.span(from: reading.start, to: reading.end))
        if let days = reading.days, days > 1 { html.text(words.comma + text.count(days, words.inDays)) }
      case .before: html.text(SiteText.capitalized(text.status(book.status ?? "")))
      }
    }
  }

  private func facts(_ html: inout HTML) {
    var facts: [(name: String, text: String, className: String)] = []
    for (index, person) in book.contributors.enumerated() {
      let known = person.knownRole.flatMap { words.roles[$0.rawValue] }
      let role = person.role.isEmpty ? words.contributor : known ?? SiteText.capitalized(person.role)
      // People with the same role are listed together.
      if book.contributors[..<index].contains(where: { $0.role == person.role }) { continue }
      facts.append((role, text.list(book.contributors.filter { $0.role == person.role }.map(\.name)), ""))
    }
    if let year = book.year { facts.append((words.published, text.year(year), "dt-year")) }
    if let title = book.originalTitle { facts.append((words.originalTitle, title, "")) }
    if let publisher = book.publisher { facts.append((words.publisher, publisher, "")) }
    if let pages = book.pages { facts.append((words.pageFact, text.number(pages), "")) }
    if let language = book.language { facts.append((words.language, text.name(of: language), "")) }
    if let isbn = book.isbn { facts.append((words.isbn, isbn, "u-uid-isbn")) }
    facts += book.others.map { (SiteText.capitalized($0.name), $0.text, "") }
    if facts.isEmpty { return }
    html.element(.dl, [.class("facts")]) { html in
      for fact in facts {
        html.element(.div) { html in
          html.element(.dt, text: fact.name)
          html.element(.dd) {
            $0.element(.bdi, fact.className.isEmpty ? [] : [.class(fact.className)], text: fact.text)
          }
        }
      }
    }
  }

  /// Writes the series that the book belongs to, with its position in each.
  private func series(_ html: inout HTML) {
    for place in book.series {
      guard let group = content.series(place) else { continue }
      html.element(.p, [.class("series")]) { html in
        html.element(.a, [parts.link(group.path)]) { $0.element(.bdi, text: group.name) }
        if let position = place.position { html.text(" \(position)") }
      }
    }
  }

  private func markdown(
    _ heading: String, _ text: String, _ className: String, _ attributes: [HTMLAttribute], _ html: inout HTML
  ) {
    html.element(.section, [.class("prose")]) { html in
      html.element(.h2, text: heading)
      html.element(.div, [.class(className)], and: attributes) { html in
        var markdown = Markdown()
        markdown.write(text, to: &html)
      }
    }
  }

  // MARK: - Readings

  private func timeline(_ html: inout HTML) {
    let readings = book.readings
    guard readings.count > 1 || book.began != nil && !readings.isEmpty else { return }
    html.element(.section, [.class("readings")]) { html in
      html.element(.h2, text: words.readings)
      Timeline(readings: readings, began: book.began, now: content.latestDay, text: text).write(&html)
      html.element(.ol) { html in
        for reading in readings {
          html.element(.li) { html in
            html.text(text.span(from: reading.start, to: reading.end))
            if let days = reading.days, days > 1 {
              html.element(.span, [.class("a")], text: " " + text.count(days, words.dayCount))
            }
          }
        }
        if let began = book.began {
          html.element(.li) { html in
            parts.phrase(words.since, began, "", &html)
          }
        }
      }
    }
  }

  private func quotes(_ html: inout HTML) {
    let quotes = content.quotesOf[position]
    if quotes.isEmpty { return }
    html.element(.section, [.class("quotes")]) { html in
      html.element(.h2, text: quotes.count == 1 ? words.oneQuote : text.count(quotes.count, words.quoteCount))
      for quote in quotes { parts.quote(content.quotes[quote], isOnBook: true, &html) }
    }
  }

  // MARK: - Neighbors

  private func neighbors(_ html: inout HTML) {
    for place in book.series {
      if let group = content.series(place), group.books.count > 1 { inSeries(group, &html) }
    }
    let editions = content.editions(of: position)
    otherEditions(editions, &html)
    let known = Set(book.series.compactMap { content.series($0) }.flatMap(\.books)).union(editions)
    for group in content.authorsOf[position].prefix(3).map({ content.authors[$0] }) {
      let others = group.books.lazy.filter { $0 != position && !known.contains($0) }
      list(words.moreBy, group, others.prefix(6).map { $0 }, &html)
    }
    for genre in book.genres.prefix(2) { list(words.moreOf, content.genres[genre], nearest(in: genre), &html) }
  }

  /// Writes the other editions of the book, with the details that distinguish them.
  private func otherEditions(_ editions: [Int], _ html: inout HTML) {
    if editions.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2, text: words.otherEditions)
      html.element(.ul, [.class("lines")]) { html in
        for position in editions {
          let other = content.books[position]
          html.element(.li) { html in
            html.element(.a, [parts.link(other.path)], and: other.languageAttributes, text: other.title)
            let notes = [other.year.map(text.year), other.language.map(text.name), other.publisher].compactMap { $0 }
            if !notes.isEmpty { html.element(.span, [.class("a")], text: " " + notes.joined(separator: words.comma)) }
            parts.wantedMark(other, &html)
          }
        }
      }
    }
  }

  private func inSeries(_ group: PageGroup, _ html: inout HTML) {
    html.element(.section) { html in
      html.element(.h2) { html in
        html.phrase(words.inSeries) { _, html in
          html.element(.a, [parts.link(group.path)]) { $0.element(.bdi, text: group.name) }
        }
      }
      let place = group.books.firstIndex(of: position) ?? 0
      let shown = max(0, min(place - 4, group.books.count - 9))..<min(group.books.count, max(place + 5, 9))
      html.element(.ol, [.class("lines")]) { html in
        for index in shown {
          let other = content.books[group.books[index]]
          html.element(.li) { html in
            if let number = group.positions[index] {
              html.element(.span, [.class("number")], text: "\(number)")
              html.text(" ")
            }
            if group.books[index] == position {
              html.element(
                .strong, [HTMLAttribute(.ariaCurrent, "page")], and: other.languageAttributes, text: other.title)
            } else {
              html.element(.a, [parts.link(other.path)], and: other.languageAttributes, text: other.title)
              parts.wantedMark(other, &html)
            }
          }
        }
      }
    }
  }

  private func list(_ heading: String, _ group: PageGroup, _ others: [Int], _ html: inout HTML) {
    if others.isEmpty { return }
    html.element(.section) { html in
      html.element(.h2) { html in
        html.phrase(heading) { _, html in
          html.element(.a, [parts.link(group.path)]) { $0.element(.bdi, text: group.name) }
        }
      }
      pieces.lines(others, &html)
    }
  }

  /// Returns the highest-rated books of a genre that are by other authors.
  private func nearest(in genre: Int) -> [Int] {
    let authors = content.authorsOf[position]
    return content.best[genre].lazy.filter { other in
      other != position && !content.authorsOf[other].contains(where: authors.contains)
    }.prefix(6).map { $0 }
  }
}
