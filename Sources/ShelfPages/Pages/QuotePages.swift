import ShelfModel
import ShelfText

/// The list of all quotes, most recent first, with 60 quotes per page.
struct QuotePages: Sendable {
  let content: SiteContent
  let layout: Layout

  var pages: [SitePage] {
    if content.quotes.isEmpty { return [] }
    return Listing.quotes.pages(of: content.quotes.count) { page($0, of: $1, $2) }
  }

  private func page(_ number: Int, of count: Int, _ path: SitePath) -> [UInt8] {
    let head = Layout.Head(
      title: Listing.title(content.words.quotes, number, content.text),
      description: Template.filled(
        content.words.latestQuotes,
        ["quotes": content.text.count(content.quotes.count, content.words.quoteCount)]))
    let parts = Parts(content: content, path: path)
    return layout.page(path, head) { html in
      Listing.heading(content.words.quotes, content.quotes.count, content.text, &html)
      html.element(.div, [.class("quotes all")]) { html in
        var heading = ""
        var last: CalendarDate?
        for quote in Listing.quotes.range(number, of: content.quotes.count).map({ content.quotes[$0] }) {
          // Do not format the date again, since most quotes have the same date as the previous one.
          if heading.isEmpty || quote.day != last {
            last = quote.day
            let day = quote.day.map { content.text.day($0) } ?? content.words.someDay
            if day != heading { html.element(.h2, [.class("day")], text: day) }
            heading = day
          }
          parts.quote(quote, isOnBook: false, &html)
        }
      }
      Listing.quotes.navigation(number, of: count, from: path, content.words, &html)
    }
  }
}
