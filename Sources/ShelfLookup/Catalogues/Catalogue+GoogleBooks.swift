extension Catalogue {
  /// Google Books (https://developers.google.com/books/docs/v1/using). Without an API key its quota is always
  /// exhausted.
  static let googleBooks = Catalogue(
    name: "googlebooks", title: "Google Books", hosts: ["www.googleapis.com"], needsKey: true,
    requiresMatchingISBN: false,
    address: { questions, key in
      guard let key else { return nil }
      let query: String
      switch questions.first {
      case .isbn(let number): query = "isbn:\(number.digits)"
      case .words(let text): query = text
      case .work, .record, nil: return nil
      }
      return WebAddress(
        host: "www.googleapis.com", path: "/books/v1/volumes", [("q", query), ("maxResults", "20")],
        secret: ("key", key))
    }, reader: .googleBooks)
}
