import ShelfModel

/// The pages of authors, genres and series: a list of them, and the books of each.
struct GroupPages: Sendable {
  let content: SiteContent
  let layout: Layout

  static let authors = SitePath("authors", "index.html")
  static let genres = SitePath("genres", "index.html")
  static let series = SitePath("series", "index.html")

  var pages: [SitePage] {
    var pages: [SitePage] = []
    if !content.authors.isEmpty { pages.append(list(GroupPages.authors, "Authors", content.authors)) }
    if !content.genres.isEmpty { pages.append(list(GroupPages.genres, "Genres", content.genres)) }
    if !content.series.isEmpty { pages.append(list(GroupPages.series, "Series", content.series)) }
    pages += content.authors.map { page($0, .author) }
    pages += content.genres.map { page($0, .genre) }
    pages += content.series.map { page($0, .series) }
    return pages
  }

  private enum Form { case author, genre, series }

  private func list(_ path: SitePath, _ title: String, _ groups: [PageGroup]) -> SitePage {
    SitePage(path) {
      let head = Layout.Head(
        title: title,
        description: SiteText.count(groups.count, String(title.dropLast().lowercased()), title.lowercased()))
      let parts = Parts(content: content, path: path)
      return layout.page(path, head) { html in
        html.element(.h1) { html in
          html.text(title)
          html.element(.small, text: SiteText.number(groups.count))
        }
        html.element(.ul, [.class("index")]) { html in
          for group in groups {
            html.element(.li) { html in
              if group.color != nil || path == GroupPages.genres {
                html.element(.span, [.class("dot", group.key), Attribute(.ariaHidden, "true")])
              }
              html.element(.a, [parts.link(group.path)]) { $0.element(.bdi, text: group.name) }
              html.text(" ")
              html.element(.span, [.class("count")], text: SiteText.number(group.books.count))
            }
          }
        }
      }
    }
  }

  private func page(_ group: PageGroup, _ form: Form) -> SitePage {
    SitePage(group.path) {
      let books = group.books.map { content.books[$0] }
      let count = SiteText.count(books.count, "book")
      let head = Layout.Head(
        title: group.name, description: count,
        data: form == .series ? StructuredData(content).series(group) : nil)
      let parts = Parts(content: content, path: group.path)
      return layout.page(group.path, head) { html in
        html.element(.h1, [.class(form == .genre ? "genre" : "")]) { html in
          if form == .genre { html.element(.span, [.class("dot", group.key), Attribute(.ariaHidden, "true")]) }
          html.element(.bdi, text: group.name)
        }
        html.element(.p, [.class("lead")]) { summary(books, count, &$0) }
        html.element(.ul, [.class("grid")]) { html in
          for (index, book) in books.enumerated() {
            let position = form == .series && index < group.positions.count ? group.positions[index] : nil
            parts.card(book, note: position.map { "\($0)" }, &html)
          }
        }
      }
    }
  }

  /// How many books, what they were given, and when they were read.
  private func summary(_ books: [PageBook], _ count: String, _ html: inout HTML) {
    html.text(count)
    let ratings = books.compactMap { $0.rating?.quarters }
    if ratings.count > 1 {
      let mean = (ratings.reduce(0, +) + ratings.count / 2) / ratings.count
      if let rating = Rating(quarters: mean) { html.text(", on average \(SiteText.spoken(rating))") }
    }
    let years = Set(books.flatMap { $0.readings.map(\.end.year) })
    if let first = years.min(), let last = years.max() {
      html.text(first == last ? ", read in \(first)" : ", read from \(first) to \(last)")
    }
    html.text(".")
  }
}
