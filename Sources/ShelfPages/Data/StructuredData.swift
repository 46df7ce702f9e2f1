import ShelfModel
import ShelfText

/// Descriptions of books and series in the vocabulary of schema.org, as JSON-LD.
struct StructuredData {
  private let content: SiteContent

  init(_ content: SiteContent) { self.content = content }

  /// The maximum number of quotes in the description of a book, since they repeat text of the page.
  private static let maxQuotes = 20

  func book(at position: Int) -> [UInt8] {
    let book = content.books[position]
    var json = JSONWriter(expecting: 2 << 10)
    json.object { json in
      json.member("@context", "https://schema.org")
      json.key("@graph")
      json.array { json in
        json.object { json in
          json.member("@type", "Book")
          json.member("@id", "urn:uuid:" + book.id.description)
          members(of: book, &json)
        }
        if book.review != nil || book.rating != nil { json.object { review(of: book, &$0) } }
        for quote in content.quotesOf[position].prefix(StructuredData.maxQuotes).map({ content.quotes[$0] }) {
          json.object { json in
            json.member("@type", "Quotation")
            json.member("@id", "urn:uuid:" + quote.id.description)
            json.member("text", QuoteText(quote.text).plain)
            if let tag = book.language?.tag { json.member("inLanguage", tag) }
            reference("isPartOf", to: book, &json)
            if let page = quote.page { json.member("pagination", page) }
          }
        }
      }
    }
    return json.take()
  }

  func series(_ group: PageGroup) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("@context", "https://schema.org")
      json.member("@type", "BookSeries")
      json.member("name", group.name)
      json.key("hasPart")
      json.array { json in
        for (index, position) in group.books.enumerated() {
          json.object { json in
            json.member("@type", "Book")
            json.member("@id", "urn:uuid:" + content.books[position].id.description)
            json.member("name", content.books[position].title)
            if index < group.positions.count, let place = group.positions[index] {
              json.member("position", place.description)
            }
          }
        }
      }
    }
    return json.take()
  }

  /// Groups people by the schema.org property for their role (https://schema.org/Book).
  private static func properties(of people: [Contributor]) -> [(property: String, names: [String])] {
    let known = [ContributorRole.translator, .editor, .illustrator]
    let others = people.filter { person in !known.contains { $0 == person.knownRole } }
    return known.map { role in (role.rawValue, people.filter { $0.knownRole == role }.map(\.name)) }
      + [("contributor", others.map(\.name))]
  }

  private func write(_ property: String, _ people: [String], _ json: inout JSONWriter) {
    if people.isEmpty { return }
    json.key(property)
    json.array { json in
      for name in people {
        json.object { json in
          json.member("@type", "Person")
          json.member("name", name)
        }
      }
    }
  }

  private func members(of book: PageBook, _ json: inout JSONWriter) {
    json.member("name", book.title)
    if let url = content.source.url { json.member("url", Address.absolute(book.path, base: url).text) }
    if let cover = book.coverPath {
      let address = content.source.url.map { Address.absolute(cover, base: $0) } ?? Address.to(cover, from: book.path)
      json.member("image", address.text)
    }
    write("author", book.authors, &json)
    if let isbn = book.isbn { json.member("isbn", isbn) }
    for (property, people) in StructuredData.properties(of: book.contributors) { write(property, people, &json) }
    if let pages = book.pages { json.member("numberOfPages", pages) }
    if let language = book.language { json.member("inLanguage", language.tag ?? language.name) }
    if let year = book.year, year > 0 { json.member("datePublished", padded(year, to: 4)) }
    if let publisher = book.publisher {
      json.key("publisher")
      json.object { json in
        json.member("@type", "Organization")
        json.member("name", publisher)
      }
    }
    if !book.genres.isEmpty { json.member("genre", book.genres.map { content.genres[$0].name }) }
    if let place = book.series.first {
      json.key("isPartOf")
      json.object { json in
        json.member("@type", "BookSeries")
        json.member("name", place.name)
      }
      if let position = place.position { json.member("position", position.description) }
    }
  }

  private func review(of book: PageBook, _ json: inout JSONWriter) {
    json.member("@type", "Review")
    reference("itemReviewed", to: book, &json)
    // The author is given as the library, which does not contain its owner's name.
    json.key("author")
    json.object { json in
      json.member("@type", "Organization")
      json.member("name", content.name)
    }
    if let rating = book.rating {
      json.key("reviewRating")
      json.object { json in
        json.member("@type", "Rating")
        json.member("ratingValue", rating.description)
        json.member("bestRating", "5")
        json.member("worstRating", "0")
      }
    }
    if let review = book.review {
      json.member("reviewBody", Markdown.plainText(review))
      if let tag = book.language?.tag { json.member("inLanguage", tag) }
    }
    if let end = book.finished { json.member("datePublished", end.description) }
  }

  private func reference(_ key: String, to book: PageBook, _ json: inout JSONWriter) {
    json.key(key)
    json.object { json in
      json.member("@type", "Book")
      json.member("@id", "urn:uuid:" + book.id.description)
      json.member("name", book.title)
    }
  }
}
