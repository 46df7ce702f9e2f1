import ShelfModel

/// The form that searches, filters and sorts books. It is hidden until the script runs, since it needs the script.
struct SearchForm: Sendable {
  let content: SiteContent
  let path: SitePath

  /// - Parameter isShort: whether to write only a search box, which leads to the list of books.
  func write(isShort: Bool, _ html: inout HTML) {
    if content.books.isEmpty { return }
    var up = path.parts.dropLast().map { _ in ".." }.joined(separator: "/")
    if !up.isEmpty { up += "/" }
    html.element(
      .form,
      [
        .class("filter", isShort ? "short" : ""), .id(isShort ? "search" : "filter"), HTMLAttribute(.role, "search"),
        .action(.to(Listing.books.first, from: path)), HTMLAttribute(.dataBase, up),
        HTMLAttribute(.dataParts, SearchIndex.partCount(content)), HTMLAttribute(.hidden),
      ]
    ) { html in
      html.element(.label, [.class("words")]) { html in
        html.element(.span, text: isShort ? "Search all books" : "Words")
        html.element(
          .input,
          [HTMLAttribute(.name, "q"), HTMLAttribute(.kind, "search"), HTMLAttribute(.autocomplete, "off")])
      }
      if isShort {
        html.element(.button, text: "Search")
        return
      }
      choice("Genre", "genre", content.genres.map { ($0.slug, $0.name) }, &html)
      choice("Status", "status", content.statuses.map { ($0, SiteText.label($0)) }, &html)
      choice("Finished", "year", content.years.map { (String($0.year), String($0.year)) }, &html)
      if content.books.contains(where: { $0.rating != nil }) {
        choice(
          "Rating", "rating",
          [5, 4, 3, 2, 1].map { ("\($0)", $0 == 5 ? "★★★★★" : String(repeating: "★", count: $0) + " and more") }, &html)
      }
      choice(
        "Sort", "sort", [("title", "Title"), ("author", "Author"), ("year", "Year"), ("rating", "Rating")],
        none: "Latest", &html)
      choice("Show", "view", [("list", "List")], none: "Covers", &html)
      html.element(.output, [.id("found"), HTMLAttribute(.ariaLive, "polite")])
    }
  }

  private func choice(
    _ label: String, _ name: String, _ values: [(value: String, label: String)], none: String = "Any",
    _ html: inout HTML
  ) {
    if values.isEmpty { return }
    html.element(.label) { html in
      html.element(.span, text: label)
      html.element(.select, [HTMLAttribute(.name, name)]) { html in
        html.element(.option, [HTMLAttribute(.value, "")], text: none)
        for value in values { html.element(.option, [HTMLAttribute(.value, value.value)], text: value.label) }
      }
    }
  }
}
