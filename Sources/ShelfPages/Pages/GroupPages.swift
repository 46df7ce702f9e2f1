import ShelfModel
import ShelfText

/// The pages of authors, genres and series: an index for each of the three, and a list of books for each entry.
struct GroupPages: Sendable {
  let content: SiteContent
  let layout: Layout
  let pieces: BookPieces

  static let authors = SitePath("authors", "index.html")
  static let genres = SitePath("genres", "index.html")
  static let series = SitePath("series", "index.html")

  /// The maximum number of names on an index page.
  private static let names = 400

  var pages: [SitePage] {
    list(GroupPages.authors, words.authors, words.authorCount, content.authors)
      + list(GroupPages.genres, words.genres, words.genreCount, content.genres)
      + list(GroupPages.series, words.series, words.seriesCount, content.series)
      + content.authors.flatMap { pages(of: $0, .author) }
      + content.genres.flatMap { pages(of: $0, .genre) } + content.series.flatMap { pages(of: $0, .series) }
  }

  private enum Form { case author, genre, series }

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }

  private func list(_ first: SitePath, _ title: String, _ counted: Counted, _ groups: [PageGroup]) -> [SitePage] {
    if groups.isEmpty { return [] }
    let listing = Listing(byName: first, size: GroupPages.names)
    let count = listing.pageCount(groups.count)
    return (1...count).map { number in
      let path = listing.path(number)
      return SitePage(path) {
        let head = Layout.Head(
          title: Listing.title(title, number, text), description: text.count(groups.count, counted))
        let parts = Parts(content: content, path: path)
        return layout.page(path, head) { html in
          Listing.heading(title, groups.count, text, &html)
          let range = listing.range(number, of: groups.count)
          if first == GroupPages.authors {
            letters(listing, path, &html)
            authors(range, parts, &html)
          } else {
            html.element(.ul, [.class("index")]) { html in
              for group in groups[range] { entry(group, hasDot: first == GroupPages.genres, parts, &html) }
            }
          }
          listing.navigation(number, of: count, from: path, words, &html)
        }
      }
    }
  }

  /// Writes a link for each letter, which leads to the first page with that letter.
  private func letters(_ listing: Listing, _ path: SitePath, _ html: inout HTML) {
    html.element(.nav, [.class("letters"), HTMLAttribute(.ariaLabel, words.letters)]) { html in
      var last = ""
      for (position, group) in content.authors.enumerated() where group.letter != last {
        last = group.letter
        let page = listing.path(position / listing.size + 1)
        html.element(.a, [.href(.to(page, from: path, fragment: GroupPages.fragment(last)))], text: last)
      }
    }
  }

  /// Writes the authors, grouped under the first letters of their sort forms.
  private func authors(_ range: Range<Int>, _ parts: Parts, _ html: inout HTML) {
    html.element(.div, [.class("index")]) { html in
      var start = range.lowerBound
      while start < range.upperBound {
        let letter = content.authors[start].letter
        let end = content.authors[start..<range.upperBound].firstIndex { $0.letter != letter } ?? range.upperBound
        html.element(.h2, [.id(GroupPages.fragment(letter))], text: letter)
        html.element(.ul) { html in
          for author in content.authors[start..<end] { entry(author, hasDot: false, parts, &html) }
        }
        start = end
      }
    }
  }

  private static func fragment(_ letter: String) -> String {
    letter == PageGroup.noLetter ? "other" : letter.lowercased()
  }

  private func entry(_ group: PageGroup, hasDot: Bool, _ parts: Parts, _ html: inout HTML) {
    html.element(.li) { html in
      if hasDot { html.element(.span, [.class("dot " + group.key), HTMLAttribute(.ariaHidden, "true")]) }
      html.element(.a, [parts.link(group.path)]) { $0.element(.bdi, text: group.name) }
      html.text(" ")
      html.element(.span, [.class("count")], text: text.number(group.books.count))
    }
  }

  private func pages(of group: PageGroup, _ form: Form) -> [SitePage] {
    let listing = form == .series ? Listing(byName: group.path, size: 100) : Listing(first: group.path)
    return listing.pages(of: group.books.count) { number, count, _ in page(group, form, listing, number, of: count) }
  }

  private func page(_ group: PageGroup, _ form: Form, _ listing: Listing, _ number: Int, of pages: Int) -> [UInt8] {
    let books = group.books.map { content.books[$0] }
    let count = text.count(books.count, words.bookCount)
    let head = Layout.Head(
      title: Listing.title(group.name, number, text), description: count,
      data: form == .series && number == 1 ? StructuredData(content).series(group) : nil)
    let path = listing.path(number)
    let parts = Parts(content: content, path: path)
    return layout.page(path, head) { html in
      html.element(.h1, form == .genre ? [.class("genre")] : []) { html in
        if form == .genre { html.element(.span, [.class("dot " + group.key), HTMLAttribute(.ariaHidden, "true")]) }
        html.element(.bdi, text: group.name)
      }
      html.element(.p, [.class("lead")]) { summary(books, count, &$0) }
      html.element(.ul, [.class("grid")]) { html in
        for index in listing.range(number, of: books.count) {
          let position = form == .series && index < group.positions.count ? group.positions[index] : nil
          if number == 1, position == nil {
            pieces.card(group.books[index], &html)
          } else {
            parts.card(books[index], note: position.map { "\($0)" }, &html)
          }
        }
      }
      listing.navigation(number, of: pages, from: path, words, &html)
    }
  }

  /// Writes the number of books, their average rating, and the years when they were read.
  private func summary(_ books: [PageBook], _ count: String, _ html: inout HTML) {
    html.text(count)
    let ratings = books.compactMap { $0.rating?.quarters }
    if ratings.count > 1 {
      let mean = (ratings.reduce(0, +) + ratings.count / 2) / ratings.count
      if let rating = Rating(quarters: mean) {
        html.text(words.comma + Template.filled(words.onAverage, ["rating": text.spoken(rating)]))
      }
    }
    let years = Set(books.flatMap { $0.readings.map(\.end.year) })
    if let first = years.min(), let last = years.max() {
      html.text(words.comma)
      html.text(
        Template.filled(
          first == last ? words.readIn : words.readFrom,
          ["year": String(first), "first": String(first), "last": String(last)]))
    }
    html.text(words.fullStop)
  }
}
