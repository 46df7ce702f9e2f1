import ShelfModel
import ShelfText

/// Writes the parts that several kinds of pages have in common: covers, stars, genres, dates and cards.
struct Parts: Sendable {
  let content: SiteContent
  /// The page that contains the parts.
  let path: SitePath

  var text: SiteText { content.text }
  var words: PageWords { content.words }

  func link(_ target: SitePath, _ fragment: String? = nil) -> HTMLAttribute {
    .href(.to(target, from: path, fragment: fragment))
  }

  // MARK: - Covers

  /// Writes a book's cover image, or its typeset cover.
  func cover(_ book: PageBook, isLarge: Bool = false, _ html: inout HTML) {
    if let cover = book.cover, let file = book.coverPath {
      html.element(
        .img,
        [
          .class("cover u-photo"), .src(.to(file, from: path)), HTMLAttribute(.alt, ""),
          HTMLAttribute(.width, cover.width),
          HTMLAttribute(.height, cover.height),
        ], and: isLarge ? [] : [HTMLAttribute(.loading, "lazy"), HTMLAttribute(.decoding, "async")])
      return
    }
    let typesetCover = book.typesetCover
    html.element(
      .span, [.class("cover set " + typesetCover.classes), HTMLAttribute(.ariaHidden, "true")], and: book.direction
    ) { html in
      html.element(.span, [.class("ct")], and: book.languageAttributes, text: typesetCover.title)
      if !typesetCover.author.isEmpty {
        html.element(.span, [.class("ca"), HTMLAttribute(.dir, "auto")], text: typesetCover.author)
      }
    }
  }

  // MARK: - Small parts

  func stars(_ rating: Rating, _ html: inout HTML) {
    html.element(
      .span, [.class("stars"), HTMLAttribute(.role, "img"), HTMLAttribute(.ariaLabel, text.spoken(rating))],
      text: SiteText.stars(rating))
  }

  func day(_ date: CalendarDate, _ className: String = "", isInflected: Bool = false, _ html: inout HTML) {
    html.element(
      .time, className.isEmpty ? [] : [.class(className)], and: [HTMLAttribute(.datetime, date.description)],
      text: text.day(date, isInflected: isInflected))
  }

  func phrase(_ phrase: DatePhrase, _ date: CalendarDate, _ className: String, _ html: inout HTML) {
    html.phrase(text.template(phrase, for: date)) { name, html in
      day(date, className, isInflected: name == "inflected", &html)
    }
  }

  /// Writes the authors of the book at a position, with links to their pages.
  func authors(_ position: Int, _ html: inout HTML) {
    let (book, groups) = (content.books[position], content.authorsOf[position])
    for (number, name) in book.authors.enumerated() {
      if number > 0 { html.text(number == book.authors.count - 1 ? text.and(before: name) : words.listComma) }
      guard number < groups.count else {
        html.element(.bdi, text: name)
        continue
      }
      html.element(.a, [.class("p-author"), link(content.authors[groups[number]].path)]) {
        $0.element(.bdi, text: name)
      }
    }
  }

  func genres(_ book: PageBook, _ html: inout HTML) {
    if book.genres.isEmpty { return }
    html.element(.ul, [.class("chips")]) { html in
      for genre in book.genres.map({ content.genres[$0] }) {
        html.element(.li) { chip(genre, &$0) }
      }
    }
  }

  func chip(_ genre: PageGroup, _ html: inout HTML) {
    html.element(.a, [.class("chip p-category"), link(genre.path)]) { html in
      html.element(.span, [.class("dot " + genre.key), HTMLAttribute(.ariaHidden, "true")])
      html.element(.bdi, text: genre.name)
    }
  }

  // MARK: - Books

  /// Writes a book's card in a grid: the cover and the title, which link to the book's page, and the author and the
  /// rating. If a typeset cover shows the whole title and author, they are not repeated under it.
  ///
  /// - Parameter marksWanted: whether the card shows that a book is on the wish list.
  func card(_ book: PageBook, note: String? = nil, marksWanted: Bool = true, _ html: inout HTML) {
    html.element(.li, [.class("card", book.cover == nil && book.typesetCover.isWhole ? "w" : "")]) { html in
      html.element(.a, [link(book.path)]) { html in
        cover(book, &html)
        html.element(.span, [.class("t")], and: book.languageAttributes, text: book.title)
      }
      if !book.authors.isEmpty { html.element(.span, [.class("a")]) { $0.element(.bdi, text: book.byline) } }
      let isMarked = marksWanted && book.isWanted
      if book.rating != nil || note != nil || isMarked {
        html.element(.span, [.class("n")]) { html in
          if let note { html.element(.span, text: note) }
          if isMarked { html.element(.span, text: text.status(book.status ?? "")) }
          if let rating = book.rating { stars(rating, &html) }
        }
      }
    }
  }

  func grid(_ books: [PageBook], marksWanted: Bool = true, _ html: inout HTML) {
    if books.isEmpty { return }
    html.element(.ul, [.class("grid")]) { html in
      for book in books { card(book, marksWanted: marksWanted, &html) }
    }
  }

  /// Writes a mark if the book is on the wish list.
  func wantedMark(_ book: PageBook, _ html: inout HTML) {
    if book.isWanted { html.element(.span, [.class("a")], text: " " + text.status(book.status ?? "")) }
  }

  /// Writes a line about a book: the title, the authors, the rating and the wish list mark.
  func line(_ book: PageBook, _ html: inout HTML) {
    html.element(.li) { html in
      html.element(.a, [link(book.path)], and: book.languageAttributes, text: book.title)
      if !book.authors.isEmpty {
        html.element(.span, [.class("a")]) { html in
          html.text(" ")
          html.element(.bdi, text: book.byline)
        }
      }
      if let rating = book.rating {
        html.text(" ")
        stars(rating, &html)
      }
      wantedMark(book, &html)
    }
  }

  // MARK: - Quotes

  /// Writes a quote. On the page of its book, the title is omitted.
  ///
  /// - Parameter maximum: the number of characters to which the quote is truncated, or nil for no limit.
  func quote(_ quote: PageQuote, isOnBook: Bool, maximum: Int? = nil, _ html: inout HTML) {
    let book = content.book(of: quote)
    html.element(.figure, [.class("quote h-cite")], and: isOnBook ? [.id(quote.fragment)] : book.direction) { html in
      html.element(.blockquote, [.class("p-content")], and: book.languageAttributes) { html in
        if let maximum, quote.text.count > maximum {
          html.paragraphs(Parts.start(of: QuoteText(quote.text).plain, maximum: maximum))
        } else {
          QuoteText(quote.text).write(to: &html)
        }
      }
      let place = place(of: quote)
      if isOnBook, place.isEmpty, quote.day == nil { return }
      html.element(.figcaption) { html in
        if !isOnBook {
          html.element(.a, [.class("u-url"), link(book.path, quote.fragment)]) { html in
            html.element(.cite, [.class("p-name")], and: book.languageAttributes, text: book.title)
          }
          if !book.authors.isEmpty { html.element(.span, [.class("a")]) { $0.element(.bdi, text: book.byline) } }
        }
        if isOnBook {
          // The position in the book links to the quote. If the position is unknown, the date does.
          guard let label = place.isEmpty ? quote.day.map({ text.day($0) }) : place else { return }
          html.element(
            .a,
            [
              .class("u-url anchor"), .href(.onPage(quote.fragment)), HTMLAttribute(.title, words.linkToQuote),
            ]
          ) { $0.element(.bdi, text: label) }
        } else if !place.isEmpty {
          html.element(.span, [.class("place")]) { $0.element(.bdi, text: place) }
        }
      }
    }
  }

  /// Returns the start of a text, truncated after a whole word.
  private static func start(of text: String, maximum: Int) -> String {
    guard text.count > maximum else { return text }
    let start = text.prefix(maximum)
    return (start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start) + " …"
  }

  private func place(of quote: PageQuote) -> String {
    [quote.chapter.map { text.chapter($0) }, quote.page.map { text.page($0) }].compactMap { $0 }
      .joined(separator: words.comma)
  }
}
