import ShelfText

/// The forms that search for books: a box in the header of every page, and the filter above the list of books.
///
/// The box leads to the list of books, where the script performs the search. The filter is hidden until the script
/// runs, and the stylesheet hides the box if the browser does not run scripts.
struct SearchForm: Sendable {
  let content: SiteContent

  private var words: PageWords { content.words }

  /// Writes the box in the header of a page.
  ///
  /// - Parameter list: the address of the list of books.
  func write(_ list: Address, _ html: inout HTML) {
    if content.books.isEmpty { return }
    html.element(.form, [.class("find"), HTMLAttribute(.role, "search"), .action(list)]) { html in
      html.element(.label) { html in
        html.element(.span, [.class("unseen")], text: words.searchAll)
        html.element(
          .input,
          [
            HTMLAttribute(.name, "q"), HTMLAttribute(.kind, "search"), HTMLAttribute(.placeholder, words.search),
            HTMLAttribute(.autocomplete, "off"),
          ])
      }
    }
  }

  /// Writes the filter on a page of the list of books.
  func writeFilter(on path: SitePath, _ html: inout HTML) {
    if content.books.isEmpty { return }
    html.element(
      .form,
      [
        .class("filter"), .id("filter"), .action(.to(Listing.books.first, from: path)),
        HTMLAttribute(.dataBase, path.parts.dropLast().map { _ in "../" }.joined()),
        HTMLAttribute(.dataParts, SearchIndex.partCount(content)), HTMLAttribute(.hidden),
      ]
    ) { html in
      html.element(.label, [.class("words")]) { html in
        html.element(.span, text: words.searchWords)
        html.element(
          .input,
          [HTMLAttribute(.name, "q"), HTMLAttribute(.kind, "search"), HTMLAttribute(.autocomplete, "off")])
      }
      choice(words.genre, "genre", content.genres.map { ($0.slug, $0.name) }, &html)
      choice(words.status, "status", content.statuses.map { ($0, content.text.status($0)) }, &html)
      choice(words.finished, "year", content.years.map { (String($0.year), content.text.year($0.year)) }, &html)
      if content.books.contains(where: { $0.rating != nil }) {
        choice(
          words.rating, "rating", [5, 4, 3, 2, 1].map { ("\($0)", stars($0)) }, &html)
      }
      choice(
        words.sort, "sort",
        [("title", words.title), ("author", words.author), ("year", words.year), ("rating", words.rating)],
        none: words.latest, &html)
      choice(words.show, "view", [("list", words.list)], none: words.covers, &html)
      html.element(.output, [.id("found"), HTMLAttribute(.ariaLive, "polite")])
    }
  }

  private func stars(_ count: Int) -> String {
    let stars = String(repeating: "★", count: count)
    return count == 5 ? stars : Template.filled(words.orMore, ["stars": stars])
  }

  private func choice(
    _ label: String, _ name: String, _ values: [(value: String, label: String)], none: String? = nil,
    _ html: inout HTML
  ) {
    if values.isEmpty { return }
    html.element(.label) { html in
      html.element(.span, text: label)
      html.element(.select, [HTMLAttribute(.name, name)]) { html in
        html.element(.option, [HTMLAttribute(.value, "")], text: none ?? words.any)
        for value in values { html.element(.option, [HTMLAttribute(.value, value.value)], text: value.label) }
      }
    }
  }
}
