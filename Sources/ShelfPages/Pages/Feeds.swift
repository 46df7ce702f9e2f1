import ShelfModel
import ShelfText

/// The feeds of finished books, as Atom (RFC 4287) and JSON Feed (https://jsonfeed.org/version/1.1), and of quotes, as
/// Atom.
///
/// Feed readers recognize an entry by its id, so ids must never change: each is a UUID that is derived from the
/// record's id and, for a finished book, the end date of the reading. Dates also come from the records. A feed does not
/// contain the time of its generation, so it changes only when an entry does. A quote without a date is listed under
/// the date of its book, and is omitted if the book has no date either. If the library has no URL, the links of Atom
/// are relative, and there is no JSON Feed, which requires absolute addresses. The latest 100 entries are included.
struct Feeds: Sendable {
  let content: SiteContent

  static let atom = SitePath("feed.xml")
  static let json = SitePath("feed.json")
  static let quotes = SitePath("quotes.xml")
  /// The maximum number of entries in a feed.
  private static let maxEntries = 100
  /// The namespace for deriving the ids of entries.
  private static let namespace = RecordID(high: 0x5B7C_19D4_8E0A_4F63, low: 0x9C21_6D0F_3A85_E742)

  /// Returns the feeds of a site. If no quote has a date, there is no feed of quotes.
  static func all(_ content: SiteContent) -> [(path: SitePath, type: HTMLAttribute.MediaType, title: String)] {
    [(atom, .atom, "Atom")] + (content.source.url == nil ? [] : [(json, .jsonFeed, "JSON Feed")])
      + (content.hasDatedQuotes ? [(quotes, .atom, content.words.quotesFeed)] : [])
  }

  var pages: [SitePage] {
    Feeds.all(content).map { feed in
      SitePage(feed.path) {
        switch feed.path {
        case Feeds.json: jsonFeed()
        case Feeds.quotes: quotes()
        default: finished()
        }
      }
    }
  }

  // MARK: - Entries

  private struct Entry {
    let id: String
    let title: String
    let path: SitePath
    var fragment: String?
    let day: CalendarDate
    /// Whether the date belongs to the entry itself rather than to its book.
    var isDated = true
    let authors: [String]
    let html: [UInt8]
    var tags: [String] = []
  }

  private var text: SiteText { content.text }
  private var words: PageWords { content.words }

  /// Writes the title and authors of a book.
  private func citation(_ book: PageBook, _ html: inout HTML) {
    html.phrase(book.authors.isEmpty ? "{title}" : words.titleBy) { name, html in
      if name == "title" {
        html.element(.cite, book.languageAttributes, text: book.title)
      } else {
        html.text(book.byline)
      }
    }
  }

  private var finishedEntries: [Entry] {
    content.endings.prefix(Feeds.maxEntries).map { ending in
      let book = content.books[ending.book]
      let rating = book.rating.map { words.comma + SiteText.stars($0) } ?? ""
      var html = HTML()
      html.element(.p) { html in
        html.phrase(ending.isAgain ? words.readAgainEntry : words.readEntry) { _, html in
          citation(book, &html)
        }
        html.text(words.comma + text.span(from: ending.reading.start, to: ending.reading.end))
        if let rating = book.rating { html.text(words.comma + text.spoken(rating)) }
      }
      if let review = book.review {
        html.element(.div, book.languageAttributes) { html in
          var markdown = Markdown()
          markdown.write(review, to: &html)
        }
      }
      return Entry(
        id: Feeds.id(of: ending, book),
        title: text.titleBy(book.title, book.byline) + rating, path: book.path,
        day: ending.reading.end, authors: book.authors, html: html.bytes,
        tags: book.genres.map { content.genres[$0].name })
    }
  }

  private var quoteEntries: [Entry] {
    let dated = content.quotes.lazy.compactMap { quote -> (quote: PageQuote, book: PageBook, day: CalendarDate)? in
      let book = content.book(of: quote)
      return quote.feedDay(in: book).map { (quote, book, $0) }
    }
    return dated.prefix(Feeds.maxEntries).map { quote, book, day in
      var html = HTML()
      html.element(.blockquote, book.languageAttributes) { QuoteText(quote.text).write(to: &$0) }
      html.element(.p) { citation(book, &$0) }
      return Entry(
        id: Feeds.id(quote.id, "quote"), title: Template.filled(words.fromBook, ["title": book.title]), path: book.path,
        fragment: quote.fragment,
        day: day, isDated: quote.day != nil, authors: book.authors, html: html.bytes)
    }
  }

  /// Returns the id of a finished reading.
  ///
  /// If several readings of a book have the same end date, such as a year, all but the first are numbered, so that the
  /// first one keeps its id when more readings are added.
  private static func id(of ending: SiteContent.Ending, _ book: PageBook) -> String {
    let day = ending.reading.end
    let earlier = book.readings.prefix(ending.number).count { $0.end == day }
    return id(book.id, earlier == 0 ? day.description : "\(day)/\(earlier + 1)")
  }

  private static func id(_ record: RecordID, _ name: String) -> String {
    "urn:uuid:\(RecordID.derived(from: "\(record)/\(name)", in: namespace))"
  }

  /// Returns the start of a day, month or year as the text of a timestamp.
  private static func moment(_ day: CalendarDate) -> String {
    let first = CalendarDate(year: day.year, month: day.month, day: day.day) ?? day
    return "\(first)T00:00:00Z"
  }

  private func address(_ path: SitePath, _ fragment: String? = nil) -> String {
    guard let url = content.source.url else { return Address.to(path, from: Feeds.atom, fragment: fragment).text }
    return Address.absolute(path, base: url, fragment: fragment).text
  }

  // MARK: - Formats

  private func finished() -> [UInt8] {
    atom(title: content.name, Feeds.atom, home: Layout.home, finishedEntries)
  }

  private func quotes() -> [UInt8] {
    atom(
      title: Template.filled(words.feedOfQuotes, ["name": content.name]), Feeds.quotes, home: Listing.quotes.first,
      quoteEntries)
  }

  private func atom(title: String, _ path: SitePath, home: SitePath, _ entries: [Entry]) -> [UInt8] {
    var xml = XML()
    xml.declaration()
    let language = text.language.tag
    xml.element("feed", [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", language)]) { xml in
      xml.element("title", text: title)
      let name = content.source.url ?? content.source.library.records.map(\.id.description).min() ?? ""
      xml.element("id", text: Feeds.id(Feeds.namespace, "\(name)/\(path.text)"))
      xml.element("updated", text: Feeds.moment(entries.map(\.day).max() ?? CalendarDate(daysSince1970: 0)))
      xml.element("link", [("rel", "alternate"), ("type", "text/html"), ("href", address(home))])
      xml.element("link", [("rel", "self"), ("type", "application/atom+xml"), ("href", address(path))])
      xml.element("author") { $0.element("name", text: content.name) }
      xml.element("generator", text: "shelf")
      for entry in entries {
        xml.element("entry") { xml in
          xml.element("id", text: entry.id)
          xml.element("title", text: entry.title)
          xml.element("updated", text: Feeds.moment(entry.day))
          if entry.isDated { xml.element("published", text: Feeds.moment(entry.day)) }
          xml.element(
            "link", [("rel", "alternate"), ("type", "text/html"), ("href", address(entry.path, entry.fragment))])
          for tag in entry.tags { xml.element("category", [("term", tag)]) }
          xml.element("content", [("type", "html")]) { $0.text(String(decoding: entry.html, as: UTF8.self)) }
        }
      }
    }
    return xml.bytes
  }

  private func jsonFeed() -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("version", "https://jsonfeed.org/version/1.1")
      json.member("title", content.name)
      json.member("language", text.language.tag)
      json.member("home_page_url", address(Layout.home))
      json.member("feed_url", address(Feeds.json))
      json.key("items")
      json.array { json in
        for entry in finishedEntries {
          json.object { json in
            json.member("id", entry.id)
            json.member("url", address(entry.path))
            json.member("title", entry.title)
            json.member("content_html", String(decoding: entry.html, as: UTF8.self))
            json.member("date_published", Feeds.moment(entry.day))
            if !entry.tags.isEmpty { json.member("tags", entry.tags) }
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }
}
