import ShelfModel
import ShelfText

extension Catalogue {
  /// Open Library (https://openlibrary.org/developers/api). It asks clients to send at most one request per second
  /// and to name a contact address in the User-Agent.
  static let openLibrary = Catalogue(
    name: "openlibrary", title: "Open Library", hosts: ["openlibrary.org"], maxISBNsPerRequest: 25,
    maxWorksPerRequest: 100, requiresMatchingISBN: false,
    address: { questions, _ in
      switch questions.first {
      case .isbn:
        let numbers = questions.compactMap { question in
          if case .isbn(let number) = question { "ISBN:\(number.digits)" } else { nil }
        }
        return WebAddress(
          host: "openlibrary.org", path: "/api/books",
          [("bibkeys", numbers.joined(separator: ",")), ("jscmd", "details"), ("format", "json")])
      case .words(let text):
        return search(text, limit: 20)
      case .work:
        let keys = questions.compactMap { question in
          if case .work(let key) = question { "\"\(key)\"" } else { nil }
        }
        return search("key:(\(keys.joined(separator: " OR ")))", limit: keys.count)
      case .record(let key): return WebAddress(host: "openlibrary.org", path: key + ".json")
      case nil: return nil
      }
    },
    split: { answer, questions in
      guard let value = try? JSONParser.parse(answer), questions.count > 1 || isByNumber(value, questions) else {
        return [answer]
      }
      return questions.map { question in
        var json = JSONWriter()
        json.object { json in
          switch question {
          case .isbn(let number):
            if let details = value.members.first(where: { isbn(of: $0.key) == number })?.value {
              json.key("ISBN:\(number.digits)")
              json.value(details)
            }
          case .work(let key):
            json.key("docs")
            json.array { json in
              for work in value["docs"]?.items ?? [] where work.value["key"]?.text == key { json.value(work.value) }
            }
          case .words, .record: break
          }
        }
        return json.take()
      }
    },
    reader: .openLibrary,
    cover: { number in
      // Without this parameter, Open Library returns a blank image for a missing cover.
      WebAddress(host: "covers.openlibrary.org", path: "/b/id/\(number)-M.jpg", [("default", "false")])
    },
    // Older covers are stored at the Internet Archive.
    coverHosts: ["covers.openlibrary.org", "archive.org", ".archive.org"])

  /// Returns the ISBN in the key of a JSON member, such as `ISBN:9780441478125`.
  private static func isbn(of key: String) -> ISBN? {
    key.hasPrefix("ISBN:") ? CatalogueText.isbn(String(key.dropFirst(5))) : nil
  }

  /// Returns whether a response to a question about an ISBN is an object with books, keyed by ISBN. Otherwise the
  /// response is a single record or an error.
  private static func isByNumber(_ answer: JSONValue, _ questions: [CatalogueQuestion]) -> Bool {
    guard case .isbn? = questions.first else { return false }
    return answer.isObject && answer.members.allSatisfy { $0.value.isObject }
  }

  private static func search(_ query: String, limit: Int) -> WebAddress {
    WebAddress(
      host: "openlibrary.org", path: "/search.json",
      [
        ("q", query),
        (
          "fields",
          "key,title,subtitle,author_name,first_publish_year,edition_count,language,cover_i,editions,editions.key,"
            + "editions.title,editions.isbn,editions.publisher,editions.language,editions.publish_date"
        ), ("limit", String(limit)),
      ])
  }
}
